import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { type AgentName, installAgent, PINNED, type Program } from "./install.js";

export type Installed = Program | { readonly missing: string };

declare module "vitest" {
  export interface ProvidedContext {
    /** Of each agent that some test of this run needs: what starts it, or why there is none. */
    agents: Partial<Record<AgentName, Installed>>;
  }
}

const NAMES: readonly AgentName[] = ["claude", "codex", "gemini", "opencode", "copilot", "pi", "qwen"];

/** Vitest's global setup: it still has the real environment. Two at a time; npm is mostly waiting. */
export default async function setup(project: TestProject): Promise<void> {
  const { testFiles } = await project.globTestFiles(askedFor());
  const left = NAMES.filter((name) => testFiles.some((file) => needs(file, name)));
  const agents: Partial<Record<AgentName, Installed>> = {};
  const installer = async () => {
    for (let name = left.shift(); name; name = left.shift())
      agents[name] = await install(name, project.config.root);
  };
  await Promise.all([installer(), installer()]);
  project.provide("agents", agents);
}

/** The tests of one agent stand in its folder; others name those they need. */
function needs(file: string, name: AgentName): boolean {
  return basename(dirname(file)) === name || readFileSync(file, "utf8").includes(`"${name}"`);
}

/** The words of the command line that choose among the test files. */
function askedFor(): string[] {
  return process.argv.slice(2).filter((word) => /^[^-]/.test(word) && !/^run$|config\.ts$/.test(word));
}

async function install(name: AgentName, root: string): Promise<Installed> {
  const { title, version } = PINNED[name];
  try {
    return await installAgent(name, root);
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    const missing = `${title} ${version} could not be installed`;
    console.warn(`${missing}: ${error}`);
    return { missing };
  }
}
