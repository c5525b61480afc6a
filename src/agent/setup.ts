import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";

/** Where an agent is set up: for the user, or for one project (in a file outside of git if the agent has one). */
export type Scope =
  | { readonly is: "user"; readonly home: string }
  | { readonly is: "project"; readonly root: string };

/** The parts that can be set up. The others need the hooks. */
export type Part = "hooks" | "mcp" | "commands";

/** How an agent's files name our programs. None of it changes from one version of Tidemark to the next. */
export interface Wiring {
  /** The shell command that runs the hook for this agent. */
  readonly hook: string;
  /** The Node that runs our programs. */
  readonly node: string;
  /** The folder with `hook.cjs`, `mcp.cjs` and everything else an agent starts or loads. */
  readonly folder: string;
}

export interface InstalledHook {
  readonly event: string;
  readonly command: string;
}

/** A file of the user that an agent reads. `text` is undefined if the file does not exist yet. */
export interface SetupFile {
  readonly path: string;
  readonly part: Part;
  /** The file is in a project, but the agent keeps it out of git. */
  readonly isPrivate?: true;
  /** Adds our part once. Everything else keeps its bytes. */
  add(text: string | undefined, wiring: Wiring): string;
  /** Removes our part, whichever version wrote it; empty if nothing else is left. */
  remove(text: string): string;
  /** Whether it contains our part. */
  holds(text: string): boolean;
  /** Our hooks in it, for the doctor to run. */
  hooks(text: string): readonly InstalledHook[];
}

export interface SampleScene {
  readonly session: string;
  readonly cwd: string;
}

/** A reason why installed hooks do not run, or a step that only the user can take. */
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
  /** Written from the documentation of the agent, never tested with the real program. */
  readonly isUntried?: boolean;
  /** The folder for the files of the user. It exists if the agent was ever used. */
  folder(env: Env): string;
  /** The files to write; none if the agent does not support the scope. */
  files(scope: Scope, env: Env): readonly SetupFile[];
  /** Every event of a complete set of hooks with its timeout in milliseconds. */
  readonly limits: { readonly [event: string]: number };
  /** A payload as the agent sends it, to test an installed hook; undefined for unknown events. */
  sample(event: string, scene: SampleScene): object | undefined;
  /** Our hooks that come from a plugin instead of the settings. */
  pluginHooks?(env: Env): readonly InstalledHook[];
  /** The command that uninstalls the plugin if it is installed. */
  pluginRemoval?(env: Env): string | undefined;
  /** Problems, given the files that contain our hooks. */
  advice(files: readonly { readonly path: string; readonly text: string }[], env: Env): readonly Advice[];
}
