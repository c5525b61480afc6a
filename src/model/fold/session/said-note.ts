import type { Envelope } from "../../../event/envelope.js";
import { conventionsIn } from "../../../text/prose/convention.js";
import { decisionsIn } from "../../../text/prose/decision.js";
import { classify, isSure } from "../../../text/sentence/classify.js";
import { LABELS, type Speaker } from "../../../text/sentence/label.js";
import { sentencesOf } from "../../../text/sentence/message.js";
import { plainText } from "../memory/memory.js";
import type { Statements } from "./finding.js";
import { addNote, type DraftNote, type SaidNote } from "./note.js";

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
export function noteSentences(turn: { notes: DraftNote[] }, event: Envelope, message: Message): void {
  const { text, by, before, heard, isPasted, isMidway } = message;
  // What is said on the way replaces only what was said on the way.
  turn.notes = turn.notes.filter(
    (note) => note.is !== "said" || note.by !== by || (isMidway && !note.isMidway),
  );
  const place = { event: event.id, at: event.at };
  const marks = { isPasted, isMidway };
  const wordingOf = heard && wordingIn(heard);
  let last = before;
  const sentences = sentencesOf(text.slice(0, MAX_CHARS[by])).slice(0, MAX_SENTENCES[by]);
  for (const { isTitle, ...sentence } of sentences) {
    // What stands below a title names it.
    if (isTitle) continue;
    const said = { ...sentence, by, text: sentence.text.slice(0, MAX_SENTENCE_CHARS) };
    const above = last;
    const read = () => ({ ...place, ...readSentence(said, above), wording: wordingOf?.(said), ...marks });
    addNote(turn, event, { is: "said", by, isMidway, read });
    last = sentence.text;
  }
}

type Sentence = Pick<SaidNote, "text" | "by" | "heading" | "isBullet" | "index" | "count">;

function readSentence(said: Sentence, before: string): SaidNote {
  const read = classify({ ...said, before });
  const { label, chance, chances } = read;
  const percents = LABELS.map((name) => Math.round(chances[name] * 100));
  return {
    is: "said",
    ...said,
    label,
    chance: Math.round(chance * 1_000) / 1_000,
    chances: percents,
    isSure: isSure(read) || undefined,
  };
}

/** Finds which of the statements of a message a sentence has the words of. */
function wordingIn({
  decisions,
  next,
  blocked,
}: Statements): (said: Pick<SaidNote, "text" | "by">) => SaidNote["wording"] {
  const choices = decisions.map(({ choice }) => ({ choice, plain: plainStatement(choice) }));
  const actions = next.map(plainStatement);
  const obstacles = blocked.map(plainStatement);
  return ({ text, by }) => {
    const words = plainText(text);
    const has = (statement: string) => words.includes(statement);
    if (by === "user" && conventionsIn(text).length > 0) return "rule";
    const own = choices.length === 0 ? [] : decisionsIn(text).map(({ choice }) => choice);
    if (choices.some(({ choice, plain }) => own.includes(choice) || (own.length === 0 && has(plain))))
      return "decision";
    if (actions.some(has)) return "next";
    return obstacles.some(has) ? "blocker" : undefined;
  };
}

function plainStatement(statement: string): string {
  return plainText(statement.replace(/…$/, ""));
}
