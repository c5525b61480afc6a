import type { Envelope } from "../../../event/envelope.js";
import { conventionsIn } from "../../../text/prose/convention.js";
import { decisionsIn } from "../../../text/prose/decision.js";
import { classify, isSure } from "../../../text/sentence/classify.js";
import { LABELS, type Speaker } from "../../../text/sentence/label.js";
import { sentencesOf } from "../../../text/sentence/message.js";
import { plainText } from "../memory/memory.js";
import type { Statements } from "./finding.js";
import { addNote, type Note, type SaidNote } from "./note.js";

interface Message {
  readonly text: string;
  readonly by: Speaker;
  /** The end of the message that it answers; "" if there is none. */
  readonly before: string;
  /** What the whole message states: a sentence may depend on its heading or on the sentence before it. */
  readonly heard?: Statements;
  readonly isPasted?: true;
  readonly isMidway?: true;
}

const MAX_CHARS = { user: 4_000, agent: 6_000 } as const;
const MAX_SENTENCES = { user: 14, agent: 40 } as const;
const MAX_SENTENCE_CHARS = 400;

/** Notes the first sentences of a prompt or closing message. An end that is reported again replaces the earlier one. */
export function noteSentences(turn: { notes: Note[] }, event: Envelope, message: Message): void {
  const { text, by, before, heard, isPasted, isMidway } = message;
  // What is said on the way replaces only what was said on the way.
  turn.notes = turn.notes.filter(
    (note) => note.is !== "said" || note.by !== by || (isMidway && !note.isMidway),
  );
  let last = before;
  const sentences = sentencesOf(text.slice(0, MAX_CHARS[by])).slice(0, MAX_SENTENCES[by]);
  for (const { isTitle, ...sentence } of sentences) {
    // What stands below a title names it.
    if (isTitle) continue;
    const said = { ...sentence, by, text: sentence.text.slice(0, MAX_SENTENCE_CHARS) };
    const read = classify({ ...said, before: last });
    const { label, chance, chances } = read;
    const percents = LABELS.map((name) => Math.round(chances[name] * 100));
    addNote(turn, event, {
      is: "said",
      ...said,
      label,
      chance: Math.round(chance * 1_000) / 1_000,
      chances: percents,
      isSure: isSure(read) || undefined,
      wording: heard && wordingOf(said, heard),
      isPasted,
      isMidway,
    });
    last = sentence.text;
  }
}

function wordingOf(
  { text, by }: Pick<SaidNote, "text" | "by">,
  { decisions, next, blocked }: Statements,
): SaidNote["wording"] {
  const plain = plainText(text);
  const has = (statement: string) => plain.includes(plainText(statement.replace(/…$/, "")));
  if (by === "user" && conventionsIn(text).length > 0) return "rule";
  const own = decisions.length === 0 ? [] : decisionsIn(text).map(({ choice }) => choice);
  if (decisions.some(({ choice }) => own.includes(choice) || (own.length === 0 && has(choice))))
    return "decision";
  if (next.some(has)) return "next";
  return blocked.some(has) ? "blocker" : undefined;
}
