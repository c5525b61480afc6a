import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const dist = resolve(import.meta.dirname, "../../dist");

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built binaries in a home of their own. */
export class Stage {
  readonly root = mkdtempSync(join(tmpdir(), "tidemark-e2e-"));
  readonly home = join(this.root, "data");
  readonly project = join(this.root, "photo-box");
  readonly env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: this.root,
    TIDEMARK_HOME: this.home,
    // A process that nobody waits for could add an event or hold the database at any time.
    TIDEMARK_TREE: "off",
    TIDEMARK_MAINTENANCE: "off",
    // No process has this number: the agent of a story is gone when the next session asks.
    CLAUDE_PID: "2147483646",
  };

  /** Checkpoints are made by themselves only where a test is about them: each is a process more. */
  constructor(branch = "feat/retry", isKeeping = false) {
    if (!isKeeping) this.env["TIDEMARK_CHECKPOINTS"] = "off";
    mkdirSync(this.project);
    spawnSync("git", ["init", "-q", "-b", branch, this.project], { env: this.env });
  }

  /** One hook call, as the agent would make it. */
  hook(
    hook_event_name: string,
    session_id: string,
    fields: object = {},
    env: Record<string, string> = {},
  ): Run {
    const payload = { hook_event_name, session_id, cwd: this.project, ...fields };
    return this.run("hook.cjs", ["claude"], JSON.stringify(payload), env);
  }

  /** What the agent is told by a hook call. */
  told(hook: string, session: string, fields: object = {}, env: Record<string, string> = {}): string {
    const { stdout } = this.hook(hook, session, fields, env);
    return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  }

  cli(args: readonly string[], env: Record<string, string> = {}): Run {
    return this.run("cli.js", args, "", env);
  }

  json(args: readonly string[]): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.cli([...args, "--json"]).stdout);
  }

  run(
    program: string,
    args: readonly string[],
    input: string | Buffer,
    env: Record<string, string> = {},
  ): Run {
    return spawnSync(process.execPath, [join(dist, program), ...args], {
      cwd: this.project,
      env: { ...this.env, ...env },
      input,
      encoding: "utf8",
      timeout: 30_000,
    });
  }
}
