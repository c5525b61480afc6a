// Records each line {"t":"event",…} on stdin as a hook would, and answers each {"t":"ask",…} with what the agent would be told.
import { createInterface } from "node:readline";
import { tell } from "../../src/app/answer.js";
import { PROJECT, Replay } from "../continuity/replay.js";
import type { Line } from "../continuity/stream.js";

const replay = new Replay();
process.on("exit", () => replay.close());
for await (const text of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (text.trim() === "") continue;
  const line: Line = JSON.parse(text);
  if (line.t === "event") replay.tell(line);
  else process.stdout.write(`${JSON.stringify({ case_id: line.case_id, context: answer(line) })}\n`);
}

function answer(line: Line): string {
  const { text } = tell(
    replay.store(),
    {
      project: PROJECT,
      session: line.session_id,
      source: line.source ?? "startup",
      now: Date.parse(line.ts),
      ...(line.git_branch ? { branch: line.git_branch } : {}),
      ...(line.prompt ? { prompt: line.prompt } : {}),
    },
    line.budget_chars,
  );
  return text;
}
