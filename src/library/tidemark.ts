import type { PlanStatus } from "../event/turn.js";
import type { Compacted } from "./context/compact.js";
import type { Context, TokenBudget, WorkingSet } from "./context/context.js";
import type { LanguageModel } from "./llm/port.js";
import type { Decided } from "./message/declare-in.js";
import type { Message, NewMessage } from "./message/message.js";
import type { ToolRecord } from "./message/record-tool.js";
import type { TokenCounter } from "./token/port.js";

export type { Compacted, Context, TokenBudget, ToolRecord, WorkingSet };

export interface TidemarkOptions {
  /** The folder of the work. Defaults to the current one. */
  readonly project?: string;
  /** The data folder. Defaults to that of the command line. */
  readonly home?: string;
  /** The name of your agent in `tidemark sessions`. */
  readonly agent?: string;
  /** Writes summaries in `compact`. Without one they are composed from recorded facts. */
  readonly model?: LanguageModel;
  /** Counts tokens. Defaults to an estimate. */
  readonly tokens?: TokenCounter;
  /** Waits until each message is on the disk, so it survives a power cut. Much slower. */
  readonly durable?: boolean;
}

/** The memory of one project, open for a program. */
export interface Tidemark extends Disposable {
  /** The project's id. */
  readonly project: string;
  readonly sessions: Sessions;
  /** Finds memories in all sessions of the project, the best first. */
  recall(question: string, options?: RecallOptions): Promise<readonly Recalled[]>;
  /** Shows a text to every later session of the project. */
  pin(text: string): void;
  /** Sessions stay and can be resumed. */
  close(): void;
}

export interface RecallOptions {
  /** Maximum number of memories. Defaults to 5. */
  readonly limit?: number;
}

/** A memory that answers a question. */
export interface Recalled {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** "" if it was declared outside of a session. */
  readonly session: string;
  /** In milliseconds since 1970, like every time here. */
  readonly at: number;
}

export interface Sessions {
  /** Creates a session, which is recorded with its first event. */
  create(options?: { readonly title?: string }): Session;
  /** The last session of this agent, if any. */
  resumeLast(): Session | undefined;
  /** Opens a session by its id or the start of its id. Throws `not-found`. */
  open(id: string): Session;
  /** Newest first. */
  list(filter?: SessionListFilter): readonly SessionInfo[];
  /** Adds and removes tags of a session; returns its tags. */
  tag(
    id: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): readonly string[];
  /** Forks a session after the message `at`, or at its end. With a `name` it also begins a branch of work. */
  branch(id: string, options?: { readonly at?: string; readonly name?: string }): Session;
}

export interface SessionListFilter {
  readonly tag?: string;
  /** Maximum number of sessions. Defaults to all. */
  readonly limit?: number;
  /** Includes other agents' sessions in the project. */
  readonly everyone?: boolean;
}

export interface SessionInfo {
  readonly id: string;
  readonly agent: string;
  readonly status: "active" | "idle" | "ended" | "crashed" | "archived";
  readonly startedAt: number;
  readonly lastAt: number;
  /** Without the messages of the session it was forked from. */
  readonly messages: number;
  /** Its title or its last request; "" if it has neither. */
  readonly title: string;
  readonly tags: readonly string[];
  /** The session it was forked from. */
  readonly from?: string;
}

export type Why = Omit<Decided, "choice">;

/** One conversation. Calls return after recording; several processes may have it open. */
export interface Session {
  readonly id: string;
  /** Records a message. Secrets in it are redacted on the disk. */
  add(message: NewMessage): Message;
  /** Records the use of a tool outside of messages. */
  recordTool(use: ToolRecord): void;
  /** Shows a fact in every context of the project. */
  pin(text: string): void;
  /** Records a decision. The same words with another reason replace it. */
  decide(choice: string, why?: Why): void;
  /** Adds a task, or sets the status of the task with this text. Defaults to `open`. */
  task(text: string, status?: PlanStatus): void;
  /** Composes the input for a model. */
  context(options?: ContextOptions): Context;
  /** The whole state in lists, while `context().system` is limited. */
  workingSet(): WorkingSet;
  /** Whether messages can go, and those since the last compaction exceed the threshold, 15,000 tokens by default. */
  shouldCompact(threshold?: number): boolean;
  /** Replaces all but the last messages by a summary. None is deleted. */
  compact(options?: CompactOptions): Promise<Compacted>;
  /** Reads all messages lazily, oldest first; with `last` only the newest. */
  history(options?: { readonly last?: number }): IterableIterator<Message>;
  /** Ends the session. It can still be opened. */
  end(reason?: string): void;
}

export interface ContextOptions {
  /** Maximum tokens of system and messages together, at least 100. Defaults to 100,000. */
  readonly limit?: number;
  /** Maximum number of messages since the last summary. Defaults to 20. */
  readonly last?: number;
}

export interface CompactOptions {
  /** Maximum tokens of the summary. Defaults to 1,000. */
  readonly limit?: number;
  /** How many of the last messages stay. Defaults to 20, or fewer if they exceed 7,500 tokens. */
  readonly keep?: number;
  /** Writes the summary. Defaults to the model of `openTidemark`. */
  readonly model?: LanguageModel;
  /** Receives the summary piece by piece while a model writes it. */
  readonly onText?: (piece: string) => void;
  /** Stops the model; the composed summary is used instead. */
  readonly signal?: AbortSignal;
}
