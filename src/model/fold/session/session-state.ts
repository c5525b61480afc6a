import type { EventData } from "../../../event/registry.js";
import type { PlanStatus } from "../../../event/turn.js";
import type { Findings } from "./finding.js";
import type { Changed } from "./tool-outcome.js";

/** What is known of one session in one project. Bounded: the whole of it is small enough to load with every prompt. */
export interface SessionState {
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  /** What a program calls it. */
  readonly title?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  /** How it began: startup, resume, clear, compact or fork. */
  readonly source: string;
  /** How the session stood before it was started again. */
  readonly left?: { readonly at: number; readonly busy: boolean; readonly running: readonly Running[] };
  /** `during` is the tool call the end came in the middle of. */
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
  /** The plan the agent proposed last, and after how many tool calls. */
  readonly proposal?: { readonly text: string; readonly tools: number };
  readonly blockers: readonly Blocker[];
  /** Tool calls that began and have not ended. */
  readonly running: readonly Running[];
  /** A prompt was submitted and the agent has not stopped since. */
  readonly busy: boolean;
  /** The last two prompts and the last three things the agent said, oldest first: what names stand in. */
  readonly words: { readonly asked: readonly string[]; readonly said: readonly string[] };
  readonly closing?: { readonly at: number; readonly text: string };
  /** `upTo` and `covered` where the messages are kept here: the last one it stands for, and the characters of all of these. */
  readonly compaction?: {
    readonly at: number;
    readonly summary: string;
    readonly upTo?: { readonly clock: number; readonly id: string };
    readonly covered?: number;
  };
  /** Where a program keeps the session's messages here: how many they are, and their characters. */
  readonly messages?: { readonly count: number; readonly chars: number };
  /** The session it goes on from, and the last message of that which belongs to both. */
  readonly forked?: {
    readonly from: string;
    readonly upTo?: { readonly clock: number; readonly id: string };
    /** When it began to: what was done in the other since is none of it. */
    readonly begun: { readonly clock: number; readonly id: string };
    /** It made a whole plan of its own. */
    readonly hasPlan?: true;
    /** Keys of tasks in the other's plan that it has dropped. */
    readonly dropped?: readonly string[];
  };
  /** When a compaction was announced last: not every agent says that it is done. */
  readonly compacting?: number;
  readonly subagents: readonly { readonly id: string; readonly type: string; readonly done: boolean }[];
  /** What this session was told last, so that it is not told again. */
  readonly told?: {
    readonly at: number;
    readonly surface: string;
    readonly keys: readonly string[];
    readonly items: readonly string[];
  };
  readonly tags?: readonly string[];
  /** The event that set them: the latest holds. */
  readonly tagged?: { readonly clock: number; readonly id: string };
  /** The last 20 points to return to, oldest first; light ones are not among them. */
  readonly checkpoints: readonly CheckpointMade[];
  /** When a person said that he knows of its interruption. Undefined again as soon as it goes on. */
  readonly dismissed?: { readonly at: number; readonly clock: number; readonly id: string };
  /** The last 12 files changed since a turn ended, oldest first. */
  readonly changed: readonly Changed[];
  /** Short names of the commands that have worked: at most 100. */
  readonly proven: readonly string[];
  readonly turn: TurnState;
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

/** A command that failed and has not passed since. */
export interface Blocker {
  readonly command: string;
  /** Of the last time it failed, as what went wrong is. */
  readonly output: string;
  readonly error: string;
  /** When it failed first. */
  readonly at: number;
  /** The last 8 files changed since, oldest first. */
  readonly changed: readonly Changed[];
  /** The last 4 commands since that may have helped, oldest first. */
  readonly ran: readonly string[];
  /** A turn has ended with it. */
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

/** A prompt and all that was done until the agent stopped. Turn 0 is what happened before the first prompt. */
export interface TurnState {
  readonly n: number;
  /** The event that opened it. */
  readonly id: string;
  readonly at: number;
  readonly endedAt?: number;
  /** The first event that closed it: the agent's stop, the next prompt or the session's end. */
  readonly end?: { readonly clock: number; readonly id: string };
  readonly request: string;
  readonly branch?: string;
  readonly head?: string;
  readonly edited: readonly string[];
  readonly seen: readonly string[];
  readonly commands: readonly string[];
  readonly tools: number;
  readonly failures: number;
  readonly closing?: string;
}
