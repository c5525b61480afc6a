import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Program } from "../../src/host/program.js";
import { type InitOptions, type InitPlan, planInit } from "../../src/setup/init.js";

/** A user with Claude Code and a stand-in for the built hook, all in one temporary folder. */
export interface ClaudeHome {
  readonly root: string;
  readonly home: string;
  readonly settings: string;
  readonly env: { [name: string]: string };
  readonly program: Program;
  readonly plan: (options?: Partial<InitOptions>) => InitPlan;
  readonly writeSettings: (text: string | Buffer, mode?: number) => void;
  /** The settings are a link to a file elsewhere, which is returned. */
  readonly linkSettings: (text: string) => string;
  /** From now on another name of Node comes first on the PATH; it is returned. */
  readonly useOtherNode: () => string;
}

export function claudeHome(path = ""): ClaudeHome {
  const root = mkdtempSync(join(tmpdir(), "tidemark-claude-"));
  const home = join(root, "data");
  const settings = join(root, ".claude", "settings.json");
  const env: ClaudeHome["env"] = { HOME: root, TIDEMARK_HOME: home, PATH: path };
  const from = join(root, "dist");
  mkdirSync(from);
  for (const name of ["hook.cjs", "answer.cjs"]) writeFileSync(join(from, name), `// ${name}\n`);
  const program = { from, version: "1.0.0", withDriver: false };

  function writeSettings(text: string | Buffer, mode = 0o666): void {
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, text, { mode });
  }

  function linkSettings(text: string): string {
    const real = join(root, "dotfiles", "claude.json");
    for (const file of [real, settings]) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(real, text);
    symlinkSync(real, settings);
    return real;
  }

  function useOtherNode(): string {
    const node = join(root, "bin", "node");
    mkdirSync(dirname(node));
    symlinkSync(process.execPath, node);
    env["PATH"] = dirname(node);
    return node;
  }

  const plan = (options = {}) => planInit({ env, cwd: root, program, ...options });
  return { root, home, settings, env, program, plan, writeSettings, linkSettings, useOtherNode };
}
