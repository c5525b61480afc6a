import { unknownWorld, type World } from "../host/world.js";
import { activeFocus, ratingOf, removedIn } from "../model/fold/declared/declared.js";
import type { MemoryKind } from "../model/fold/memory/memory-state.js";
import type { ProjectState } from "../model/fold/project.js";
import { stagedElsewhere } from "../model/fold/staged.js";
import { turnId } from "../model/fold/thread/thread-state.js";
import { replacedIn } from "../model/replaced.js";
import type { StoredMemory } from "../model/store/memory-reader.js";
import type { Store } from "../model/store/store.js";
import { termsOf } from "../text/words/term.js";
import { deepMatches } from "./deep-match.js";
import { withoutNearDuplicates } from "./near-duplicate.js";
import type { Question } from "./question.js";
import { type Ranked, rank, type Weights } from "./rank.js";
import type { Recalled, Recollection, Saying } from "./recollection.js";
import { type AskedVector, search } from "./search.js";
import type { LikeWords } from "./soft-match.js";
import type { Standing } from "./standing.js";
import { supersededDecisions } from "./superseded.js";
import { WEIGHTS } from "./weights.js";

export interface RecallOptions {
  readonly now: number;
  readonly limit?: number;
  /** How many memories are looked at closely for their words. */
  readonly breadth?: number;
  /** The session that asks: the turn in which it does is not an answer. */
  readonly asking?: string;
  /** The branch the work tree is on. */
  readonly branch?: string;
  /** The one that others are merged into, where its name is known. */
  readonly trunk?: string;
  readonly filter?: RecallFilter;
  /** Which words are alike; undefined where no table is used. */
  readonly words?: LikeWords;
  readonly vector?: AskedVector;
  /** Others than the learned ones. */
  readonly weights?: Weights;
  /** Looks up what became of the files that memories speak of. */
  readonly lookAround?: (files: readonly string[]) => World;
}

export interface RecallFilter {
  readonly kind?: MemoryKind;
  readonly since?: number;
  readonly until?: number;
  readonly session?: string;
  /** The id of a thread. */
  readonly thread?: string;
  /** A path, or the end or a part of one. */
  readonly file?: string;
}

/** How many memories are shown unless more are asked for. */
export const USUAL = 5;
/** What is shown has at most so many others of its turn beside it. */
const BESIDE = 2;
const SAID: ReadonlySet<MemoryKind> = new Set(["prompt", "answer"]);
const REACH = 6;

/** What is known of a project that answers a question, best first. */
export function recall(store: Store, project: string, query: string, options: RecallOptions): Recalled {
  const { ranked, words, question, searched, isRemoved } = rankMemories(store, project, query, options);
  const { limit = USUAL, lookAround = () => unknownWorld } = options;
  const best = oncePerTurn(withoutNearDuplicates(ranked, limit * 2)).slice(0, limit);
  const world = lookAround([...new Set(best.flatMap(({ memory }) => memory.files))]);
  return {
    query,
    words,
    kinds: question.kinds,
    time: question.time,
    searched,
    matched: ranked.length,
    memories: describe(store, project, best, world, isRemoved),
  };
}

/** What may answer a question, and what it was read as. */
interface Answers {
  /** Best first. */
  readonly ranked: readonly Ranked<StoredMemory>[];
  readonly words: readonly string[];
  readonly question: Question;
  readonly searched: number;
  /** Not to be shown beside another either. */
  readonly isRemoved: (memory: StoredMemory) => boolean;
}

/** All memories that may answer, best first, with what made them so. */
export function rankMemories(store: Store, project: string, query: string, options: RecallOptions): Answers {
  const { now, words, vector, filter = {} } = options;
  const state = store.project(project);
  const replaced = replacedIn(store, project, state);
  const isRemoved = removedIn(state);
  const { kind, ...conditions } = filter;
  const fulfils = wantedBy(store, project, options);
  const isWanted = (memory: StoredMemory) => fulfils(memory) && !isRemoved(memory);
  const isOpen = Object.values(conditions).every((value) => value === undefined);
  const also = isOpen ? [] : deepMatches(store, project, query, filter, { now, isWanted });
  const { question, searched, candidates } = search(store, project, query, {
    now,
    kind,
    breadth: options.breadth,
    words,
    vector,
    isWanted,
    also,
  });
  const later = supersededDecisions(candidates.map(({ memory }) => memory));
  const standing: Standing = {
    now,
    branch: options.branch,
    isElsewhere: stagedElsewhere(state, options),
    focus: new Set(state === undefined ? [] : (activeFocus(state, now)?.topics ?? []).flatMap(termsOf)),
    rating: (id) => (state === undefined ? undefined : ratedIn(state, id)),
    supersededBy: (memory) => replaced(memory) ?? later.get(memory.id),
  };
  const weights = options.weights ?? WEIGHTS[words === undefined ? "plain" : "full"];
  const ranked = rank(question, candidates, standing, weights).map((one) => {
    const by = standing.supersededBy(one.memory);
    return by === undefined ? one : { ...one, memory: { ...one.memory, superseded: by } };
  });
  return { ranked, words: question.asked.map(({ word }) => word), question, searched, isRemoved };
}

