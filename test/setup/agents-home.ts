import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SETUPS } from "../../src/agent/adapters.js";
import type { AgentSetup, Part } from "../../src/agent/setup.js";
import { applyInit, type InitOptions } from "../../src/setup/init.js";
import { applyRemove, planRemove, type RemoveOptions } from "../../src/setup/remove.js";
import { claudeHome } from "./claude-home.js";

export type AgentsHome = ReturnType<typeof agentsHome>;

/** A home with a project, in which any agent can be connected and taken out again. */
export function agentsHome() {
  const { root, home, env, plan } = claudeHome();
  const project = join(root, "photo-box");
  mkdirSync(project);
  const pathsOf = ({ files }: AgentSetup, part: Part = "hooks") =>
    files({ is: "user", home: root }, env)
      .filter((file) => file.part === part)
      .map(({ path }) => path);
  return {
    ...{ root, home, env, plan, project, pathsOf },
    settingsOf: (name: string) => pathsOf(setupOf(name))[0]!,
    init: (options: Partial<InitOptions> = {}) => applyInit(plan({ cwd: project, ...options })),
    remove: (options: Partial<RemoveOptions> = {}) =>
      applyRemove(planRemove({ env, cwd: project, ...options })),
  };
}

export function setupOf(name: string): AgentSetup {
  return SETUPS.find((setup) => setup.name === name)!;
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
