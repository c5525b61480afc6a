import { openTidemark } from "tidemark";

const tidemark = openTidemark({ agent: "my-agent" }); // the memory of the project in this folder
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
session.add({ role: "user", content: "Uploads fail on flaky networks. What do we do?" });
session.add({ role: "assistant", content: "We decided to retry with full jitter, in src/upload.ts." });
session.pin("The staging bucket is in Oslo");
session.task("Test that the third failure gives up");
const { system, messages, tokens } = session.context(); // what to send to your model
console.log(`${system}\n\n${messages.length} messages, ${tokens.used} tokens`);
tidemark.close();
