// Two ways from one point: a branch begins with the messages of another session, up to one of them.
import { openTidemark } from "tidemark";

const tidemark = openTidemark({ agent: "branch-example" });
const { sessions } = tidemark;
const first = sessions.create({ title: "Caching" });
const question = first.add({ role: "user", content: "How do we cache thumbnails?" });
first.add({ role: "assistant", content: "In Redis, for a day." });

const second = sessions.branch(first.id, { at: question.id });
second.add({ role: "assistant", content: "On disk, beside the pictures." });
sessions.tag(second.id, { add: ["cheap"] });

for (const session of [first, second]) {
  const said = [...session.history()].map(({ content }) => content);
  console.log(said.join(" → "));
}
const [cheap] = sessions.list({ tag: "cheap" });
console.log(`${cheap?.id === second.id}, goes on from the first: ${cheap?.from === first.id}`);
tidemark.close();
