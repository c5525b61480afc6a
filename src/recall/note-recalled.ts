import { declare, declaredText, type Speaker } from "../project/declare.js";
import type { Here } from "../project/here.js";

/** Asked by a session, it is a part of that session; what a person asks is his own business. */
export function noteRecalled(here: Here, query: string, found: number, speaker: Speaker | undefined): void {
  if (speaker === undefined || speaker.session === "") return;
  declare(
    here,
    { type: "memory.recalled", data: { query: declaredText(here, query, "fact"), found } },
    speaker,
  );
}
