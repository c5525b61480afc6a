import { describedOption, namingIn, optionIn, revertIn } from "../../../text/prose/revert.js";
import { sharedStems, stemsOfBoth } from "../../../text/prose/stems.js";
import { contentWords, pickOf } from "../../../text/prose/subject.js";
import type { SaidNote } from "../session/note.js";
import type { Board } from "./board.js";
import { decisionIn } from "./decide.js";
import { Entry, type Spot } from "./entry.js";
import { saidKey } from "./new-item.js";
import { closeSaid, type Heard } from "./setting.js";

/** What a person chooses in place of something else. */
interface Change {
  readonly note: SaidNote;
  readonly spot: Spot;
  readonly old: string;
  readonly choice: string;
}

/** Takes back the latest decision of the session, or without a word on what comes instead only that of the last turn. */
export function revertDecision(
  board: Board,
  note: SaidNote,
  spot: Spot,
  heard: readonly Heard[],
  lastTurn: string | undefined,
): void {
  const revert = revertIn(note.text);
  if (revert === undefined) return;
  const { instead } = revert;
  const made = board.of(["decision"]).filter(({ first, turn }) => {
    return (
      first.session === spot.session && turn !== spot.turn && (instead !== undefined || turn === lastTurn)
    );
  });
  const entry = made.toSorted((a, b) => a.lastAt - b.lastAt).at(-1);
  if (entry === undefined) return;
  const old = resolved(pickOf(decisionIn(entry).choice), heard);
  const choice = instead === undefined ? "" : resolved(instead, heard);
  // "No, Redis was better" holds on to Redis.
  if (choice !== "" && holds(old, choice)) return;
  board.close(entry, choice === "" ? "dropped" : "superseded", spot, note.text, "user");
  endMentions(board, { note, spot, old, choice }, heard);
  if (choice !== "") decide(board, { note, spot, old, choice });
}

/** Takes back the name of a thing that the person gives another one. */
export function rename(board: Board, note: SaidNote, spot: Spot, heard: readonly Heard[]): void {
  const naming = namingIn(note.text);
  if (naming === undefined) return;
  const { thing, name } = naming;
  const before = heard.findLast(({ text }) => {
    const given = namingIn(text);
    return given?.thing !== undefined && (thing === undefined || isSameThing(thing, given.thing));
  });
  const was = before && namingIn(before.text);
  if (was?.thing === undefined || was.name.toLowerCase() === name.toLowerCase()) return;
  const change = { note, spot, old: was.name, choice: `${was.thing}: ${name}` };
  for (const entry of board.of(["decision", "fact"]))
    if (holds(entry.now.text, was.name) && !holds(entry.now.text, name))
      board.close(entry, "superseded", spot, note.text, "user");
  endMentions(board, { ...change, choice: name }, heard);
  decide(board, change);
}

/** The description of an option, if there is one. */
function resolved(choice: string, heard: readonly Heard[]): string {
  const option = optionIn(choice);
  if (option === undefined) return choice;
  const described = heard.findLast(({ text }) => describedOption(text, option) !== undefined);
  return described === undefined ? choice : (describedOption(described.text, option) ?? choice);
}

/** Ends the sentences that speak of the old choice and not of the new one. */
function endMentions(board: Board, { note, spot, old, choice }: Change, heard: readonly Heard[]): void {
  const words = contentWords(old);
  if (words.size === 0 || words.size > MAX_NAME_WORDS || optionIn(old) !== undefined) return;
  const over = heard.filter(({ text }) => holds(text, old) && (choice === "" || !holds(text, choice)));
  const [first] = over;
  const keys = over.map(({ key }) => key);
  if (first !== undefined)
    closeSaid(board, { text: first.text, part: `was${note.index}` }, keys, note.text, spot);
}

function decide(board: Board, { note, spot, old, choice }: Change): void {
  const decision = { choice, rejected: [old] };
  const said = saidKey(spot.event, note);
  const part = `instead${note.index}`;
  board.begin(
    new Entry({ kind: "decision", text: choice, about: choice, by: "user", part, said, decision }, spot),
  );
}

function holds(text: string, name: string): boolean {
  const words = contentWords(text);
  return [...contentWords(name)].every((word) => words.has(word));
}

function isSameThing(one: string, other: string): boolean {
  const [some, others] = stemsOfBoth(one, other);
  return some.size > 0 && sharedStems(some, others) === some.size;
}

const MAX_NAME_WORDS = 4;
