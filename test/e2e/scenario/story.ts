import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Stage } from "../stage.js";

const MINUTE = 60_000;

type Env = Record<string, string>;

/** Sessions of Claude Code in one project, told through the built hook. Times are minutes after the story's beginning. */
export class Story {
  readonly stage: Stage;
  readonly project: string;

  /** @param beside another story of the same user, in another project */
  constructor(beside?: Story, name = "") {
    this.stage = beside?.stage ?? new Stage("main");
    this.project = beside === undefined ? this.stage.project : join(this.stage.root, name);
    mkdirSync(this.project, { recursive: true });
  }

  /** A session begins. Returns what it is told. */
  start(session: string, minute: number, env: Env = {}): string {
    return this.#told("SessionStart", session, minute, { source: "startup" }, env);
  }

  /** The user submits a prompt. Returns what the agent is told with it. */
  ask(session: string, minute: number, prompt: string, env: Env = {}): string {
    return this.#told("UserPromptSubmit", session, minute, { prompt }, env);
  }

  /** The agent writes a file, which is then there. */
  edit(session: string, minute: number, path: string, text = "changed"): void {
    const file_path = join(this.project, path);
    mkdirSync(dirname(file_path), { recursive: true });
    writeFileSync(file_path, text);
    const seconds = Date.now() / 1_000 + minute * 60;
    utimesSync(file_path, seconds, seconds);
    const tool_input = { file_path, old_string: "", new_string: text };
    this.#hook("PostToolUse", session, minute, { tool_name: "Edit", tool_input });
  }

  run(session: string, minute: number, command: string, output = "ok"): void {
    const use = { tool_name: "Bash", tool_input: { command }, tool_response: { stdout: output } };
    this.#hook("PostToolUse", session, minute, use);
  }

  fail(session: string, minute: number, command: string, error: string): void {
    this.#hook("PostToolUseFailure", session, minute, { tool_name: "Bash", tool_input: { command }, error });
  }

  plan(
    session: string,
    minute: number,
    todos: readonly (readonly [content: string, status: string])[],
  ): void {
    const tool_input = { todos: todos.map(([content, status]) => ({ content, status })) };
    this.#hook("PostToolUse", session, minute, { tool_name: "TodoWrite", tool_input });
  }

  compact(session: string, minute: number, compact_summary: string): void {
    this.#hook("PostCompact", session, minute, { trigger: "auto", compact_summary });
  }

  /** The agent stops, with its closing words. */
  stop(session: string, minute: number, last_assistant_message: string): void {
    this.#hook("Stop", session, minute, { last_assistant_message });
  }

  end(session: string, minute: number): void {
    this.#hook("SessionEnd", session, minute, { reason: "other" });
  }

  /** A whole session with one request, done within the minute. */
  session(
    session: string,
    minute: number,
    prompt: string,
    files: readonly string[],
    closing: string,
  ): string {
    const told = this.start(session, minute);
    this.ask(session, minute, prompt);
    for (const file of files) this.edit(session, minute, file);
    this.stop(session, minute, closing);
    this.end(session, minute);
    return told;
  }

  cli(args: readonly string[], minute = 0): string {
    const { status, stdout, stderr } = this.stage.cli(args, at(minute));
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  json(args: readonly string[], minute = 0): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.cli([...args, "--json"], minute));
  }

  #hook(name: string, session: string, minute: number, fields: object): void {
    this.stage.hook(name, session, { cwd: this.project, ...fields }, at(minute));
  }

  #told(name: string, session: string, minute: number, fields: object, env: Env): string {
    return this.stage.told(name, session, { cwd: this.project, ...fields }, { ...env, ...at(minute) });
  }
}

function at(minute: number): Env {
  return { TIDEMARK_CLOCK_OFFSET: String(minute * MINUTE) };
}

/** The titles that a line of an injection names. */
export function titlesIn(told: string): string[] {
  const lines = told.split("\n").filter((line) => /^(?:Thread|Other threads|Fil|Autres fils): /.test(line));
  return lines.flatMap((line) => [...line.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ""));
}
