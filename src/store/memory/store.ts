import { compareEvents } from "../../event/order.js";
import type { Footprint } from "../../fold/footprint.js";
import type { KeptThreads } from "../../fold/kept-threads.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState, TurnState } from "../../fold/session-state.js";
import { hasWorked } from "../../fold/status.js";
import type { Join, Thread } from "../../fold/thread-state.js";
import { type ThreadTurn, threadTurn } from "../../fold/thread-turn.js";
import type {
  BadLine,
  Cursor,
  IndexedEvent,
  KeptFootprint,
  KeptSession,
  SessionFilter,
  Store,
  Writer,
} from "../port.js";

/** Every write leaves behind how to take it back: a transaction that throws must leave no trace. */
type Undo = (() => void)[];

interface Tables {
  readonly cursors: Map<string, number>;
  /** Which session has the event of an id; the events themselves stand with their session. */
  readonly owners: Map<string, string>;
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
}

/** The read model without a file: for tests, and for verifying the one on disk. */
export class MemoryStore implements Store {
  readonly #tables: Tables = {
    cursors: new Map(),
    owners: new Map(),
    events: new Map(),
    projects: new Map(),
    sessions: new Map(),
    footprints: new Map(),
    turns: new Map(),
    threads: new Map(),
    retired: new Map(),
    joins: new Map(),
    badLines: new Map(),
  };

  transact<T>(work: (writer: Writer) => T): T {
    const undo: Undo = [];
    try {
      return work(new MemoryWriter(this.#tables, undo));
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      throw error;
    }
  }

  cursors(): Cursor[] {
    return [...this.#tables.cursors]
      .map(([file, offset]) => ({ file, offset }))
      .sort(by((cursor) => cursor.file));
  }

  project(project: string): ProjectState | undefined {
    return this.#tables.projects.get(project);
  }

  projects(): ProjectState[] {
    return [...this.#tables.projects.values()].sort(by((state) => state.project));
  }

  session(project: string, session: string): KeptSession | undefined {
    return this.#tables.sessions.get(key(project, session));
  }

  findSessions(prefix: string): SessionState[] {
    return this.sessions({}).filter((state) => state.session.startsWith(prefix));
  }

  sessions({ project, worked, limit = -1 }: SessionFilter): SessionState[] {
    const states = [...this.#tables.sessions.values()]
      .filter(({ state }) => project === undefined || state.project === project)
      .filter(({ state }) => !worked || hasWorked(state))
      .sort(by(({ state }) => state.session))
      .sort((a, b) => b.clock - a.clock)
      .map(({ state }) => state);
    return limit < 0 ? states : states.slice(0, limit);
  }

  footprints(project: string, limit: number): KeptFootprint[] {
    return this.sessions({ project, worked: true })
      .flatMap(({ session }) => {
        const footprint = this.#tables.footprints.get(key(project, session));
        return footprint === undefined ? [] : [{ session, footprint }];
      })
      .slice(0, limit);
  }

  turns(project: string, session: string): TurnState[] {
    return new MemoryWriter(this.#tables, []).turns(project, session);
  }

  threads(project: string): KeptThreads | undefined {
    return this.#tables.threads.get(project);
  }

  retiredThreads(project: string): Thread[] {
    return ofProject(this.#tables.retired, project).sort(by(({ id }) => id));
  }

  joins(project: string, thread?: string): Join[] {
    return ofProject(this.#tables.joins, project)
      .filter((join) => thread === undefined || join.thread === thread)
      .sort(by(({ turn }) => turn))
      .sort((a, b) => a.at - b.at);
  }

  events(project: string, session: string): IndexedEvent[] {
    return new MemoryWriter(this.#tables, []).events(project, session);
  }

  badLines(): BadLine[] {
    return [...this.#tables.badLines.values()].sort((a, b) =>
      a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1,
    );
  }

  counts(): { events: number; sessions: number; badLines: number } {
    const { owners, sessions, badLines } = this.#tables;
    return { events: owners.size, sessions: sessions.size, badLines: badLines.size };
  }

  close(): void {}
}

class MemoryWriter implements Writer {
  readonly #tables: Tables;
  readonly #undo: Undo;

  constructor(tables: Tables, undo: Undo) {
    this.#tables = tables;
    this.#undo = undo;
  }

  cursor(file: string): number {
    return this.#tables.cursors.get(file) ?? 0;
  }

  moveCursor(file: string, offset: number): void {
    this.#set(this.#tables.cursors, file, offset);
  }

  addEvent(event: IndexedEvent): boolean {
    if (this.#tables.owners.has(event.id)) return false;
    const owner = key(event.project, event.session);
    const events = this.#tables.events.get(owner) ?? new Map<string, IndexedEvent>();
    this.#set(events, event.id, event);
    this.#set(this.#tables.events, owner, events);
    this.#set(this.#tables.owners, event.id, owner);
    return true;
  }

  addBadLine(line: BadLine): void {
    const at = key(line.file, String(line.offset));
    if (!this.#tables.badLines.has(at)) this.#set(this.#tables.badLines, at, line);
  }

  project(project: string): ProjectState | undefined {
    return this.#tables.projects.get(project);
  }

  putProject(state: ProjectState): void {
    this.#set(this.#tables.projects, state.project, state);
  }

  session(project: string, session: string): KeptSession | undefined {
    return this.#tables.sessions.get(key(project, session));
  }

  putSession(kept: KeptSession): void {
    this.#set(this.#tables.sessions, key(kept.state.project, kept.state.session), kept);
  }

  footprint(project: string, session: string): Footprint | undefined {
    return this.#tables.footprints.get(key(project, session));
  }

  putFootprint(project: string, session: string, footprint: Footprint): void {
    this.#set(this.#tables.footprints, key(project, session), footprint);
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    const turns = this.#tables.turns.get(key(project, session)) ?? new Map<number, TurnState>();
    this.#set(turns, turn.n, turn);
    this.#set(this.#tables.turns, key(project, session), turns);
  }

  dropTurns(project: string, session: string): void {
    this.#delete(this.#tables.turns, key(project, session));
  }

  turns(project: string, session: string): TurnState[] {
    return [...(this.#tables.turns.get(key(project, session))?.values() ?? [])].sort((a, b) => a.n - b.n);
  }

  threadTurns(project: string): ThreadTurn[] {
    return [...this.#tables.sessions.values()]
      .filter(({ state }) => state.project === project)
      .flatMap(({ state: { session } }) =>
        this.turns(project, session).flatMap((turn) => threadTurn(session, turn) ?? []),
      );
  }

  threads(project: string): KeptThreads | undefined {
    return this.#tables.threads.get(project);
  }

  putThreads(project: string, kept: KeptThreads): void {
    this.#set(this.#tables.threads, project, kept);
  }

  dropThreads(project: string): void {
    this.#delete(this.#tables.threads, project);
    for (const { id } of ofProject(this.#tables.retired, project))
      this.#delete(this.#tables.retired, key(project, id));
    for (const { turn } of ofProject(this.#tables.joins, project)) this.dropJoin(project, turn);
  }

  retireThread(project: string, thread: Thread): void {
    this.#set(this.#tables.retired, key(project, thread.id), thread);
  }

  putJoin(project: string, join: Join): void {
    this.#set(this.#tables.joins, key(project, join.turn), join);
  }

  dropJoin(project: string, turn: string): void {
    this.#delete(this.#tables.joins, key(project, turn));
  }

  events(project: string, session: string): IndexedEvent[] {
    return [...(this.#tables.events.get(key(project, session))?.values() ?? [])].sort(compareEvents);
  }

  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    for (const events of this.#tables.events.values()) {
      for (const event of events.values()) {
        const part = to.find(
          ({ start, end }) => event.file === from && event.offset >= start && event.offset < end,
        );
        if (part === undefined) continue;
        this.#set(events, event.id, { ...event, file: part.file, offset: event.offset - part.start });
      }
    }
    for (const { file, start, end } of to) this.moveCursor(file, end - start);
    this.#delete(this.#tables.cursors, from);
  }

  #set<K, V>(table: Map<K, V>, at: K, value: V): void {
    const before = table.get(at);
    this.#undo.push(() => (before === undefined ? table.delete(at) : table.set(at, before)));
    table.set(at, value);
  }

  #delete<K, V>(table: Map<K, V>, at: K): void {
    const before = table.get(at);
    if (before === undefined) return;
    this.#undo.push(() => table.set(at, before));
    table.delete(at);
  }
}

function key(project: string, session: string): string {
  return `${project}\n${session}`;
}

function ofProject<T>(table: ReadonlyMap<string, T>, project: string): T[] {
  return [...table].filter(([at]) => at.startsWith(key(project, ""))).map(([, value]) => value);
}

function by<T>(name: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
}