function wantedBy(
  store: Store,
  project: string,
  { asking, filter = {} }: RecallOptions,
): (memory: StoredMemory) => boolean {
  const { since, until, session, thread, file } = filter;
  const own = asking === undefined ? undefined : store.session(project, asking)?.state.turn;
  const present = own === undefined || own.endedAt !== undefined ? undefined : turnId(own);
  const turns =
    thread === undefined ? undefined : new Set(store.joins(project, thread).map(({ turn }) => turn));
  return (memory) =>
    !(memory.session === asking && memory.turn === present && present !== undefined) &&
    (since === undefined || memory.at >= since) &&
    (until === undefined || memory.at < until) &&
    (session === undefined || memory.session === session) &&
    (turns === undefined || memory.id === thread || (memory.turn !== undefined && turns.has(memory.turn))) &&
    (file === undefined || memory.files.some((path) => path.includes(file)) || memory.text.includes(file));
}

/** As most ratings say; as many good as bad ones say nothing. */
function ratedIn(state: ProjectState, id: string): "up" | "down" | undefined {
  const { up, down } = ratingOf(state, id);
  return up === down ? undefined : up > down ? "up" : "down";
}

/** What was said and changed in a turn that is shown already stands beside it. */
function oncePerTurn(ranked: readonly Ranked<StoredMemory>[]): Ranked<StoredMemory>[] {
  const met = new Set<string>();
  return ranked.filter(({ memory }) => {
    if (memory.turn === undefined) return true;
    const key = `${memory.session} ${memory.turn}`;
    const isShown = met.has(key);
    met.add(key);
    return !isShown || !(SAID.has(memory.kind) || memory.kind === "change");
  });
}

function describe(
  store: Store,
  project: string,
  best: readonly Ranked<StoredMemory>[],
  world: World,
  isRemoved: Answers["isRemoved"],
): Recollection[] {
  const turns = best.flatMap(({ memory }) => memory.turn ?? []);
  const joins = new Map(store.joinsOf(project, turns).map((join) => [join.turn, join.thread]));
  const titles = titlesOf(store, project, new Set(joins.values()));
  const shown = new Set(best.map(({ memory }) => memory.n));
  const near = saidAround(store, best).filter((memory) => !isRemoved(memory));
  return best.map(({ memory, score, share, explain }) => {
    const { n: _, turn, author: __, ...rest } = memory;
    const id = turn === undefined ? undefined : joins.get(turn);
    const title = id === undefined ? undefined : titles.get(id);
    const gone = memory.files.filter((path) => world.file(path, memory.at) === "gone");
    const changed = memory.files.filter((path) => world.file(path, memory.at) === "changed");
    return {
      ...rest,
      ...(id === undefined || title === undefined ? {} : { thread: { id, title } }),
      beside: memory.turn === undefined ? [] : besideOf(near, memory, shown),
      share: rounded(share),
      score: rounded(score),
      parts: explain().map(({ name, value }) => ({ name, value: rounded(value) })),
      ...(gone.length + changed.length === 0 ? {} : { stale: { gone, changed } }),
    };
  });
}

/** Threads of more than one turn are remembered themselves, with the title first. */
function titlesOf(store: Store, project: string, threads: ReadonlySet<string>): Map<string, string> {
  return new Map(
    [...threads].flatMap((thread) => {
      const found = store.memories
        .find(project, thread)
        .find(({ id, kind }) => id === thread && kind === "thread");
      return found === undefined ? [] : [[thread, found.text.split("\n", 1)[0] ?? ""] as const];
    }),
  );
}

/** The question its turn began with and the answer it ended with, unless they are shown already: each is said once. */
function besideOf(near: readonly StoredMemory[], memory: StoredMemory, shown: Set<number>): Saying[] {
  const beside = near
    .filter(
      ({ n, turn, session, project }) =>
        !shown.has(n) && turn === memory.turn && session === memory.session && project === memory.project,
    )
    .slice(0, BESIDE);
  for (const { n } of beside) shown.add(n);
  return beside.map(({ kind, by, text }) => ({ kind, by, text }));
}

/** What was said around some memories, read at once. */
function saidAround(store: Store, best: readonly Ranked<StoredMemory>[]): StoredMemory[] {
  const numbers = new Set(
    best
      .filter(({ memory }) => memory.turn !== undefined)
      .flatMap(({ memory }) => Array.from({ length: 2 * REACH + 1 }, (_, at) => memory.n - REACH + at)),
  );
  return store.memories.at([...numbers]).filter(({ kind }) => SAID.has(kind));
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
