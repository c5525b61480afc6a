// A long conversation stays within its budget: what is old is summed up, all of it stays on disk.
import { openTidemark } from "tidemark";

const tidemark = openTidemark({ agent: "compaction-example" });
const session = tidemark.sessions.create();
session.add({ role: "user", content: "We use PostgreSQL instead of MongoDB, because of transactions." });
for (let n = 1; n <= 80; n++) {
  session.add({ role: "user", content: `Step ${n}: ${"look at the next file. ".repeat(40)}` });
  session.add({ role: "assistant", content: `I read src/step-${n}.ts and changed nothing.` });
}
console.log(`before: ${session.context().tokens.used} tokens, due: ${session.shouldCompact()}`);

const { done, covered, tokens } = await session.compact({ limit: 500 });
console.log(`compacted: ${done}, ${covered} messages, ${tokens.before} → ${tokens.after} tokens`);

const { system, messages } = session.context();
console.log(system);
console.log(`${messages.length} messages are sent, ${[...session.history()].length} are kept`);
tidemark.close();
