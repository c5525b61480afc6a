import { openItems } from "../model/fold/session/status.js";
import type { Thread } from "../model/fold/thread/thread-state.js";
import { FENCE_COST, fence } from "../render/clean.js";
import { type Kind, type Phrases, phrasesFor } from "../render/phrase.js";
import { CODES_BUDGET, composeCodes } from "./codes.js";
import { isAsking, keywordsIn, promptSources } from "./prompt-sources.js";
import { handoverItem, isLongAgo, kindByElapsed, type Situation } from "./situation.js";
import { gitChanges } from "./source/changes.js";
import { choice } from "./source/choice.js";
import { decided } from "./source/decisions.js";
import { knownFacts, pinLines, ruleLine } from "./source/facts.js";
import { header, interruption, memoryHint, missingBranch, notesWish, recovery } from "./source/header.js";
import { rolledBack } from "./source/rollback.js";
import { hotThread, openThing, otherThreads } from "./source/thread.js";
import { toldLines } from "./source/told.js";
import { mayBeDirty } from "./source/tree.js";
import {
  blockers,
  failedIn,
  lastAction,
  movedBranch,
  nextActions,
  obstaclesOf,
  openTasks,
  request,
  synthesis,
} from "./source/work.js";
import { type Origin, type Source, wholeText } from "./source.js";

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
/** Extra characters for each kind of unfinished work. */
const OPEN_CHARS = 150;
const MAX_BUDGET = 1_000;
/** Extra characters if a prompt returns to a line of work. */
const RETURN_CHARS = 100;
/** Extra characters if the agent is asked for notes. */
const NOTES_CHARS = 200;
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
    const [wish] = notesWish(situation, phrasesFor(situation.language));
    const asked = wish === undefined ? "" : `\n${phrasesFor(situation.language).notes}`;
    const codes = composeCodes(situation, (budget ?? CODES_BUDGET) - asked.length);
    const text = codes.text === "" ? "" : `${codes.text}${asked}`;
    return { ...codes, text, items: [...handoverOf(situation), ...codes.items] };
  }
  const room = Math.max(0, Math.min(Math.floor(budget ?? defaultBudget(situation)), HARD_CAP));
  const phrases = phrasesFor(situation.language, situation.hasIcons);
  const head = header(situation, phrases);
  const hint = [
    ...recovery(situation, phrases, room),
    ...missingBranch(situation, phrases),
    ...(situation.returned === undefined ? memoryHint(situation, phrases, room) : []),
    ...notesWish(situation, phrases),
  ];
  const ours = allocate(
    [head, ...hint],
    Math.min(room, head.ideal + hint.reduce((sum, { ideal }) => sum + ideal + 1, 1)),
  );
  const left = room - ours.lines.reduce((sum, line) => sum + line.length + 1, 0);
  const inside = allocate(recordedSources(situation, phrases, left - FENCE_COST), left - FENCE_COST);
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

function defaultBudget(situation: Situation): number {
  const { kind, interrupted, wantsNotes, returned } = situation;
  const recovery = interrupted === undefined ? 0 : RECOVERY_CHARS;
  const more =
    kind === "prompt" ? (returned === undefined ? 0 : RETURN_CHARS) : OPEN_CHARS * openKinds(situation);
  return Math.min(BUDGET[kind] + recovery + more, MAX_BUDGET) + (wantsNotes === true ? NOTES_CHARS : 0);
}

/** How many kinds of unfinished work there are: open tasks, failing checks, uncommitted files, stated obstacles. */
function openKinds(situation: Situation): number {
  const { plan, facts, tree, world } = situation;
  const files = tree === undefined ? [] : mayBeDirty(tree);
  const dirty =
    world.tree === undefined ? (tree?.dirty ?? []) : files.filter((path) => world.tree?.dirty.includes(path));
  const stated = facts.some(({ kind }) => kind === "blocker") || obstaclesOf(situation).length > 0;
  return [openItems(plan).length > 0, failedIn(situation).length > 0, dirty.length > 0, stated].filter(
    Boolean,
  ).length;
}

function handoverOf({ kind, about }: Situation): string[] {
  return kind === "handover" && about !== undefined ? [handoverItem(about.session)] : [];
}

