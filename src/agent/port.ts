import type { Signal } from "../capture/signal.js";
import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";

/** What one hook call of an agent means. */
export interface Heard {
  readonly hook: string;
  readonly session: string;
  readonly cwd?: string;
  readonly signals: readonly Signal[];
  /** Set where the agent takes an answer and puts it before the model. */
  readonly asks?: Asking;
  /** Set where the agent is about to read from memory as if it were a file. */
  readonly recalls?: Recalling;
  /** The agent's own record of the session, to be looked into when a turn or the session ends. */
  readonly transcript?: string;
}

export interface Asking {
  readonly surface: "start" | "prompt";
  /** How the session began, in the agent's word. */
  readonly source: string;
  /** This agent hears nothing when a session starts: its first prompt is told what others are told then. */
  readonly standsForStart?: boolean;
  /** What the user asks for. */
  readonly prompt?: string;
}

export interface Recalling {
  readonly query: string;
  /** The answer on standard output that lets the agent read this file in place of the one it named, or its text where it cannot. */
  handOver(file: string, text: string): string;
}

/** One agent. Everything about its wire format stays behind this. */
export interface Agent {
  readonly name: AgentName;
  /** Undefined where the call is not meant for us. */
  hear(payload: unknown, env: Env): Heard | undefined;
  /** The answer as the agent wants it on standard output. */
  say(hook: string, text: string): string;
  /** What the agent said in the last turn, from its own record. */
  lastWords(heard: Heard, env: Env): readonly string[];
}
