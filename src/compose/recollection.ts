import type { Language } from "../detect/language.js";
import { clean, joinFitting, shorten } from "./render/clean.js";
import { fence } from "./render/fence.js";
import { renderFiles } from "./render/files.js";
import { type Phrases, phrasesFor } from "./render/phrase.js";

/** Who is behind a text: the user's own words weigh more than the agent's, and those more than a tool's output. */
export type Speaker = "user" | "agent" | "tool";

export interface Saying {
  readonly by: Speaker;
  readonly as: "asked" | "answered" | "ran" | "planned" | "summarised" | "declared" | "pinned";
  readonly text: string;
}

/** One memory that matches a question. */
export interface Recollection {
  /** What it can be rated or removed by, where it has an id of its own. */
  readonly id?: string;
  readonly at: number;
  readonly session?: string;
  readonly branch?: string;
  readonly said: readonly Saying[];
  readonly files: readonly string[];
  readonly score: number;
}

export interface Recalled {
  readonly query: string;
  /** What the question was taken for. */
  readonly words: readonly string[];
  /** How many memories were looked through, and how many matched. */
  readonly searched: number;
  readonly matched: number;
  /** Best first. */
  readonly memories: readonly Recollection[];
}

const LONGEST_SAYING = 420;
const LONGEST_LIST = 240;
const MOST_TEXT = 8_000;

/** A recall in words, for an agent or a person. Pure: the same recall at the same time gives the same bytes. */
export function composeRecall(
  { memories, words, matched, searched }: Recalled,
  { now, language }: { readonly now: number; readonly language: Language },
): string {
  const phrases = phrasesFor(language);
  if (words.length === 0) return `Tidemark · ${phrases.recall.unasked}`;
  if (memories.length === 0) return `Tidemark · ${phrases.recall.nothing(searched)}`;
  const lines: string[] = [];
  let shown = 0;
  let size = 0;
  for (const memory of memories) {
    const more = describe(memory, shown + 1, words, phrases, now);
    size += more.join("\n").length;
    if (shown > 0 && size > MOST_TEXT) break;
    lines.push(...more);
    shown++;
  }
  return [`Tidemark · ${phrases.recall.header(shown, matched)}`, ...fence(lines)].join("\n");
}

function describe(
  memory: Recollection,
  n: number,
  words: readonly string[],
  phrases: Phrases,
  now: number,
): string[] {
  const { recall } = phrases;
  const { session, branch, files } = memory;
  const head = [
    recall.ago(phrases.duration(Math.max(0, now - memory.at))),
    ...(session === undefined || session === "" ? [] : [recall.session(clean(session).slice(0, 8))]),
    ...(branch === undefined ? [] : [phrases.branch(shorten(clean(branch), 80))]),
    ...(memory.id === undefined ? [] : [clean(memory.id)]),
  ];
  const said = memory.said.flatMap(({ as, by, text }) => {
    const excerpt = around(clean(text), words);
    return excerpt === "" ? [] : [`   ${recall.said(as, by)}: ${excerpt}`];
  });
  const changed = renderFiles(files.map(clean), LONGEST_LIST);
  return [
    `${n}. ${joinFitting(head, " · ", LONGEST_LIST)}`,
    ...said,
    ...(changed === "" ? [] : [`   ${recall.files}: ${changed}`]),
  ];
}

/** Of a long text the part in which the words stand. */
function around(text: string, words: readonly string[]): string {
  if (text.length <= LONGEST_SAYING) return text;
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = Math.min(...places, text.length);
  if (first === text.length || first < LONGEST_SAYING / 2) return shorten(text, LONGEST_SAYING);
  const space = text.indexOf(" ", first - LONGEST_SAYING / 3);
  const start = space >= 0 && space < first ? space + 1 : first;
  return `…${shorten(text.slice(start).toWellFormed(), LONGEST_SAYING - 1)}`;
}
