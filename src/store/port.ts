import type { Point } from "../event/order.js";
import type { EventName } from "../event/registry.js";
import type { Footprint } from "../fold/footprint/footprint.js";
import type { ProjectState } from "../fold/project.js";
import type { SessionState, TurnState } from "../fold/session/session-state.js";
import type { KeptThreads } from "../fold/thread/kept-threads.js";
import type { Join, Thread } from "../fold/thread/thread-state.js";
import type { ThreadTurn } from "../fold/thread/thread-turn.js";
import type { EmbeddingReading, EmbeddingWriting, MemoryReading, MemoryWriting } from "./recall-port.js";

/** Where an event stands in the journal. */
interface Pointer {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface IndexedEvent extends Pointer {
  readonly id: string;
  readonly type: string;
  readonly clock: number;
  readonly project: string;
  readonly session: string;
}

/** The type of the events that `messages` finds. */
export const MESSAGE: EventName = "message.added";

/** A session's state with the last event folded into it. */
export interface KeptSession {
  readonly state: SessionState;
  readonly clock: number;
  readonly id: string;
}

/** What a session touched. */
export interface KeptFootprint {
  readonly session: string;
  readonly footprint: Footprint;
}

export interface BadLine extends Pointer {
  readonly reason: string;
}

/** How far each journal file has been drained. */
export interface Cursor {
  readonly file: string;
  readonly offset: number;
}

/** The read model: a cache of the journal that can be deleted and rebuilt. */
export interface Store extends MemoryReading, EmbeddingReading {
  /** Runs `work` alone among all writers. Everything it wrote is kept, or, if it throws, nothing is. */
  transact<T>(work: (writer: Writer) => T): T;
  cursors(): Cursor[];
  project(project: string): ProjectState | undefined;
  projects(): ProjectState[];
  session(project: string, session: string): KeptSession | undefined;
  /** A session's states by its id alone: one for each project it worked in. `prefix` may be the start of an id. */
  findSessions(prefix: string): SessionState[];
  /** Newest first, by the logical clock: a wall clock that was once ahead must not hide what came after. */
  sessions(filter: SessionFilter): SessionState[];
  /** Of the sessions that have done something, newest first. */
  footprints(project: string, limit: number): KeptFootprint[];
  /** In order; only the last so many where a number is given. */
  turns(project: string, session: string, last?: number): TurnState[];
  threads(project: string): KeptThreads | undefined;
  /** Threads that are only listed, by id. */
  retiredThreads(project: string): Thread[];
  /** Which turn belongs where, oldest first; of one thread, or of the whole project. */
  joins(project: string, thread?: string): Join[];
  /** Where some turns belong, in no order. */
  joinsOf(project: string, turns: readonly string[]): Join[];
  /** Pointers to a session's events, in the order of (clock, id). */
  events(project: string, session: string): IndexedEvent[];
  /** Pointers to the messages that a program keeps in a session: the newest that fit the page first, or its oldest. */
  messages(project: string, session: string, page: MessagePage): IndexedEvent[];
  badLines(): BadLine[];
  counts(): { events: number; sessions: number; badLines: number };
  close(): void;
}

export interface SessionFilter {
  readonly project?: string;
  /** Only those that have done something. */
  readonly worked?: boolean;
  /** Only those of one agent. */
  readonly agent?: string;
  /** Only those that have this tag. */
  readonly tag?: string;
  readonly limit?: number;
}

export interface MessagePage {
  readonly limit: number;
  /** Only those before this one in the order of (clock, id). */
  readonly before?: Point;
  /** Only those behind this one. */
  readonly after?: Point;
  readonly oldestFirst?: boolean;
}

export interface Writer extends MemoryWriting, EmbeddingWriting {
  cursor(file: string): number;
  moveCursor(file: string, offset: number): void;
  /** False if its session already has an event with this id. */
  addEvent(event: IndexedEvent): boolean;
  /** Once for each place: a session that is told anew meets its bad lines again. */
  addBadLine(line: BadLine): void;
  project(project: string): ProjectState | undefined;
  putProject(state: ProjectState): void;
  session(project: string, session: string): KeptSession | undefined;
  putSession(kept: KeptSession): void;
  footprint(project: string, session: string): Footprint | undefined;
  putFootprint(project: string, session: string, footprint: Footprint): void;
  putTurn(project: string, session: string, turn: TurnState): void;
  dropTurns(project: string, session: string): void;
  turns(project: string, session: string): TurnState[];
  /** All turns of a project that are over, in no order. */
  threadTurns(project: string): ThreadTurn[];
  threads(project: string): KeptThreads | undefined;
  putThreads(project: string, kept: KeptThreads): void;
  /** Forgets the project's threads: kept, retired and joined. */
  dropThreads(project: string): void;
  retireThread(project: string, thread: Thread): void;
  putJoin(project: string, join: Join): void;
  dropJoin(project: string, turn: string): void;
  events(project: string, session: string): IndexedEvent[];
  /** A file was compressed: its events now stand elsewhere. */
  moveFile(from: string, to: readonly { file: string; start: number; end: number }[]): void;
}
