import { dirname } from "node:path";
import type { AgentSetup, SetupFile } from "../agent/setup.js";
import type { Env } from "../host/env.js";

/** The project a file belongs to as one of an agent's settings, and what edits it; undefined where it is none. */
export function projectFile(
  path: string,
  setups: readonly AgentSetup[],
  env: Env,
): { readonly root: string; readonly files: readonly SetupFile[] } | undefined {
  for (let root = dirname(path); ; root = dirname(root)) {
    const all = setups.flatMap((setup) => setup.files({ is: "project", root }, env));
    const files = all.filter((file) => file.path === path);
    if (files.length > 0) return { root, files };
    if (dirname(root) === root) return undefined;
  }
}
