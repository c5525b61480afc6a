import { resolve } from "node:path";
import { heldFiles } from "../agent/known-agent.js";
import { scopeOf, type Where } from "../agent/scope.js";
import type { AgentSetup, Part } from "../agent/setup.js";
import { dataHome } from "../host/env.js";
import { agentOf, readBackups } from "../host/file/backup.js";
import { readText } from "../host/file/user-text.js";
import { projectFile } from "./project-file.js";
import { planRemove, type Removal } from "./remove.js";

/** An agent that has our hooks in another project. */
interface HookedElsewhere {
  readonly name: string;
  readonly title: string;
  readonly root: string;
}

/** What would be recorded twice once these agents are connected for the user. */
export interface RecordedTwice {
  /** The agents that have our hooks in the project around `cwd`, and what stands there beside them. */
  readonly here: ReadonlyMap<string, readonly Part[]>;
  /** How the project gets rid of them. */
  readonly removals: readonly Removal[];
  readonly elsewhere: readonly HookedElsewhere[];
}

export function recordedTwice(setups: readonly AgentSetup[], where: Where): RecordedTwice {
  const { env, cwd } = where;
  const user = scopeOf({ env, cwd });
  const project = scopeOf({ env, cwd, project: true });
  const ofUser = new Set(setups.flatMap((setup) => setup.files(user, env).map(({ path }) => path)));
  const here = new Map<string, readonly Part[]>();
  for (const setup of setups) {
    const held = heldFiles(setup, project, env).filter(({ file }) => !ofUser.has(file.path));
    const parts = [...new Set(held.map(({ file }) => file.part))];
    if (parts.includes("hooks")) here.set(setup.name, parts);
  }
  const all = here.size === 0 ? [] : planRemove({ env, cwd, project: true, agents: [...here.keys()] }).files;
  const removals = all.filter(({ path }) => !ofUser.has(path));
  const isKnown = (path: string) => ofUser.has(path) || removals.some((removal) => removal.path === path);
  const others = readBackups(resolve(dataHome(env))).filter(({ path }) => !isKnown(path));
  const elsewhere = others.flatMap((backup) => {
    const setup = setups.find(({ name }) => name === agentOf(backup));
    const found = setup && projectFile(backup.path, [setup], env);
    const hooks = found?.files.find(({ part }) => part === "hooks");
    if (!setup || !found || !hooks || !isHeld(backup.path, hooks.holds)) return [];
    return [{ name: setup.name, title: setup.title, root: found.root }];
  });
  return { here, removals, elsewhere };
}

function isHeld(path: string, holds: (text: string) => boolean): boolean {
  try {
    const text = readText(path);
    return text !== undefined && holds(text);
  } catch {
    return false; // What cannot be read runs nothing.
  }
}
