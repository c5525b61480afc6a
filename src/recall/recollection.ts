import type { MemoryKind, Provenance } from "../model/fold/memory/memory-state.js";
import { idStart } from "../model/fold/stamp.js";
import { clean, fence, joinFitting, shorten } from "../render/clean.js";
import { excerptOf } from "../render/excerpt.js";
import { renderFiles } from "../render/files.js";
import { type Phrases, phrasesFor } from "../render/phrase.js";
import { wordsMet } from "../render/word-match.js";
import type { AskedTime } from "../text/prose/asked-time.js";
import type { Language } from "../text/words/language.js";

export interface Saying {
  readonly kind: MemoryKind;
  readonly by: Provenance;
  readonly text: string;
}

/** One memory that answers a question. */
export interface Recollection extends Saying {
  /** The id to rate, show or remove it by. */
  readonly id: string;
  readonly at: number;
  /** Empty for declarations outside of any session. */
  readonly session: string;
  readonly project: string;
  /** Set if all projects were searched. */
  readonly projectName?: string;
  readonly thread?: { readonly id: string; readonly title: string };
  readonly branch?: string;
  readonly files: readonly string[];
  /** The question and answer of its turn. */
  readonly beside: readonly Saying[];
  /** The share of the question's words in it, from 0 to 1; rare words count more. */
  readonly share: number;
  readonly score: number;
  /** The parts of the score, largest first. */
  readonly parts: readonly { readonly name: string; readonly value: number }[];
  /** The id of its replacement. */
  readonly superseded?: string;
  /** Files it mentions that are gone or changed since. */
  readonly stale?: { readonly gone: readonly string[]; readonly changed: readonly string[] };
}

export interface Recalled {
  readonly query: string;
  /** The parsed question: its words, the kinds that answer it best, its time. */
  readonly words: readonly string[];
  readonly kinds: readonly MemoryKind[];
  readonly time?: AskedTime;
  /** The number of memories, and of candidates. */
  readonly searched: number;
  readonly matched: number;
  readonly memories: readonly Recollection[];
}

const MAX_SAYING_CHARS = 420;
const MAX_BESIDE_CHARS = 200;
const MAX_LIST_CHARS = 240;
const MAX_TEXT = 8_000;

/** Renders a recall for an agent or a person. Pure: the same recall at the same time gives the same bytes. */
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
    if (shown > 0 && size > MAX_TEXT) break;
    lines.push(...more);
    shown++;
  }
  const isOfAll = memories.some(({ projectName }) => projectName !== undefined);
  return [`Tidemark · ${phrases.recall.header(shown, matched, isOfAll)}`, ...fence(lines)].join("\n");
}

function describe(
  memory: Recollection,
  n: number,
  words: readonly string[],
  phrases: Phrases,
  now: number,
): string[] {
  const { recall } = phrases;
  const { session, projectName, branch, files, thread, superseded, stale } = memory;
  const head = [
    recall.ago(phrases.duration(Math.max(0, now - memory.at))),
    ...(projectName === undefined ? [] : [recall.project(shorten(clean(projectName), 60))]),
    ...(session === "" ? [] : [recall.session(clean(session).slice(0, 8))]),
    ...(thread === undefined ? [] : [recall.thread(shorten(clean(thread.title), 60))]),
    ...(branch === undefined ? [] : [phrases.branch(shorten(clean(branch), 80))]),
    clean(idStart(memory.id)),
    ...(superseded === undefined ? [] : [`${recall.superseded} (${clean(idStart(superseded))})`]),
  ];
  const say = ({ kind, by, text }: Saying, longest: number) => {
    const line = clean(text);
    const excerpt = excerptOf(line, wordsMet(line, words), longest);
    return excerpt === "" ? [] : [`   ${recall.said(kind, by)}: ${excerpt}`];
  };
  const changed = renderFiles(files.map(clean), MAX_LIST_CHARS);
  const gone = renderFiles((stale?.gone ?? []).map(clean), MAX_LIST_CHARS);
  const since = renderFiles((stale?.changed ?? []).map(clean), MAX_LIST_CHARS);
  return [
    `${n}. ${joinFitting(head, " · ", MAX_LIST_CHARS)}`,
    ...say(memory, MAX_SAYING_CHARS),
    ...memory.beside.flatMap((saying) => say(saying, MAX_BESIDE_CHARS)),
    ...(changed === "" ? [] : [`   ${recall.files}: ${changed}`]),
    ...(gone === "" ? [] : [`   ${recall.gone}: ${gone}`]),
    ...(since === "" ? [] : [`   ${phrases.changedSince}: ${since}`]),
  ];
}
