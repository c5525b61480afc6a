import type { EventData } from "../../../event/registry.js";
import type { PlanStatus } from "../../../event/turn.js";
import type { Check } from "../../../text/shell/check.js";
import type { Findings } from "./finding.js";
import type { Note } from "./note.js";
import type { Changed } from "./tool-outcome.js";

/** The state of one session in one project. Bounded, because it is loaded with every prompt. */
export interface SessionState {
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  /** Given by a program. */
  readonly title?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  /** startup, resume, clear, compact or fork. */
  readonly source: string;
  /** The state before the session was started again. */
  readonly left?: { readonly at: number; readonly busy: boolean; readonly running: readonly Running[] };
  /** `during` is the tool call that was running at the end. */
  readonly ended?: { readonly at: number; readonly reason: string; readonly during?: Running };
  readonly pid?: number;
  readonly pidSince?: string;
  readonly branch?: string;
  readonly head?: string;
  readonly events: number;
  readonly prompts: number;
  readonly tools: number;
  readonly failures: number;
  readonly votes: { readonly en: number; readonly fr: number };
  readonly work: CurrentWork;
  /** The last 60 files modified, oldest first. */
  readonly files: readonly FileChange[];
  /** The last 20 files read or named without being modified, oldest first. */
  readonly seen: readonly string[];
  /** The last 20 commands worth running again, oldest first. */
  readonly commands: readonly CommandRun[];
  /** The last 50 tool calls, oldest first. */
  readonly steps: readonly Step[];
  /** The last 60 functions, types and tests that edits declared, oldest first. */
  readonly symbols: readonly string[];
  readonly plan: readonly PlanItem[];
  readonly found: Findings;
  /** The latest proposed plan, and after how many tool calls. */
  readonly proposal?: { readonly text: string; readonly tools: number };
  readonly blockers: readonly Blocker[];
  readonly running: readonly Running[];
  /** A prompt was submitted and the agent has not stopped since. */
  readonly busy: boolean;
  /** The last two prompts and the last three messages of the agent, oldest first, and the end of its last message. */
  readonly words: {
    readonly asked: readonly string[];
    readonly said: readonly string[];
    readonly end?: string;
  };
  readonly closing?: { readonly at: number; readonly text: string };
  /** With stored messages: the last one it replaces, and the characters of all replaced ones. */
  readonly compaction?: {
    readonly at: number;
    readonly summary: string;
    readonly upTo?: { readonly clock: number; readonly id: string };
    readonly covered?: number;
  };
  /** Only if a program stores the session's messages. */
  readonly messages?: { readonly count: number; readonly chars: number };
  /** The session it was forked from, and the last message that belongs to both. */
  readonly forked?: {
    readonly from: string;
    readonly upTo?: { readonly clock: number; readonly id: string };
    /** The moment of the fork: later work in the other session does not count. */
    readonly begun: { readonly clock: number; readonly id: string };
    /** It made a whole plan of its own. */
    readonly hasPlan?: true;
    /** Keys of inherited plan items that it has dropped. */
    readonly dropped?: readonly string[];
  };
  /** When a compaction was announced last: not every agent reports its end. */
  readonly compacting?: number;
  readonly subagents: readonly { readonly id: string; readonly type: string; readonly done: boolean }[];
  /** The latest injection, so that nothing is repeated. */
  readonly told?: {
    readonly at: number;
    readonly surface: string;
    readonly keys: readonly string[];
    readonly items: readonly string[];
  };
  readonly tags?: readonly string[];
  /** The event that set them: the latest holds. */
  readonly tagged?: { readonly clock: number; readonly id: string };
  /** The last 20 full checkpoints, oldest first. */
  readonly checkpoints: readonly CheckpointMade[];
  /** All files went back to a checkpoint, and nothing was asked since: when, and when and before which command it was made. */
  readonly restored?: { readonly at: number; readonly made: number; readonly command?: string };
  /** When a person dismissed the interruption. Undefined again as soon as the session continues. */
  readonly dismissed?: { readonly at: number; readonly clock: number; readonly id: string };
  /** The last 12 files changed since a turn ended, oldest first. */
  readonly changed: readonly Changed[];
  /** Short names of the commands that have worked: at most 100. */
  readonly proven: readonly string[];
  /** What git said of the work tree after the last turn that may have written files. */
  readonly tree?: SeenTree;
  /** After how many tool calls tests ran last without being seen to fail. */
  readonly tested?: number;
  readonly turn: TurnState;
}

export interface SeenTree extends EventData<"tree.seen"> {
  readonly at: number;
}

export interface CurrentWork {
  readonly request?: string;
  readonly requestAt?: number;
  readonly action?: string;
}

export interface FileChange {
  readonly path: string;
  readonly action: "edit" | "write" | "delete" | "shell";
  readonly at: number;
  readonly times: number;
  readonly added: number;
  readonly removed: number;
  readonly summary: string;
}

export interface CommandRun {
  readonly text: string;
  readonly ok: boolean;
  readonly at: number;
  readonly times: number;
}

export interface Step {
  readonly tool: string;
  readonly target: string;
  readonly at: number;
  readonly ok: boolean;
}

export interface PlanItem {
  readonly key?: string;
  readonly text: string;
  readonly status: PlanStatus;
}

/** A check or another command that failed and has not passed since. */
export interface Blocker {
  /** As it was typed last, without what surrounds it. */
  readonly command: string;
  /** The checks that have to pass, if it is one. Several if a chain failed and nothing says where. */
  readonly checks?: readonly Check[];
  /** The line that names the last failure. */
  readonly output: string;
  /** The failing tests, that line and other names in the output. */
  readonly error: string;
  /** After how many tool calls it failed last. */
  readonly tools: number;
  /** The first failure. */
  readonly at: number;
  /** The last 8 files changed since, oldest first. */
  readonly changed: readonly Changed[];
  /** The last 4 commands since that may have helped, oldest first. */
  readonly ran: readonly string[];
  /** A turn has ended with it, so that it is remembered. */
  readonly told: boolean;
}

export interface Running {
  readonly call: string;
  readonly tool: string;
  readonly target: string;
  readonly at: number;
  /** The first 5 files that the call names to change or to read. */
  readonly paths?: readonly string[];
}

export interface CheckpointMade {
  readonly id: string;
  readonly reason: EventData<"checkpoint.created">["reason"];
  readonly label?: string;
  readonly at: number;
  /** After how many tool calls. */
  readonly tools: number;
}

/** A prompt and the work until the agent stopped. Turn 0 is the work before the first prompt. */
export interface TurnState {
  readonly n: number;
  /** The event that opened it, and its logical time. */
  readonly id: string;
  readonly clock?: number;
  readonly at: number;
  readonly endedAt?: number;
  /** The first event that closed it: the agent's stop, the next prompt or the session's end. */
  readonly end?: { readonly clock: number; readonly id: string };
  readonly request: string;
  /** What it is about, if an imported file said so. */
  readonly topics?: readonly string[];
  readonly branch?: string;
  readonly head?: string;
  readonly edited: readonly string[];
  readonly seen: readonly string[];
  readonly commands: readonly string[];
  readonly tools: number;
  readonly failures: number;
  readonly closing?: string;
  /** Stored apart from the turn, except for those that name the work. */
  readonly notes?: readonly Note[];
}