/** The words before the colon of a line. */
const LABEL = /^[^:"]{2,30}: /;
const ROOMY_CHARS = 450;
const LARGE_ROOM = 650;
/** In less room the work goes before the person, who is spoken of only in what is left. */
const PROFILE_ROOM = 700;
/** Characters for other threads: long after the last session they matter more than it does. */
const FEW_THREADS_CHARS = { least: 60, ideal: 110 };
const MANY_THREADS_CHARS = { least: 90, ideal: 180 };

// In reading order.
function recordedSources(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { about, kind, elapsed, threads, pins, rules, facts, world, prompt = "" } = situation;
  const words = keywordsIn(isAsking(prompt) ? prompt : "");
  // Before the first session there is little else to say.
  const share = kind === "first" ? 0.5 : 0.2;
  const known = knownFacts(facts, phrases, { words, ideal: room * share });
  const always = [...pinLines(pins, phrases), ...ruleLine(rules, phrases, room), ...known];
  const extras = situation.extra.flatMap((lines) => lines(phrases));
  // A team or a person may have declared decisions before the first session.
  if (kind === "first") return [...decided(situation, phrases, room * share), ...always, ...extras];
  if (kind === "prompt") return promptSources(situation, phrases, room);
  const isNew = kind !== "compact" && kind !== "resume";
  const isFresh = kind !== "later" && !(kind === "clear" && kindByElapsed(elapsed) === "later");
  // In a small budget the next steps go before their explanation.
  const isRoomy = room >= ROOMY_CHARS;
  const hot = hotOf(situation);
  const title = isNew && (isRoomy || !isFresh) ? hotThread(hot, phrases, room) : [];
  const mustAsk = situation.interrupted !== undefined || kind === "resume" || kind === "handover";
  const certain = [
    ...(mustAsk ? request(situation, phrases, room / 6) : []),
    ...openTasks(situation, phrases, room * (situation.plan === about?.plan ? 0.25 : 0.15)),
    ...nextActions(facts, phrases, room * 0.14),
    ...blockers(situation, phrases, room * 0.12),
    ...decided(situation, phrases, room * 0.1),
    ...always,
  ];
  const before = [
    ...interruption(situation, phrases),
    ...rolledBack(situation, phrases),
    ...movedBranch(situation, phrases),
    ...title,
  ];
  const left = (thread: Thread) => leftOpen(situation, thread, phrases);
  const rest = threads.filter((thread) => thread.id !== hot?.id);
  const others = otherThreads(
    [...rest.filter(left), ...rest.filter((thread) => !left(thread))],
    phrases.threads,
    {
      ...(isFresh ? FEW_THREADS_CHARS : MANY_THREADS_CHARS),
      left,
    },
  );
  const after = [
    ...(isLongAgo(elapsed) ? gitChanges(world.commits, phrases) : []),
    ...(isNew && isRoomy ? others : []),
  ];
  const person = !isFresh && isRoomy ? extras : [];
  const said = [
    ...[...title, ...others].map(wholeText),
    ...certain.map((source) => wholeText(source).replace(LABEL, "")),
  ];
  const taken = [...before, ...certain, ...after, ...(room >= PROFILE_ROOM ? person : [])].reduce(
    (sum, source) => sum + (others.includes(source) ? source.minimum : wholeText(source).length) + NEWLINE,
    0,
  );
  return [
    ...before,
    ...(isNew && situation.hot === undefined ? synthesis(situation, phrases) : []),
    ...toldLines(situation, phrases, room - taken - choiceRoom(kind, room), said),
    ...certain,
    ...choice(situation, phrases),
    ...after,
    ...lastAction(situation, phrases),
    ...person,
  ];
}

/** The room that files, commands and names get in any case: an agent that goes on needs them most. */
function choiceRoom(kind: Kind, room: number): number {
  if (room < LARGE_ROOM) return 0;
  return room * (kind === "compact" || kind === "resume" ? 0.55 : 0.15);
}

/** One thing that another line of work left open, as far as git does not contradict it. */
function leftOpen({ unfinished, world }: Situation, { id }: Thread, phrases: Phrases): string | undefined {
  const left = unfinished?.get(id);
  if (left === undefined) return undefined;
  const dirty = world.tree?.dirty;
  const files = dirty === undefined ? left.files : left.files.filter((path) => dirty.includes(path));
  return openThing({ ...left, files }, phrases);
}

/** Beside an interruption, a thread of other sessions would look like the interrupted work. */
function hotOf({ hot, about, interrupted }: Situation): Thread | undefined {
  const session = interrupted?.session ?? about?.session ?? "";
  return interrupted === undefined || hot?.sessions.includes(session) ? hot : undefined;
}
