// Two processes write into one session: nothing is lost, and both read the same order.
import { fork } from "node:child_process";
import { once } from "node:events";
import { openTidemark } from "tidemark";

const [, file = "", id] = process.argv;
const tidemark = openTidemark({ agent: "two-processes" });

if (id === undefined) {
  const session = tidemark.sessions.create();
  session.add({ role: "user", content: "Count together." });
  const workers = [1, 2].map(() => fork(file, [session.id]));
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  const said = [...session.history()];
  console.log(
    `${said.length} messages, ${new Set(said.map((message) => message.id)).size} of them different`,
  );
} else {
  const session = tidemark.sessions.open(id);
  for (let n = 0; n < 50; n++) session.add({ role: "assistant", content: `${process.pid} says ${n}` });
}
tidemark.close();
