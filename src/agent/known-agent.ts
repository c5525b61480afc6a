import { existsSync } from "node:fs";
import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";
import { atPath, readText } from "../host/file/user-text.js";
import { findPrograms } from "../host/process/find-program.js";
import { namesShim } from "../host/shim.js";
import { SETUPS } from "./adapters.js";
import type { AgentSetup, Scope, SetupFile } from "./setup.js";

/** Whether the agent was used here, or could be. */
export function isInstalled(setup: AgentSetup, env: Env): boolean {
  return existsSync(setup.folder(env)) || findPrograms(env, setup.program).length > 0;
}

/** The agents of these names, once each, in display order. */
export function agentsNamed(names: readonly string[]): AgentSetup[] {
  const unknown = names.find((name) => !SETUPS.some((setup) => setup.name === name));
  if (unknown === undefined) return SETUPS.filter(({ name }) => names.includes(name));
  const meant = SETUPS.find(({ name, title }) => [name, title].some((known) => isAlike(known, unknown)));
  const guess = meant === undefined ? "" : `Did you mean ${meant.name}? `;
  throw new TidemarkError("bad-argument", `Tidemark does not know the agent "${unknown}".`, {
    hint: `${guess}Known: ${SETUPS.map(({ name }) => name).join(", ")}.`,
  });
}

/** Ignores case and punctuation. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return a === b;
}

export interface ConnectedFile {
  readonly file: SetupFile;
  readonly text: string;
}

/** The agent's files that contain something of ours. */
export function connectedFiles(setup: AgentSetup, scope: Scope, env: Env): ConnectedFile[] {
  return setup.files(scope, env).flatMap((file) => {
    const text = readText(file.path);
    if (text === undefined || !namesShim(text)) return [];
    return atPath(file.path, () => file.holds(text)) ? [{ file, text }] : [];
  });
}
