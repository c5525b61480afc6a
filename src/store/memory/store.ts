import { compareEvents } from "../../event/envelope.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState, TurnState } from "../../fold/session-state.js";
import type { BadLine, Cursor, IndexedEvent, KeptSession, SessionFilter, Store, Writer } from "../port.js";

interface Tables {
  readonly cursors: Map<string, number>;
  readonly events: Map<string, IndexedEvent>;
  readonly projects: Map<string, ProjectState>;
  readonly sessions: Map<string, KeptSession>;
  readonly turns: Map<string, Map<number, TurnState>>;
  readonly badLines: BadLine[];
}

/** The read model without a file: for tests, and for verifying the one on disk. */
export class MemoryStore implements Store {
  readonly version: number;
  #tables: Tables;

  constructor(version = 0) {
    this.version = version;
    this.#tables = {
      cursors: new Map(),
      events: new Map(),
      projects: new Map(),
      sessions: new Map(),
      turns: new Map(),
      badLines: [],
    };
  }

  transact<T>(work: (writer: Writer) => T): T {
    const tables = copy(this.#tables);
    const result = work(new MemoryWriter(tables));
    this.#tables = tables;
    return result;
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

  sessions({ project, limit = -1 }: SessionFilter): SessionState[] {
    const states = [...this.#tables.sessions.values()]
      .map((kept) => kept.state)
      .filter((state) => project === undefined || state.project === project)
      .sort(by((state) => state.session))
      .sort((a, b) => b.lastAt - a.lastAt);
    return limit < 0 ? states : states.slice(0, limit);
  }

  turns(project: string, session: string): TurnState[] {
    return [...(this.#tables.turns.get(key(project, session))?.values() ?? [])].sort((a, b) => a.n - b.n);
  }

  events(project: string, session: string): IndexedEvent[] {
    return new MemoryWriter(this.#tables).events(project, session);
  }

  badLines(): BadLine[] {
    return [...this.#tables.badLines].sort((a, b) =>
      a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1,
    );
  }

  counts(): { events: number; sessions: number; badLines: number } {
    const { events, sessions, badLines } = this.#tables;
    return { events: events.size, sessions: sessions.size, badLines: badLines.length };
  }

  close(): void {}
}

class MemoryWriter implements Writer {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  cursor(file: string): number {
    return this.#tables.cursors.get(file) ?? 0;
  }

  moveCursor(file: string, offset: number): void {
    this.#tables.cursors.set(file, offset);
  }

  addEvent(event: IndexedEvent): boolean {
    if (this.#tables.events.has(event.id)) return false;
    this.#tables.events.set(event.id, event);
    return true;
  }

  addBadLine(line: BadLine): void {
    this.#tables.badLines.push(line);
  }

  project(project: string): ProjectState | undefined {
    return this.#tables.projects.get(project);
  }

  putProject(state: ProjectState): void {
    this.#tables.projects.set(state.project, state);
  }

  session(project: string, session: string): KeptSession | undefined {
    return this.#tables.sessions.get(key(project, session));
  }

  putSession(kept: KeptSession): void {
    this.#tables.sessions.set(key(kept.state.project, kept.state.session), kept);
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    const turns = this.#tables.turns.get(key(project, session)) ?? new Map<number, TurnState>();
    turns.set(turn.n, turn);
    this.#tables.turns.set(key(project, session), turns);
  }

  dropTurns(project: string, session: string): void {
    this.#tables.turns.delete(key(project, session));
  }

  events(project: string, session: string): IndexedEvent[] {
    return [...this.#tables.events.values()]
      .filter((event) => event.project === project && event.session === session)
      .sort(compareEvents);
  }

  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    for (const event of this.#tables.events.values()) {
      const part = to.find(
        ({ start, end }) => event.file === from && event.offset >= start && event.offset < end,
      );
      if (part !== undefined) {
        this.#tables.events.set(event.id, { ...event, file: part.file, offset: event.offset - part.start });
      }
    }
    for (const { file, start, end } of to) this.moveCursor(file, end - start);
    this.#tables.cursors.delete(from);
  }
}

function copy(tables: Tables): Tables {
  return {
    cursors: new Map(tables.cursors),
    events: new Map(tables.events),
    projects: new Map(tables.projects),
    sessions: new Map(tables.sessions),
    turns: new Map([...tables.turns].map(([session, turns]) => [session, new Map(turns)])),
    badLines: [...tables.badLines],
  };
}

function key(project: string, session: string): string {
  return `${project}\n${session}`;
}

function by<T>(name: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
}
