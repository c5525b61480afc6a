import { launch as claude } from "./claude/launch.js";
import { launch as codex } from "./codex/launch.js";
import { launch as copilot } from "./copilot/launch.js";
import { launch as gemini } from "./gemini/launch.js";
import type { AgentName, Program } from "./install.js";
import type { Reply } from "./message.js";
import { launch as opencode } from "./opencode/launch.js";
import { launch as pi } from "./pi/launch.js";
import { launch as qwen } from "./qwen/launch.js";

/** How one agent is started so that it speaks to the scripted model and to nobody else. */
export interface Launch {
  /** Puts what it needs to know into its home. */
  prepare?(place: Place & Pick<Program, "folder">): void;
  env(place: Place): Record<string, string>;
  /** The words behind the program for one prompt without a terminal; `args` are those of a test or of `tidemark`. */
  words(args: readonly string[], prompt: string): readonly string[];
  readonly hands: Hands;
}

interface Place {
  readonly home: string;
  readonly project: string;
  readonly modelUrl: string;
}

/** What a model of this agent replies to do one thing; paths are absolute. */
interface Hands {
  shell(command: string): Reply;
  write(path: string, content: string): Reply;
  read(path: string): Reply;
  /** Calls the tool of an MCP server. */
  ask(server: string, tool: string, input: Record<string, unknown>): Reply;
  /** Writes down a plan: the first task is done, the others are open. Not every agent has plans. */
  plan?(tasks: readonly string[]): Reply;
}

export const LAUNCHES: Record<AgentName, Launch> = { claude, codex, gemini, opencode, copilot, pi, qwen };
