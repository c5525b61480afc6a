import type { Signal } from "../../capture/signal.js";
import { fieldsOf, textOf } from "../payload/fields.js";
import { rowsBackward } from "./transcript.js";

const DONE = "session.compaction_complete";

/** What is looked back to: where a turn begins, to what was said before it; where it ends, to its prompt. */
const ENDS = {
  prompt: ["user.message", "assistant.message"],
  stop: ["user.message"],
} as const;

type Moment = keyof typeof ENDS;

/** The compaction that took place lately: its hook tells that one begins, only the record that it is done. */
export function readCompaction(tail: string, moment: Moment): Signal | undefined {
  if (!tail.includes(DONE)) return undefined;
  for (const row of rowsBackward(tail, [DONE, ...ENDS[moment]])) {
    if (row["type"] !== DONE) return undefined;
    const { success, summaryContent, trigger } = fieldsOf(row["data"]);
    if (success === false) continue;
    const summary = (textOf(summaryContent) ?? "").replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim();
    return { is: "compaction-finished", trigger: textOf(trigger) ?? "unknown", summary };
  }
  return undefined;
}
