import type { Thread } from "../model/fold/thread/thread-state.js";
import { FENCE_COST, fence } from "../render/clean.js";
import { type Kind, type Phrases, phrasesFor } from "../render/phrase.js";
import { isContinuation } from "../text/prose/next-action.js";
import { isTelling, wordsOf } from "../text/prose/topic.js";
import { CODES_BUDGET, composeCodes } from "./codes.js";
import { handoverItem, isLongAgo, kindByElapsed, type Situation } from "./situation.js";
import { gitChanges } from "./source/changes.js";
import { choice } from "./source/choice.js";
import { decided, decidedFor } from "./source/decisions.js";
import { factsFor, knownFacts, pinLines, ruleLine } from "./source/facts.js";
import { header, interruption, memoryHint, missingBranch, recovery } from "./source/header.js";
import { recalledFor } from "./source/recalled.js";
import { hotThread, otherThreads, threadItem, threadSummary } from "./source/thread.js";
import { blockers, closing, movedBranch, nextActions, openTasks, request, synthesis } from "./source/work.js";
import type { Origin, Source } from "./source.js";

/** Claude Code silently replaces longer answers by a preview, so no injection comes near that limit. */
export const HARD_CAP = 9_500;

/** Characters per kind: the needs of a new session, and more after a compaction or a crash took the rest away. */
const BUDGET: { readonly [K in Kind]: number } = {
  first: 400,
  immediate: 700,
  recent: 700,
  later: 700,
  beside: 500,
  clear: 700,
  fork: 500,
  resume: 500,
  handover: 1_000,
  compact: 1_000,
  prompt: 300,
};

/** Extra characters after an interruption: the way back. */
const RECOVERY_CHARS = 150;
const MAX_BUDGET = 1_000;
const NEWLINE = 1;

export interface Injection {
  readonly text: string;
  /** The keys of the sources that fit. */
  readonly keys: readonly string[];
  /** The files, commands and names in the text. */
  readonly items: readonly string[];
  readonly budget: number;
  readonly trace: readonly TraceEntry[];
}

export interface TraceEntry {
  readonly key: string;
  readonly priority: number;
  readonly room: number;
  readonly chars: number;
  readonly said: boolean;
  readonly why: string;
  readonly origins: readonly Origin[];
}

export interface Allocation {
  readonly lines: readonly string[];
  readonly keys: readonly string[];
  readonly items: readonly string[];
  readonly trace: readonly TraceEntry[];
}

/** Composes the text for the agent. Pure: the same situation gives the same bytes. */
export function compose(situation: Situation, budget?: number): Injection {
  if (situation.style === "codes" && situation.kind !== "prompt") {
    const codes = composeCodes(situation, budget ?? CODES_BUDGET);
    return { ...codes, items: [...handoverOf(situation), ...codes.items] };
  }
  const room = Math.max(0, Math.min(Math.floor(budget ?? defaultBudget(situation)), HARD_CAP));
  const phrases = phrasesFor(situation.language);
  const head = header(situation, phrases, room);
  const hint = [
    ...recovery(situation, phrases, room),
    ...missingBranch(situation, phrases),
    ...memoryHint(situation, phrases, room),
  ];
  const recorded = recordedSources(situation, phrases, room);
  const ours = allocate(
    [head, ...hint],
    Math.min(room, head.ideal + hint.reduce((sum, { ideal }) => sum + ideal + 1, 1)),
  );
  const left = room - ours.lines.reduce((sum, line) => sum + line.length + 1, 0);
  const inside = allocate(recorded, left - FENCE_COST);
  const [first, ...rest] = ours.lines;
  const lines = [
    ...(first === undefined ? [] : [first]),
    ...fence(inside.lines.flatMap((text) => text.split("\n"))),
    ...rest,
  ];
  // On a prompt the header alone is not worth an interruption.
  const isEmpty = first === undefined || (situation.kind === "prompt" && lines.length === 1);
  return {
    text: isEmpty ? "" : lines.join("\n"),
    keys: isEmpty ? [] : [...ours.keys, ...inside.keys],
    items: isEmpty ? [] : [...handoverOf(situation), ...inside.items],
    budget: room,
    trace: [...ours.trace, ...inside.trace],
  };
}

/**
 * Shares a budget of characters among sources: first the minimum by priority, then the rest up to each ideal. Unused
 * room goes on to the next source; lines keep the order of the sources.
 */
export function allocate(sources: readonly Source[], budget: number): Allocation {
  const ranked = [...sources].sort(
    (a, b) =>
      Number(a.isFiller ?? false) - Number(b.isFiller ?? false) ||
      b.priority - a.priority ||
      (a.key < b.key ? -1 : 1),
  );
  let left = budget;
  const admitted = new Set<Source>();
  for (const source of ranked) {
    const cost = source.minimum + NEWLINE;
    if (cost > left || source.isFiller) continue;
    left -= cost;
    admitted.add(source);
  }
  const texts = new Map<string, string>();
  const named = new Map<string, readonly string[]>();
  const entries = new Map<string, TraceEntry>();
  for (const source of ranked) {
    const { key, priority, origins } = source;
    if (source.isFiller && source.minimum + NEWLINE <= left) {
      left -= source.minimum + NEWLINE;
      admitted.add(source);
    }
    if (!admitted.has(source)) {
      const why = `no room for its ${source.minimum} characters`;
      entries.set(key, { key, priority, room: 0, chars: 0, said: false, why, origins });
      continue;
    }
    const grant = Math.max(0, Math.min(source.ideal - source.minimum, left));
    const room = source.minimum + grant;
    const rendered = source.render(room);
    const { text, items } = typeof rendered === "string" ? { text: rendered, items: [] } : rendered;
    const said = text !== "" && text.length <= room;
    left -= grant;
    left += said ? room - text.length : room + NEWLINE;
    if (said) {
      texts.set(key, text);
      named.set(key, items);
    }
    const why = said ? source.because : "nothing that fits";
    entries.set(key, { key, priority, room, chars: said ? text.length : 0, said, why, origins });
  }
  const spoken = sources.filter((source) => texts.has(source.key));
  return {
    lines: spoken.map((source) => texts.get(source.key) ?? ""),
    keys: spoken.map((source) => source.key),
    items: spoken.flatMap((source) => named.get(source.key) ?? []),
    trace: sources.flatMap((source) => entries.get(source.key) ?? []),
  };
}

