import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { CLI, readHistory, type StoredEvent, tidemark } from "../product.js";
import { openRoom, type Room, type Run, type Script } from "../room.js";

interface Asked {
  readonly prompt: string;
  readonly script: Script;
  readonly args?: string[];
  readonly env?: Record<string, string>;
  readonly onStart?: (pid: number) => void;
}

/** A home, a project and a Claude Code of their own; nothing of this machine is seen but its programs. */
export interface Site {
  readonly room: Room;
  readonly project: string;
  readonly settings: string;
  /** `TIDEMARK_HOME`, which `tidemark init` writes into the hooks. */
  readonly memory: string;
  claude(asked: Asked): Promise<Run>;
  /** Claude Code, started by `tidemark` with these words. It has no terminal here, so a prompt is put behind them. */
  through(words: readonly string[], asked: Pick<Asked, "prompt" | "script">): Promise<Run>;
  tidemark(...args: string[]): string;
  history(): StoredEvent[];
  leave(): void;
}

/** Claude Code 2.1.325 offers its task tools to the newest models only when asked. */
export const PLAN_TOOLS = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" };

export async function openSite(program: string): Promise<Site> {
  const root = mkdtempSync(join(tmpdir(), "tidemark-claude-"));
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const config = folder("config");
  const project = folder("project");
  const room = await openRoom(root);
  const env = {
    PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: folder("home"),
    TMPDIR: folder("tmp"),
    CLAUDE_CONFIG_DIR: config,
    TIDEMARK_HOME: join(root, "memory"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  makeProject(project, env);

  return {
    room,
    project,
    settings: join(config, "settings.json"),
    memory: env.TIDEMARK_HOME,
    claude: ({ prompt, script, args = [], env: extra = {}, onStart }) =>
      room.run({
        command: program,
        args: ["-p", prompt, "--permission-mode", "bypassPermissions", ...args],
        env: { ...env, ...alone(room.modelUrl), ...extra },
        cwd: project,
        script,
        ...(onStart && { onStart }),
      }),
    through: (words, { prompt, script }) => {
      const bin = join(root, "bin");
      mkdirSync(bin, { recursive: true });
      const line = [program, '"$@"', "-p", `"$ASKED"`, "--permission-mode", "bypassPermissions"].join(" ");
      writeFileSync(join(bin, "claude"), `#!/bin/sh\nexec ${line}\n`, { mode: 0o755 });
      const path = [bin, env.PATH].join(delimiter);
      return room.run({
        command: process.execPath,
        args: [CLI, ...words],
        env: { ...env, ...alone(room.modelUrl), PATH: path, ASKED: prompt },
        cwd: project,
        script,
      });
    },
    tidemark: (...args) => tidemark(args, { env, cwd: project }),
    history: () => readHistory(tidemark(["history", "--all", "--json"], { env, cwd: project })),
    leave: () => {
      room.leave();
      clear(root);
    },
  };
}

/** What a hook started beside its agent may still be writing: then the folder is looked through again. */
function clear(folder: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

/** Claude Code speaks to the scripted model and to nobody else. */
function alone(modelUrl: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "dummy",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    IS_SANDBOX: "1", // else it refuses to bypass permissions as root
  };
}

function makeProject(project: string, env: Record<string, string>): void {
  writeFileSync(join(project, "README.md"), "# Harbour\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project, env, stdio: "ignore" });
  git("init", "--initial-branch", "main");
  git("add", "README.md");
  git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--message", "Begin");
}
