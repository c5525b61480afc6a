import type { Footprint } from "../../fold/footprint/footprint.js";
import type { ProjectState } from "../../fold/project.js";
import type { TurnState } from "../../fold/session/session-state.js";
import type { KeptThreads } from "../../fold/thread/kept-threads.js";
import type { Join, Thread } from "../../fold/thread/thread-state.js";
import type { BadLine, IndexedEvent, KeptSession } from "../port.js";
import type { Embedding, StoredMemory } from "../recall-port.js";

/** Every write leaves behind how to take it back: a transaction that throws must leave no trace. */
export type Undo = (() => void)[];

export interface Tables {
  readonly cursors: Map<string, number>;
  /** By project and session, then by id. */
  readonly events: Map<string, Map<string, IndexedEvent>>;
  readonly projects: Map<string, ProjectState>;
  readonly sessions: Map<string, KeptSession>;
  readonly footprints: Map<string, Footprint>;
  readonly turns: Map<string, Map<number, TurnState>>;
  readonly threads: Map<string, KeptThreads>;
  /** By project and id. */
  readonly retired: Map<string, Thread>;
  /** By project and turn. */
  readonly joins: Map<string, Join>;
  readonly badLines: Map<string, BadLine>;
  /** By project and session, as they came. */
  readonly numbers: Map<string, number>;
  /** By the number of their session, then by their own. */
  readonly memories: Map<number, Map<number, StoredMemory>>;
  /** The numbers of memories, by project and id. */
  readonly memoryIds: Map<string, number>;
  /** By the number of the memory. */
  readonly embeddings: Map<number, Embedding & { readonly model: string }>;
  /** Dimensions by model. */
  readonly models: Map<string, number>;
}

export function emptyTables(): Tables {
  return {
    cursors: new Map(),
    events: new Map(),
    projects: new Map(),
    sessions: new Map(),
    footprints: new Map(),
    turns: new Map(),
    threads: new Map(),
    retired: new Map(),
    joins: new Map(),
    badLines: new Map(),
    numbers: new Map(),
    memories: new Map(),
    memoryIds: new Map(),
    embeddings: new Map(),
    models: new Map(),
  };
}

/** Writes to tables so that it can be taken back. */
export abstract class Undoable {
  protected readonly tables: Tables;
  readonly #undo: Undo;

  constructor(tables: Tables, undo: Undo) {
    this.tables = tables;
    this.#undo = undo;
  }

  protected set<K, V>(table: Map<K, V>, at: K, value: V): void {
    const before = table.get(at);
    this.#undo.push(() => (before === undefined ? table.delete(at) : table.set(at, before)));
    table.set(at, value);
  }

  protected delete<K, V>(table: Map<K, V>, at: K): void {
    const before = table.get(at);
    if (before === undefined) return;
    this.#undo.push(() => table.set(at, before));
    table.delete(at);
  }
}

export function key(project: string, session: string): string {
  return `${project}\n${session}`;
}

export function ofProject<T>(table: ReadonlyMap<string, T>, project: string): T[] {
  return [...table].filter(([at]) => at.startsWith(key(project, ""))).map(([, value]) => value);
}

export function by<T>(name: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
}
