import { declare, declaredText, type Speaker } from "../project/declare.js";
import type { Here } from "../project/here.js";

/** Records a recall by a session as part of it; a person's question is not recorded. */
export function noteRecalled(here: Here, query: string, found: number, speaker: Speaker | undefined): void {
  if (speaker === undefined || speaker.session === "") return;
  declare(
    here,
    { type: "memory.recalled", data: { query: declaredText(here, query, "fact"), found } },
    speaker,
  );
}
