import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { Stage } from "./stage.js";

const root = resolve(import.meta.dirname, "../..");

/** A project with programs of its own, in which the built package is installed under its name. */
export class LibraryStage extends Stage {
  #programs = 0;

  constructor() {
    super("main");
    mkdirSync(join(this.project, "node_modules"));
    symlinkSync(root, join(this.project, "node_modules", "tidemark"), "junction");
  }

  /** Runs a program as its author would, and gives what it printed. */
  program(source: string, env: Record<string, string> = {}): string {
    const { status, stdout, stderr } = this.start(this.write(source), env);
    if (status !== 0) throw new Error(`The program failed:\n${stderr}`);
    return stdout;
  }

  /** What a program that has `tidemark` open returns, through JSON. */
  library(body: string, options = "{}"): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.program(around(body, options)));
  }

  /** The same while this process goes on: a server in it can answer. */
  async libraryAside(
    body: string,
    options = "{}",
    env: Record<string, string> = {},
  ): Promise<ReturnType<typeof JSON.parse>> {
    const { status, stdout, stderr } = await this.aside([this.write(around(body, options))], env);
    if (status !== 0) throw new Error(`The program failed:\n${stderr}`);
    return JSON.parse(stdout);
  }

  /** A command, while this process goes on. */
  cliAside(args: readonly string[], env: Record<string, string> = {}) {
    return this.aside([join(root, "dist", "cli.js"), ...args], env);
  }

  async aside(args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, args, {
      cwd: this.project,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 30_000,
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status, stdout, stderr };
  }

  write(source: string): string {
    const file = join(this.project, `program-${++this.#programs}.mjs`);
    writeFileSync(file, source);
    return file;
  }

  start(file: string, env: Record<string, string> = {}, args: readonly string[] = []) {
    return spawnSync(process.execPath, [file, ...args], {
      maxBuffer: 1 << 26,
      cwd: this.project,
      env: { ...this.env, ...env },
      encoding: "utf8",
      timeout: 30_000,
    });
  }
}

function around(body: string, options: string): string {
  return `
    import { languageModel, openTidemark } from "tidemark";
    const tidemark = openTidemark(${options});
    const result = await (async () => { ${body} })();
    tidemark.close();
    console.log(JSON.stringify(result ?? null));
  `;
}
