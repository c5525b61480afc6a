// Records each line {"t":"event",…} on stdin as a hook would, and answers each {"t":"ask",…} with what the agent would be told.
import { createInterface } from "node:readline";
import { ask } from "../continuity/measure.js";
import { Replay } from "../continuity/replay.js";
import type { Line } from "../continuity/stream.js";

const replay = new Replay();
process.on("exit", () => replay.close());
for await (const text of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (text.trim() === "") continue;
  const line: Line = JSON.parse(text);
  if (line.t === "event") replay.tell(line);
  else {
    const context = ask(replay, line, line.budget_chars);
    process.stdout.write(`${JSON.stringify({ case_id: line.case_id, context })}\n`);
  }
}
