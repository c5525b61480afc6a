import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { AgentName } from "./install.js";
import type { Run, Script } from "./room.js";
import { programOf, type Site } from "./site.js";

/** An agent in a terminal of its own, with somebody at the keys. */
export interface Screen {
  /** Types a line and sends it off. */
  enter(text: string): Promise<void>;
  press(...keys: string[]): void;
  /** Waits until the terminal shows it; what it shows then. */
  see(what: RegExp): Promise<string>;
  /** The agent has ended by itself. */
  readonly ended: Promise<Run>;
}

const PATIENCE = 60_000;

/** The reason why there can be no terminal here; undefined where there can. */
export function noTerminal(): string | undefined {
  return spawnSync("tmux", ["-V"]).status === 0 ? undefined : "there is no tmux to give an agent a terminal";
}

/** Starts an agent in tmux, which runs inside the room: its socket is a file, and so can be reached from outside. */
export function openScreen(place: Site, agent: AgentName, script: Script, args: string[] = []): Screen {
  const socket = join(place.home, "terminal");
  const tmux = (...words: string[]) =>
    spawnSync("tmux", ["-S", socket, ...words], { encoding: "utf8", env: place.env });
  const { words } = programOf(agent);
  const begin = ["-f", "/dev/null", "new-session", "-d", "-x", "140", "-y", "50", ...words, ...args];
  const ended = place.room.run({
    command: "sh",
    args: [
      "-c",
      'tmux -S "$0" "$@" && while tmux -S "$0" has-session 2>/dev/null; do sleep 0.2; done',
      socket,
      ...begin,
    ],
    env: { ...place.env, TERM: "xterm-256color", LANG: "C.UTF-8" },
    cwd: place.project,
    script,
  });
  onTestFinished(() => {
    tmux("kill-server"); // It is a process of its own, which the end of the room does not reach.
  });
  const shown = () => tmux("capture-pane", "-p").stdout;
  return {
    async enter(text) {
      tmux("send-keys", "-l", text);
      await wait(SETTLING);
      tmux("send-keys", "Enter");
    },
    press: (...keys) => {
      tmux("send-keys", ...keys);
    },
    async see(what) {
      for (const until = Date.now() + PATIENCE; Date.now() < until; await wait(100)) {
        const text = shown();
        if (what.test(text)) return text;
      }
      throw new Error(`${what} was never shown:\n${shown()}`);
    },
    ended,
  };
}

/** What is typed and sent in one go would be taken for something pasted. */
const SETTLING = 300;
