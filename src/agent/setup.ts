import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";

/** For whom an agent is set up: the user everywhere, or one project (in a file that is not shared by git, where it has one). */
export type Scope =
  | { readonly is: "user"; readonly home: string }
  | { readonly is: "project"; readonly root: string };

/** What is set up of us in an agent: without the hooks nothing else is of use. */
export type Part = "hooks" | "mcp" | "commands";

/** How an agent's files name our programs. None of it changes from one version of Tidemark to the next. */
export interface Wiring {
  /** The shell command that runs the hook for this agent. */
  readonly hook: string;
  /** The Node that runs our programs. */
  readonly node: string;
  /** The folder with `hook.cjs`, `mcp.cjs` and whatever else an agent starts or loads. */
  readonly folder: string;
}

export interface InstalledHook {
  readonly event: string;
  readonly command: string;
}

/** One file of the user's that an agent reads. `text` is undefined where there is none yet. */
export interface SetupFile {
  readonly path: string;
  readonly part: Part;
  /** In a project, and yet one person's alone: the agent itself keeps it out of git. */
  readonly isPrivate?: true;
  /** The file with ours in it, once. What is not ours keeps its bytes. */
  add(text: string | undefined, wiring: Wiring): string;
  /** The file without anything of ours, whatever version wrote it; empty where it was ours alone. */
  remove(text: string): string;
  /** Whether something of ours stands in it. */
  holds(text: string): boolean;
  /** Our hooks as they stand in it, to be tried. */
  hooks(text: string): readonly InstalledHook[];
}

export interface SampleScene {
  readonly session: string;
  readonly cwd: string;
}

/** Something that keeps hooks from running though they are set up, or that only the person can do. */
export interface Advice {
  readonly ok: false | "warn";
  readonly detail: string;
  readonly hint?: string;
}

/** How an agent is connected. Apart from the port, because hooks never need it. */
export interface AgentSetup {
  readonly name: AgentName;
  readonly title: string;
  readonly program: string;
  /** Known from its documentation alone: never seen to work here. */
  readonly isUntried?: boolean;
  /** Where it keeps what is the user's: there where it was ever used. */
  folder(env: Env): string;
  /** The files to be written; none where the agent knows no such scope. */
  files(scope: Scope, env: Env): readonly SetupFile[];
  /** Every event of a whole set of hooks, with the milliseconds the agent grants it. */
  readonly limits: { readonly [event: string]: number };
  /** A payload as the agent sends it, for trying an installed hook; undefined for events we do not know. */
  sample(event: string, scene: SampleScene): object | undefined;
  /** Our hooks that the agent runs out of a plugin instead of its settings. */
  pluginHooks?(env: Env): readonly InstalledHook[];
  /** The command that takes such a plugin out, where it is installed. */
  pluginRemoval?(env: Env): string | undefined;
  /** What is in the way, given the files that hold our hooks. */
  advice(files: readonly { readonly path: string; readonly text: string }[], env: Env): readonly Advice[];
}
