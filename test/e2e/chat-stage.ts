import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type Maker, ScriptedModel } from "./scripted-model.js";
import { Stage } from "./stage.js";

export const cli = resolve(import.meta.dirname, "../../dist/cli.js");
export const PATIENCE = 10_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  /** What has come on standard output so far. */
  stdout(): string;
  kill(signal: NodeJS.Signals): void;
  /** Nobody reads what it says from now on. */
  closeOutput(): void;
  readonly ended: Promise<Ended>;
}

/** The built chat, with a scripted model to talk to. */
export class ChatStage {
  readonly stage = new Stage();

  private constructor(
    readonly model: ScriptedModel,
    readonly maker: Maker,
  ) {
    this.stage.env["TIDEMARK_MODEL"] = model.name(maker);
  }

  /** For one test. */
  static async open(maker: Maker = "anthropic"): Promise<ChatStage> {
    const chat = await ChatStage.openForMany(maker);
    onTestFinished(() => chat.close());
    return chat;
  }

  static async openForMany(maker: Maker = "anthropic"): Promise<ChatStage> {
    return new ChatStage(await ScriptedModel.start(), maker);
  }

  close(): Promise<void> {
    return this.model.server().stop();
  }

  start(args: readonly string[], input = "", env: Record<string, string> = {}): Running {
    return this.#follow(process.execPath, [cli, "chat", ...args], input, env);
  }

  #follow(
    program: string,
    args: readonly string[],
    input: string,
    env: Record<string, string> = {},
  ): Running {
    const child = spawn(program, args, { cwd: this.stage.project, env: { ...this.stage.env, ...env } });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => (stdout += piece));
    child.stderr.setEncoding("utf8").on("data", (piece) => (stderr += piece));
    child.stdin.on("error", () => {}).end(input);
    const ended = new Promise<Ended>((settle) =>
      child.on("close", (code) => settle({ code, stdout, stderr })),
    );
    return {
      pid: child.pid ?? 0,
      stdout: () => stdout,
      kill: (signal) => {
        child.kill(signal);
      },
      closeOutput: () => {
        child.stdout.destroy();
      },
      ended,
    };
  }

  run(args: readonly string[], input = "", env: Record<string, string> = {}): Promise<Ended> {
    return this.start(args, input, env).ended;
  }

  /** Behind a pipe of a shell. */
  piped(input: string, args: readonly string[]): Promise<Ended> {
    const words = ["-c", 'cat | "$0" "$@"', process.execPath, cli, "chat", ...args];
    return this.#follow("sh", words, input).ended;
  }

  ask(text: string, ...args: string[]): Promise<Ended> {
    return this.run(["--print", text, ...args]);
  }

  /** All that is on the disk of the data folder. */
  onDisk(folder = this.stage.home): string {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => (statSync(path).isDirectory() ? this.onDisk(path) : readFileSync(path, "latin1")))
      .join("\n");
  }

  /** What the model was asked last. */
  get lastHeard(): readonly { readonly role: string; readonly content: string }[] {
    return this.model.heard.at(-1)?.messages ?? [];
  }
}

/** Waits for what a scripted story has to come to. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(20)) if (isSo()) return;
  throw new Error(`This never came: ${what}`);
}
