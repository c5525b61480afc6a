import type { Envelope } from "../../../event/envelope.js";
import { statementsInSummary } from "../../../text/prose/summary.js";
import { addNote, type DraftNote } from "./note.js";

/** Keeps what the agent's own summary says about the state of the work. */
export function addSummaryNotes(
  turn: { readonly notes: DraftNote[] },
  event: Envelope,
  summary: string,
): void {
  const said = statementsInSummary(summary);
  for (const [index, { text, label, heading, isBullet }] of said.entries())
    addNote(turn, event, {
      is: "said",
      by: "agent",
      text,
      label,
      chance: 0.9,
      heading,
      isBullet,
      index,
      count: said.length,
    });
}
