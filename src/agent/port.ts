import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";
import type { Signal } from "./signal.js";

/** The meaning of one hook call. */
export interface Heard {
  readonly hook: string;
  readonly session: string;
  readonly cwd?: string;
  readonly signals: readonly Signal[];
  /** Set if the agent shows our answer to the model. */
  readonly asks?: Asking;
  /** Set if the agent is about to read from memory as if it were a file. */
  readonly recalls?: Recalling;
  /** The agent's own record of the session, read when a turn or the session ends. */
  readonly transcript?: string;
}

export interface Asking {
  readonly surface: "start" | "prompt";
  /** How the session began, as the agent calls it. */
  readonly source: string;
  /** The agent takes no answer at the start, so the first prompt gets the context of the start. */
  readonly standsForStart?: boolean;
  /** The request of the user. */
  readonly prompt?: string;
}

export interface Recalling {
  readonly query: string;
  /** The answer that makes the agent read `file` instead of the one it named, or shows it `text` if it cannot. */
  handOver(file: string, text: string): string;
}

/** One agent. Everything about its wire format stays behind this. */
export interface Agent {
  readonly name: AgentName;
  /** Undefined if the call is not meant for us. */
  hear(payload: unknown, env: Env): Heard | undefined;
  /** The answer as the agent wants it on standard output. */
  say(hook: string, text: string): string;
  /** The texts of the agent in the last turn, from its own record. */
  lastWords(heard: Heard, env: Env): readonly string[];
}
