import { compareEvents } from "../../event/order.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState, TurnState } from "../../fold/session/session-state.js";
import { hasWorked } from "../../fold/session/status.js";
import type { KeptThreads } from "../../fold/thread/kept-threads.js";
import type { Join, Thread } from "../../fold/thread/thread-state.js";
import {
  type BadLine,
  type Cursor,
  type IndexedEvent,
  type KeptFootprint,
  type KeptSession,
  MESSAGE,
  type MessagePage,
  type SessionFilter,
  type Store,
  type Writer,
} from "../port.js";
import { MemoryReader } from "./memory-reader.js";
import { by, emptyTables, key, ofProject, type Undo } from "./table.js";
import { TableWriter } from "./writer.js";

/** The read model without a file: for tests, and for verifying the one on disk. */
export class MemoryStore extends MemoryReader implements Store {
  constructor() {
    super(emptyTables());
  }

  transact<T>(work: (writer: Writer) => T): T {
    const undo: Undo = [];
    try {
      return work(new TableWriter(this.tables, undo));
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      throw error;
    }
  }

  cursors(): Cursor[] {
    return [...this.tables.cursors]
      .map(([file, offset]) => ({ file, offset }))
      .sort(by((cursor) => cursor.file));
  }

  project(project: string): ProjectState | undefined {
    return this.tables.projects.get(project);
  }

  projects(): ProjectState[] {
    return [...this.tables.projects.values()].sort(by((state) => state.project));
  }

  session(project: string, session: string): KeptSession | undefined {
    return this.tables.sessions.get(key(project, session));
  }

  findSessions(prefix: string): SessionState[] {
    return this.sessions({}).filter((state) => state.session.startsWith(prefix));
  }

  sessions({ project, worked, agent, tag, limit = -1 }: SessionFilter): SessionState[] {
    const states = [...this.tables.sessions.values()]
      .filter(({ state }) => project === undefined || state.project === project)
      .filter(({ state }) => !worked || hasWorked(state))
      .filter(({ state }) => agent === undefined || state.agent === agent)
      .filter(({ state }) => tag === undefined || state.tags?.includes(tag))
      .sort(by(({ state }) => state.session))
      .sort((a, b) => b.clock - a.clock)
      .map(({ state }) => state);
    return limit < 0 ? states : states.slice(0, limit);
  }

  footprints(project: string, limit: number): KeptFootprint[] {
    return this.sessions({ project, worked: true })
      .flatMap(({ session }) => {
        const footprint = this.tables.footprints.get(key(project, session));
        return footprint === undefined ? [] : [{ session, footprint }];
      })
      .slice(0, limit);
  }

  turns(project: string, session: string, last = Number.POSITIVE_INFINITY): TurnState[] {
    const turns = new TableWriter(this.tables, []).turns(project, session);
    return turns.slice(Math.max(0, turns.length - last));
  }

  threads(project: string): KeptThreads | undefined {
    return this.tables.threads.get(project);
  }

  retiredThreads(project: string): Thread[] {
    return ofProject(this.tables.retired, project).sort(by(({ id }) => id));
  }

  joins(project: string, thread?: string): Join[] {
    return ofProject(this.tables.joins, project)
      .filter((join) => thread === undefined || join.thread === thread)
      .sort(by(({ turn }) => turn))
      .sort((a, b) => a.at - b.at);
  }

  joinsOf(project: string, turns: readonly string[]): Join[] {
    return this.joins(project).filter(({ turn }) => turns.includes(turn));
  }

  events(project: string, session: string): IndexedEvent[] {
    return new TableWriter(this.tables, []).events(project, session);
  }

  messages(
    project: string,
    session: string,
    { limit, before, after, oldestFirst }: MessagePage,
  ): IndexedEvent[] {
    const found = this.events(project, session)
      .filter(({ type }) => type === MESSAGE)
      .filter((event) => before === undefined || compareEvents(event, before) < 0)
      .filter((event) => after === undefined || compareEvents(event, after) > 0);
    return (oldestFirst ? found : found.reverse()).slice(0, limit);
  }

  badLines(): BadLine[] {
    return [...this.tables.badLines.values()].sort((a, b) =>
      a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1,
    );
  }

  counts(): { events: number; sessions: number; badLines: number } {
    const { events, sessions, badLines } = this.tables;
    const all = [...events.values()].reduce((sum, { size }) => sum + size, 0);
    return { events: all, sessions: sessions.size, badLines: badLines.size };
  }

  close(): void {}
}
