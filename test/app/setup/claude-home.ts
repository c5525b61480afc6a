import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Program } from "../../../src/app/setup/program.js";

/** A user with Claude Code and a stand-in for the built hook, all in one temporary folder. */
export interface ClaudeHome {
  readonly root: string;
  readonly home: string;
  readonly settings: string;
  readonly env: { [name: string]: string };
  readonly program: Program;
}

export function claudeHome(path = ""): ClaudeHome {
  const root = mkdtempSync(join(tmpdir(), "tidemark-claude-"));
  const home = join(root, "data");
  const from = join(root, "dist");
  mkdirSync(from);
  for (const name of ["hook.cjs", "answer.cjs"]) writeFileSync(join(from, name), `// ${name}\n`);
  return {
    root,
    home,
    settings: join(root, ".claude", "settings.json"),
    env: { HOME: root, TIDEMARK_HOME: home, PATH: path },
    program: { from, version: "1.0.0", withDriver: false },
  };
}
