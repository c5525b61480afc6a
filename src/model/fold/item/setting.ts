import { isOverruled, newSettingIn } from "../../../text/prose/setting.js";
import type { SaidNote } from "../session/note.js";
import type { Board } from "./board.js";
import { Entry, type Spot } from "./entry.js";
import { type NewItem, saidKey } from "./new-item.js";

/** A sentence so far. */
export interface Heard {
  readonly key: string;
  readonly text: string;
}

/**
 * Closes what gives another value to something that the person changes. If that was a decision, the new value is one,
 * too.
 */
export function changeSetting(board: Board, note: SaidNote, spot: Spot, heard: readonly Heard[]): void {
  const { text, index } = note;
  const setting = newSettingIn(text);
  if (setting === undefined) return;
  const over = board.of(["decision", "rule", "fact"]).filter(({ now }) => isOverruled(now.text, setting));
  const [first, ...others] = heard.filter((sentence) => isOverruled(sentence.text, setting));
  for (const entry of over) board.close(entry, "superseded", spot, text, "user");
  if (first !== undefined) {
    const said = [first, ...others].map(({ key }) => key);
    closeSaid(board, { text: first.text, part: `old${index}` }, said, text, spot);
  }
  if (!over.some(({ kind }) => kind === "decision")) return;
  const choice = `${setting.topic}: ${setting.value}`;
  const decision = { choice, rejected: [] };
  const said = saidKey(spot.event, note);
  board.begin(
    new Entry(
      { kind: "decision", text: choice, about: choice, by: "user", part: `${index}`, said, decision },
      spot,
    ),
  );
}

/** Ends sentences that may be no items. */
export function closeSaid(
  board: Board,
  { text, part }: Pick<NewItem, "text" | "part">,
  mentions: readonly string[],
  why: string,
  spot: Spot,
): void {
  const entry = new Entry({ kind: "fact", text, about: text, by: "user", part, isDoubtful: true }, spot);
  entry.mentions = mentions;
  board.begin(entry);
  board.close(entry, "superseded", spot, why, "user");
}
