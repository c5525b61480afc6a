import type { Signal } from "../../capture/signal.js";
import { fieldsOf, textOf } from "../wire.js";
import { rowsBackward } from "./transcript.js";

const DONE = "session.compaction_complete";

/** Where in a session its record is looked into. */
export type Moment = "start" | "prompt" | "stop";

// What each looks back to: a turn that ends, to its prompt; a prompt, to what was said before it in this process. What was
// compacted in an earlier one, a start that goes on with it finds.
const ENDS: { readonly [moment in Moment]: readonly string[] } = {
  start: ["user.message", "assistant.message"],
  prompt: ["user.message", "assistant.message", "session.resume", "session.start"],
  stop: ["user.message"],
};

/** The compaction that took place lately: its hook tells that one begins, only the record that it is done. */
export function readCompaction(tail: string, moment: Moment): Signal | undefined {
  if (!tail.includes(DONE)) return undefined;
  const ends = ENDS[moment];
  for (const row of rowsBackward(tail, [DONE, ...ends])) {
    if (row["type"] !== DONE) return undefined;
    const { success, summaryContent, trigger } = fieldsOf(row["data"]);
    if (success === false) continue;
    const summary = (textOf(summaryContent) ?? "").replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim();
    return { is: "compaction-finished", trigger: textOf(trigger) ?? "unknown", summary };
  }
  return undefined;
}
