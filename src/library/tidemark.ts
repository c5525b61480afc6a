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
  /** The folder the work is in; where the process was started unless given. */
  readonly project?: string;
  /** The data folder; that of the command line unless given. */
  readonly home?: string;
  /** What your agent is called in `tidemark sessions`. */
  readonly agent?: string;
  /** Writes summaries in `compact`. Without one they are put together from what was said and done. */
  readonly model?: LanguageModel;
  /** Counts what texts cost a model; an estimate unless given. */
  readonly tokens?: TokenCounter;
  /** Waits until each message is on the disk: it then survives a power cut, too, and costs much more. */
  readonly durable?: boolean;
}

/** The memory of one project, open for a program. */
export interface Tidemark extends Disposable {
  /** The project's id. */
  readonly project: string;
  readonly sessions: Sessions;
  /** What memory answers to a question, over all sessions of the project, the best first. */
  recall(question: string, options?: RecallOptions): Promise<readonly Recalled[]>;
  /** Says something to every session of the project from now on. */
  pin(text: string): void;
  /** Sessions stay as they are and can be resumed. */
  close(): void;
}

export interface RecallOptions {
  /** The most memories. 5 unless given. */
  readonly limit?: number;
}

/** A memory that answers a question. */
export interface Recalled {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** "" for what was declared outside of any. */
  readonly session: string;
  /** In milliseconds since 1970, like every time here. */
  readonly at: number;
}

export interface Sessions {
  /** A new one. It is written down with the first thing that happens in it. */
  create(options?: { readonly title?: string }): Session;
  /** The session this agent worked in last; undefined where there is none yet. */
  resumeLast(): Session | undefined;
  /** By its id or the start of one. Throws `not-found`. */
  open(id: string): Session;
  /** Newest first. */
  list(filter?: SessionListFilter): readonly SessionInfo[];
  /** Puts tags on a session, or takes them off; those it has then. */
  tag(
    id: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): readonly string[];
  /**
   * A new session that begins with the messages of another, up to the one with the id `at` or to its end. With a `name`
   * it also begins a branch of work.
   */
  branch(id: string, options?: { readonly at?: string; readonly name?: string }): Session;
}

export interface SessionListFilter {
  readonly tag?: string;
  /** The most sessions; all unless given. */
  readonly limit?: number;
  /** Those of other agents in the project as well. */
  readonly everyone?: boolean;
}

export interface SessionInfo {
  readonly id: string;
  readonly agent: string;
  readonly status: "active" | "idle" | "ended" | "crashed" | "archived";
  readonly startedAt: number;
  readonly lastAt: number;
  /** How many it has itself, without those of the session it goes on from. */
  readonly messages: number;
  /** What it was called, else its last request; "" where there is neither. */
  readonly title: string;
  readonly tags: readonly string[];
  /** The session it goes on from. */
  readonly from?: string;
}

/** What is said with a decision. */
export type Why = Omit<Decided, "choice">;

/** One conversation. Everything is written down when the call returns; several processes may have it open. */
export interface Session {
  readonly id: string;
  /** Writes a message down. Secrets in it are redacted on the disk. */
  add(message: NewMessage): Message;
  /** Notes the use of a tool that is in no message. */
  recordTool(use: ToolRecord): void;
  /** A fact to tell in every context of the project. */
  pin(text: string): void;
  /** What was decided. Said again in the same words, with another reason, it takes its own place. */
  decide(choice: string, why?: Why): void;
  /** Adds a task, or says how one stands by its text: `open` unless given. */
  task(text: string, status?: PlanStatus): void;
  /** What to send to a model now. */
  context(options?: ContextOptions): Context;
  /** The same in lists, all of it: `system` leaves out what does not fit. */
  workingSet(): WorkingSet;
  /** Whether messages could go, and those since the last compaction take more than 15,000 tokens, or the number given. */
  shouldCompact(threshold?: number): boolean;
  /** Puts a summary in the place of all messages but the last. None is deleted. */
  compact(options?: CompactOptions): Promise<Compacted>;
  /** All messages, oldest first, read as they are asked for; with `last` only so many of the newest, in the same order. */
  history(options?: { readonly last?: number }): IterableIterator<Message>;
  /** Says that the session is over. It can still be opened. */
  end(reason?: string): void;
}

export interface ContextOptions {
  /** The most tokens of system and messages together. 100,000 unless given, at least 100. */
  readonly limit?: number;
  /** The most messages, of those that no summary stands for. 20 unless given. */
  readonly last?: number;
}

export interface CompactOptions {
  /** The most tokens of what takes the messages' place. 1,000 unless given. */
  readonly limit?: number;
  /** How many of the last messages stay as they are. Unless given the last 20, or as many of them as have 7,500 tokens. */
  readonly keep?: number;
  /** Writes the summary; that of `openTidemark` unless given. */
  readonly model?: LanguageModel;
  /** Hears the summary piece by piece while a model writes it. */
  readonly onText?: (piece: string) => void;
  /** Stops the model; the summary that needs none is taken. */
  readonly signal?: AbortSignal;
}
