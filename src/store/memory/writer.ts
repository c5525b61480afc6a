import { compareEvents } from "../../event/order.js";
import type { Footprint } from "../../fold/footprint/footprint.js";
import type { ProjectState } from "../../fold/project.js";
import type { TurnState } from "../../fold/session/session-state.js";
import type { KeptThreads } from "../../fold/thread/kept-threads.js";
import type { Join, Thread } from "../../fold/thread/thread-state.js";
import { type ThreadTurn, threadTurn } from "../../fold/thread/thread-turn.js";
import type { BadLine, IndexedEvent, KeptSession, Writer } from "../port.js";
import { MemoryWriter } from "./memory-writer.js";
import { key, ofProject } from "./table.js";

/** The writing half of the store; alive only inside a transaction. */
export class TableWriter extends MemoryWriter implements Writer {
  cursor(file: string): number {
    return this.tables.cursors.get(file) ?? 0;
  }

  moveCursor(file: string, offset: number): void {
    this.set(this.tables.cursors, file, offset);
  }

  addEvent(event: IndexedEvent): boolean {
    const owner = key(event.project, event.session);
    const events = this.tables.events.get(owner) ?? new Map<string, IndexedEvent>();
    if (events.has(event.id)) return false;
    this.sessionNumber(event.project, event.session);
    this.set(events, event.id, event);
    this.set(this.tables.events, owner, events);
    return true;
  }

  addBadLine(line: BadLine): void {
    const at = key(line.file, String(line.offset));
    if (!this.tables.badLines.has(at)) this.set(this.tables.badLines, at, line);
  }

  project(project: string): ProjectState | undefined {
    return this.tables.projects.get(project);
  }

  putProject(state: ProjectState): void {
    this.set(this.tables.projects, state.project, state);
  }

  session(project: string, session: string): KeptSession | undefined {
    return this.tables.sessions.get(key(project, session));
  }

  putSession(kept: KeptSession): void {
    this.set(this.tables.sessions, key(kept.state.project, kept.state.session), kept);
  }

  footprint(project: string, session: string): Footprint | undefined {
    return this.tables.footprints.get(key(project, session));
  }

  putFootprint(project: string, session: string, footprint: Footprint): void {
    this.set(this.tables.footprints, key(project, session), footprint);
  }

  putTurn(project: string, session: string, turn: TurnState): void {
    const turns = this.tables.turns.get(key(project, session)) ?? new Map<number, TurnState>();
    this.set(turns, turn.n, turn);
    this.set(this.tables.turns, key(project, session), turns);
  }

  dropTurns(project: string, session: string): void {
    this.delete(this.tables.turns, key(project, session));
  }

  turns(project: string, session: string): TurnState[] {
    return [...(this.tables.turns.get(key(project, session))?.values() ?? [])].sort((a, b) => a.n - b.n);
  }

  threadTurns(project: string): ThreadTurn[] {
    return [...this.tables.sessions.values()]
      .filter(({ state }) => state.project === project)
      .flatMap(({ state: { session } }) =>
        this.turns(project, session).flatMap((turn) => threadTurn(session, turn) ?? []),
      );
  }

  threads(project: string): KeptThreads | undefined {
    return this.tables.threads.get(project);
  }

  putThreads(project: string, kept: KeptThreads): void {
    this.set(this.tables.threads, project, kept);
  }

  dropThreads(project: string): void {
    this.delete(this.tables.threads, project);
    for (const { id } of ofProject(this.tables.retired, project))
      this.delete(this.tables.retired, key(project, id));
    for (const { turn } of ofProject(this.tables.joins, project)) this.dropJoin(project, turn);
  }

  retireThread(project: string, thread: Thread): void {
    this.set(this.tables.retired, key(project, thread.id), thread);
  }

  putJoin(project: string, join: Join): void {
    this.set(this.tables.joins, key(project, join.turn), join);
  }

  dropJoin(project: string, turn: string): void {
    this.delete(this.tables.joins, key(project, turn));
  }

  events(project: string, session: string): IndexedEvent[] {
    return [...(this.tables.events.get(key(project, session))?.values() ?? [])].sort(compareEvents);
  }

  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void {
    for (const events of this.tables.events.values()) {
      for (const event of events.values()) {
        const part = to.find(
          ({ start, end }) => event.file === from && event.offset >= start && event.offset < end,
        );
        if (part === undefined) continue;
        this.set(events, event.id, { ...event, file: part.file, offset: event.offset - part.start });
      }
    }
    for (const { file, start, end } of to) this.moveCursor(file, end - start);
    this.delete(this.tables.cursors, from);
  }
}
