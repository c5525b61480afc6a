// Records each line {"t":"turn",…} on stdin, and answers each {"t":"ask",…} with the turns that memory finds, best first.
import { createInterface } from "node:readline";
import { defaultEmbedder } from "../../src/recall/default-embedder.js";
import { embed } from "../../src/recall/embed.js";
import { Conversation, type Message } from "../recall/conversation.js";
import { ask } from "../recall/measure.js";

type Line = ({ readonly t: "turn" } & Message) | Ask;

interface Ask {
  readonly t: "ask";
  readonly id: string;
  readonly query: string;
  readonly limit?: number;
}

const conversation = new Conversation();
process.on("exit", () => conversation.close());
for await (const text of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (text.trim() === "") continue;
  const line: Line = JSON.parse(text);
  if (line.t === "turn") conversation.tell(line);
  else {
    // As the housekeeping does: what came since the last question gets its vectors.
    if (conversation.isBehind) await embed(conversation.home, conversation.store(), defaultEmbedder);
    const hits = ask(conversation, line.query, "full").slice(0, line.limit ?? 20);
    process.stdout.write(`${JSON.stringify({ id: line.id, hits })}\n`);
  }
}
