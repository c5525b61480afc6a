import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Stage } from "./stage.js";

export interface Started {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly resume: string | null;
  readonly inside: string | null;
}

/** A program called like an agent, that writes down how it was started, and ends as it is told. */
export class FakeAgent {
  readonly #note: string;
  readonly env: Record<string, string>;

  constructor(stage: Stage, exit = 0, name = "claude") {
    const folder = join(stage.root, "bin");
    this.#note = join(stage.root, "started.json");
    this.env = { PATH: [folder, stage.env["PATH"] ?? ""].join(delimiter) };
    mkdirSync(folder, { recursive: true });
    const program = join(folder, name);
    writeFileSync(
      program,
      `#!${process.execPath}
const { TIDEMARK_RESUME: resume = null, TIDEMARK_INSIDE: inside = null } = process.env;
const started = { args: process.argv.slice(2), cwd: process.cwd(), resume, inside };
require("node:fs").writeFileSync(${JSON.stringify(this.#note)}, JSON.stringify(started));
console.log("the agent speaks");
${exit < 0 ? `process.kill(process.pid, "SIGTERM")` : `process.exit(${exit})`};
`,
    );
    chmodSync(program, 0o755);
  }

  /** How it was started, undefined where it was not. */
  started(): Started | undefined {
    return existsSync(this.#note) ? JSON.parse(readFileSync(this.#note, "utf8")) : undefined;
  }
}