function defaultBudget({ kind, interrupted }: Situation): number {
  return Math.min(BUDGET[kind] + (interrupted === undefined ? 0 : RECOVERY_CHARS), MAX_BUDGET);
}

function handoverOf({ kind, about }: Situation): string[] {
  return kind === "handover" && about !== undefined ? [handoverItem(about.session)] : [];
}

const ROOMY_CHARS = 600;
/** In the middle of its work an agent only hears of items that it very probably needs. */
const MIN_PROMPT_CHANCE = 0.15;
/** Characters for other threads: long after the last session they matter more than it does. */
const FEW_THREADS_CHARS = { least: 0, ideal: 84 };
const MANY_THREADS_CHARS = { least: 90, ideal: 180 };

// In reading order.
function recordedSources(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { about, kind, elapsed, interrupted, threads, pins, rules, facts, world, prompt = "" } = situation;
  const words = keywordsIn(isAsking(prompt) ? prompt : "");
  const known = knownFacts(facts, phrases, { words, ideal: room * 0.2 });
  const always = [...pinLines(pins, phrases), ...ruleLine(rules, phrases, room), ...known];
  const extras = situation.extra.flatMap((lines) => lines(phrases));
  // A team or a person may have declared decisions before the first session.
  if (kind === "first") return [...decided(situation, phrases, room * 0.2), ...always, ...extras];
  if (kind === "prompt") return promptSources(situation, phrases, room);
  const isNew = kind !== "compact" && kind !== "resume";
  const isFresh = kind !== "later" && !(kind === "clear" && kindByElapsed(elapsed) === "later");
  // In a small budget the next steps go before their explanation.
  const isRoomy = room >= ROOMY_CHARS;
  const hot = hotOf(situation);
  const others = threads.filter((thread) => thread.id !== hot?.id);
  return [
    ...interruption(situation, phrases),
    ...movedBranch(situation, phrases),
    ...(isNew && (isRoomy || !isFresh) ? hotThread(hot, phrases) : []),
    ...(isNew && situation.hot === undefined ? synthesis(situation, phrases) : []),
    ...(isFresh || interrupted !== undefined ? request(situation, phrases, room / 7) : []),
    ...(isFresh || !isRoomy ? [] : threadSummary(hot, phrases, room / 7)),
    ...openTasks(situation, phrases, room * (situation.plan === about?.plan ? 0.3 : 0.15)),
    ...nextActions(about, facts, phrases, { ideal: room * 0.14, isRoomy }),
    ...blockers(about, facts, phrases, room * 0.14),
    ...decided(situation, phrases, room * 0.12),
    ...always,
    ...choice(situation, phrases),
    ...(isLongAgo(elapsed) ? gitChanges(world.commits, phrases) : []),
    ...(isNew && isRoomy
      ? otherThreads(others, phrases.threads, isFresh ? FEW_THREADS_CHARS : MANY_THREADS_CHARS)
      : []),
    ...(isFresh && isRoomy ? closing(about, phrases) : []),
    ...(!isFresh && isRoomy ? extras : []),
  ];
}

/** Beside an interruption, a thread of other sessions would look like the interrupted work. */
function hotOf({ hot, about, interrupted }: Situation): Thread | undefined {
  const session = interrupted?.session ?? about?.session ?? "";
  return interrupted === undefined || hot?.sessions.includes(session) ? hot : undefined;
}

/** Neither a command nor a mere "go on". */
function isAsking(prompt: string): boolean {
  return !prompt.startsWith("/") && !isContinuation(prompt);
}

function keywordsIn(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter(isTelling));
}

/** One common word is chance, two are a subject. */
function isAbout({ title, topics }: Thread, words: ReadonlySet<string>): boolean {
  const own = new Set([...topics, ...wordsOf(title).filter(isTelling)]);
  return [...own].filter((word) => words.has(word)).length >= 2;
}

/** Only what this request needs, without what the session did or heard itself. */
function promptSources(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { about, prompt = "", threads, told } = situation;
  if (!isAsking(prompt)) return [];
  const words = keywordsIn(prompt);
  const others = threads.filter(
    (thread) =>
      !told.has(threadItem(thread.id)) &&
      !thread.sessions.includes(about?.session ?? "") &&
      isAbout(thread, words),
  );
  return [
    ...factsFor(situation, phrases, { words, ideal: room * 0.4 }),
    ...decidedFor(situation, phrases, { words, ideal: room * 0.4 }),
    ...recalledFor(situation, phrases, room * 0.6),
    ...choice(situation, phrases, { least: MIN_PROMPT_CHANCE }),
    ...otherThreads(others, phrases.earlier, { least: 0, ideal: room * 0.5 }),
  ];
}
