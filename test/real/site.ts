import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inject } from "vitest";
import type { AgentName, Program } from "./install.js";
import { LAUNCHES } from "./launch.js";
import { CLI, readHistory, type StoredEvent, tidemark } from "./product.js";
import { openRoom, type Room, type Run, type Script } from "./room.js";

interface Asked {
  readonly prompt: string;
  readonly script: Script;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly onStart?: (pid: number) => void;
}

/** A home, a project and agents of their own; nothing of this machine is seen but its programs. */
export interface Site {
  readonly room: Room;
  readonly home: string;
  readonly project: string;
  /** `TIDEMARK_HOME`, which `tidemark init` writes into the hooks. */
  readonly memory: string;
  /** The environment of a terminal there, with what the agents of the site need. */
  readonly env: Record<string, string>;
  run(agent: AgentName, asked: Asked): Promise<Run>;
  /** An agent, started by `tidemark` with these words. It has no terminal here, so a prompt is put behind them. */
  through(words: readonly string[], asked: Omit<Asked, "args">): Promise<Run>;
  tidemark(...args: string[]): string;
  history(): StoredEvent[];
  leave(): void;
}

export async function openSite({ agents }: { agents: readonly AgentName[] }): Promise<Site> {
  const root = mkdtempSync(join(tmpdir(), "tidemark-site-"));
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const room = await openRoom(root);
  const place = { home: folder("home"), project: folder("project"), modelUrl: room.modelUrl };
  const base = {
    PATH: [folder("bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: place.home,
    TMPDIR: folder("tmp"),
    TIDEMARK_HOME: join(root, "memory"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  makeProject(place.project, base);
  for (const agent of agents) {
    LAUNCHES[agent].prepare?.({ ...place, folder: programOf(agent).folder });
    writeCommand(join(root, "bin", agent), agent);
  }
  const env = Object.assign({}, base, ...agents.map((agent) => LAUNCHES[agent].env(place)));

  return {
    room,
    ...place,
    memory: base.TIDEMARK_HOME,
    env,
    run: (agent, { prompt, script, args = [], env: extra = {}, onStart }) => {
      const [command = "", ...first] = programOf(agent).words;
      return room.run({
        command,
        args: [...first, ...LAUNCHES[agent].words(args, prompt)],
        env: { ...base, ...LAUNCHES[agent].env(place), ...extra },
        cwd: place.project,
        script,
        ...(onStart && { onStart }),
      });
    },
    through: (words, { prompt, script, env: extra = {}, onStart }) =>
      room.run({
        command: process.execPath,
        args: [CLI, ...words],
        env: { ...env, ...extra, ASKED: prompt },
        cwd: place.project,
        script,
        ...(onStart && { onStart }),
      }),
    tidemark: (...args) => tidemark(args, { env, cwd: place.project }),
    history: () => readHistory(tidemark(["history", "--all", "--json"], { env, cwd: place.project })),
    leave: () => {
      room.leave();
      clear(root);
    },
  };
}

export function programOf(agent: AgentName): Program {
  const installed = inject("agents")[agent];
  if (!installed || "missing" in installed) throw new Error(`${agent} is not installed`);
  return installed;
}

/** The agent under its name, as a user has it; what is asked of it comes from the environment. */
function writeCommand(path: string, agent: AgentName): void {
  const program = programOf(agent).words.map((word) => `'${word}'`);
  const words = LAUNCHES[agent].words(['"$@"'], '"$ASKED"');
  writeFileSync(path, `#!/bin/sh\nexec ${[...program, ...words].join(" ")}\n`, { mode: 0o755 });
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

function makeProject(project: string, env: Record<string, string>): void {
  writeFileSync(join(project, "README.md"), "# Harbour\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project, env, stdio: "ignore" });
  git("init", "--initial-branch", "main");
  git("add", "README.md");
  git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--message", "Begin");
}
