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
  /** The number of memories examined closely for their words. */
  readonly breadth?: number;
  /** The asking session: its current turn is not an answer. */
  readonly asking?: string;
  /** The checked-out branch. */
  readonly branch?: string;
  /** The branch that others are merged into, if known. */
  readonly trunk?: string;
  readonly filter?: RecallFilter;
  /** Word similarity; undefined without a table. */
  readonly words?: LikeWords;
  readonly vector?: AskedVector;
  /** Weights to try instead of the learned ones. */
  readonly weights?: Weights;
  /** Looks up the current state of the files that memories mention. */
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

/** The default number of results. */
export const DEFAULT_LIMIT = 5;
/** The maximum of other memories shown from the same turn. */
const MAX_SAME_TURN = 2;
const SAID: ReadonlySet<MemoryKind> = new Set(["prompt", "answer"]);
const REACH = 6;

/** Answers a question from the memories of a project, best first. */
export function recall(store: Store, project: string, query: string, options: RecallOptions): Recalled {
  const { ranked, words, question, searched, isRemoved } = rankMemories(store, project, query, options);
  const { limit = DEFAULT_LIMIT, lookAround = () => unknownWorld } = options;
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

/** The candidates for a question, and the parsed question. */
interface Answers {
  /** Best first. */
  readonly ranked: readonly Ranked<StoredMemory>[];
  readonly words: readonly string[];
  readonly question: Question;
  readonly searched: number;
  /** Also hidden as context of another one. */
  readonly isRemoved: (memory: StoredMemory) => boolean;
}

/** All candidate memories, best first, with their reasons. */
export function rankMemories(store: Store, project: string, query: string, options: RecallOptions): Answers {
  const { now, words, vector, breadth, filter = {} } = options;
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
    breadth,
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

/** The majority of ratings; a tie is neutral. */
function ratedIn(state: ProjectState, id: string): "up" | "down" | undefined {
  const { up, down } = ratingOf(state, id);
  return up === down ? undefined : up > down ? "up" : "down";
}

/** Messages and changes of a turn that is already shown appear beside it. */
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

/** Threads of more than one turn are memories themselves, with the title first. */
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

/** The first question and the last answer of its turn, unless they are shown already. */
function besideOf(near: readonly StoredMemory[], memory: StoredMemory, shown: Set<number>): Saying[] {
  const beside = near
    .filter(
      ({ n, turn, session, project }) =>
        !shown.has(n) && turn === memory.turn && session === memory.session && project === memory.project,
    )
    .slice(0, MAX_SAME_TURN);
  for (const { n } of beside) shown.add(n);
  return beside.map(({ kind, by, text }) => ({ kind, by, text }));
}

/** Reads the messages around some memories at once. */
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
