import { NOFOLLOW, readStart } from "../../host/foreign-file.js";
import { textOf } from "../payload/fields.js";
import { parseRow } from "../record/row.js";

const MOST = 16 << 10;

/** What kind of subagent a transcript is of: beside it stands a small file that says so. */
export function agentTypeOf(transcript: string): string {
  const bytes = readStart(transcript.replace(/\.jsonl$/, ".meta.json"), MOST, NOFOLLOW);
  return textOf(bytes === undefined ? undefined : parseRow(bytes)?.["agentType"]) ?? "subagent";
}
