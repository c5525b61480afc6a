import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint, Mark } from "../../src/checkpoint/checkpoint.js";
import { recordNames } from "../../src/checkpoint/name.js";
import { readRecord } from "../../src/checkpoint/record.js";
import { storageAt } from "../../src/checkpoint/shadow/storage.js";
import { readPrivate } from "../../src/host/file/folder.js";
import { listFolder } from "../../src/host/file/foreign-file.js";
import { readErrors } from "../../src/host/log.js";
import { isAlive } from "../../src/host/process/process.js";
import { Stage } from "./stage.js";

export const SESSION = "one";

type Env = Record<string, string>;

/** A stage on which checkpoints are made by themselves, and what is to be seen of them. */
export class TakeContext {
  readonly stage = new Stage("main", true);
  readonly home = this.stage.home;
  readonly project = this.stage.project;
  #gate: Gate | undefined;

  constructor() {
    mkdirSync(join(this.project, "src"));
    this.write("src/app.ts", "first\n");
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.project, path), text);
  }

  git(...args: string[]): string {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    const { stdout, status, stderr } = spawnSync("git", [...identity, ...args], {
      cwd: this.project,
      env: this.stage.env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  hook(event: string, fields: object = {}, env: Env = {}) {
    return this.stage.hook(event, SESSION, fields, env);
  }

  prompt(text = "Go on.", env: Env = {}) {
    return this.hook("UserPromptSubmit", { prompt: text }, env);
  }

  aboutToRun(command: string, env: Env = {}) {
    const use = { tool_name: "Bash", tool_input: { command }, tool_use_id: "toolu_1" };
    return this.hook("PreToolUse", use, env);
  }

  ran(command: string) {
    return this.hook("PostToolUse", {
      tool_name: "Bash",
      tool_input: { command },
      tool_response: { stdout: "", stderr: "", interrupted: false },
      tool_use_id: "toolu_1",
    });
  }

  aboutToWrite(path: string, content: string) {
    const file_path = join(this.project, path);
    return this.hook("PreToolUse", { tool_name: "Write", tool_input: { file_path, content } });
  }

  edited(path: string) {
    const file_path = join(this.project, path);
    const tool_input = { file_path, old_string: "a", new_string: "b" };
    return this.hook("PostToolUse", { tool_name: "Edit", tool_input });
  }

  /** The folders of all projects' checkpoints. */
  keepings(): string[] {
    const folder = join(this.home, "checkpoint");
    return listFolder(folder).map((name) => join(folder, name));
  }

  /** Whole records alone: one that is being written has another name yet, and one may be dropped while we look. */
  points(): Checkpoint[] {
    return this.keepings()
      .map(storageAt)
      .flatMap((keeping) => recordNames(keeping.points).map((id) => readRecord(keeping, id)))
      .filter((checkpoint) => checkpoint !== undefined)
      .sort((a, b) => a.at - b.at);
  }

  reasons(): string[] {
    return this.points().map(({ reason }) => reason);
  }

  /** A file as a checkpoint has it. */
  kept(checkpoint: Checkpoint | undefined, path: string): string | undefined {
    const id = checkpoint?.id ?? "";
    const keeping = this.keepings()
      .map(storageAt)
      .find(({ points }) => recordNames(points).includes(id));
    const blob = `${checkpoint?.trees[0]?.tree}:${path}`;
    const { status, stdout } = spawnSync("git", ["--git-dir", keeping?.git ?? "", "cat-file", "blob", blob], {
      encoding: "utf8",
      env: this.stage.env,
    });
    return status === 0 ? stdout : undefined;
  }

  marks(mark: Mark): string[] {
    return this.keepings().flatMap((folder) =>
      listFolder(folder)
        // One that is being replaced has an ending more.
        .filter((file) => file.startsWith(`${mark}-`) && !file.includes("."))
        .map((file) => join(folder, file)),
    );
  }

  /** The processes that have signed for a checkpoint they are making. */
  makers(): number[] {
    return this.marks("taking").flatMap((taking) => Number(readPrivate(taking)) || []);
  }

  journal(): string[] {
    const folder = join(this.home, "journal");
    return readdirSync(folder).flatMap((day) => readFileSync(join(folder, day), "utf8").split("\n"));
  }

  errors() {
    return readErrors(this.home);
  }

  async until(holds: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!holds()) {
      if (performance.now() > end) {
        const seen = { reasons: this.reasons(), taking: this.marks("taking"), errors: this.errors() };
        throw new Error(`Not in time: ${JSON.stringify(seen)}`);
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  /** Waits until there are so many checkpoints, and no process is making another. */
  async made(count: number): Promise<void> {
    await this.until(() => this.points().length === count);
    await this.settled();
  }

  /** No process is making a checkpoint. */
  settled(): Promise<void> {
    return this.until(() => this.marks("taking").every(isLeft));
  }

  /** What is still at work must not write into the next test's time, nor stand at a gate that a failed test left closed. */
  leave(): Promise<void> {
    this.#gate?.open();
    return this.settled();
  }

  /** A git that waits until it is let through. */
  slowGit(): Gate {
    const folder = join(this.stage.root, "slow");
    mkdirSync(folder, { recursive: true });
    const find = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8", env: this.stage.env });
    const [started, open] = [join(folder, "started"), join(folder, "open")];
    const script = `#!/bin/sh\necho $PPID >> '${started}'\nwhile [ ! -e '${open}' ]; do sleep 0.02; done\nexec '${find.stdout.trim()}' "$@"\n`;
    writeFileSync(join(folder, "git"), script, { mode: 0o755 });
    this.#gate = {
      env: { PATH: `${folder}:${this.stage.env["PATH"]}` },
      parents: () => (readPrivate(started) ?? "").split("\n").map(Number),
      open: () => writeFileSync(open, ""),
      openSoon: () => spawn("sh", ["-c", `sleep 0.3; : > '${open}'`], { stdio: "ignore" }),
    };
    return this.#gate;
  }

  /** Waits until the one that makes a checkpoint stands at the gate. A hook may stand there too: it runs git itself. */
  async makerAt(gate: Gate): Promise<number> {
    const found = () => this.makers().find((pid) => gate.parents().includes(pid));
    await this.until(() => found() !== undefined);
    return found() ?? 0;
  }

  /** One checkpoint is made; the next, of a second text at a second prompt, has just begun and stands at the gate. */
  async heldUp(): Promise<{ gate: Gate; maker: number }> {
    this.prompt();
    await this.made(1);
    const gate = this.slowGit();
    this.write("src/app.ts", "second\n");
    this.prompt("more", gate.env);
    const maker = await this.makerAt(gate);
    // However slow this machine is: one that has been at work for long is not waited for.
    const soon = Date.now() / 1_000 + 60;
    for (const taking of this.marks("taking")) utimesSync(taking, soon, soon);
    return { gate, maker };
  }
}

interface Gate {
  readonly env: Env;
  /** The processes that have started such a git. */
  parents(): number[];
  open(): void;
  /** Also while a hook is waited for. */
  openSoon(): void;
}

const PATIENCE = 30_000;

function isLeft(taking: string): boolean {
  try {
    return isAlive(Number(readFileSync(taking, "utf8")) || undefined) === false;
  } catch {
    return true; // It was removed just now.
  }
}
