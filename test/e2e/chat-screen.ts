import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type ChatStage, cli, PATIENCE } from "./chat-stage.js";

/** The reason why there can be no terminal here; undefined where there can. */
export const noTerminal = spawnSync("tmux", ["-V"]).status === 0 ? undefined : "there is no tmux";

/** A chat in a terminal, with somebody at the keys. */
export interface ChatScreen {
  enter(text: string): Promise<void>;
  press(...keys: string[]): void;
  paste(text: string): void;
  see(what: RegExp): Promise<string>;
  /** What the terminal shows now; with `-e` also in which colours. */
  shown(...how: string[]): string;
  /** The chat's own process. */
  pid(): number;
  readonly isOver: () => boolean;
}

let screens = 0;

export function openChat(
  chat: ChatStage,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): ChatScreen {
  return openTerminal(chat, [process.execPath, cli, "chat", ...args], env);
}

/** A shell that can send what it runs to the background. */
export function openShell(chat: ChatStage): ChatScreen {
  return openTerminal(chat, ["bash", "--norc", "--noprofile"], { PS1: "$ " });
}

function openTerminal(
  { stage }: ChatStage,
  program: readonly string[],
  env: Record<string, string>,
): ChatScreen {
  screens += 1;
  const socket = join(stage.root, `terminal-${screens}`);
  const tmux = (words: readonly string[], input?: string) =>
    spawnSync("tmux", ["-S", socket, ...words], {
      encoding: "utf8",
      cwd: stage.project,
      env: { ...stage.env, TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
      ...(input === undefined ? {} : { input }),
    });
  const size = ["-x", "110", "-y", "45"];
  const inside = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  tmux(["-f", "/dev/null", "new-session", "-d", ...size, ...inside, ...program]);
  onTestFinished(() => {
    tmux(["kill-server"]);
  });
  const shown = (...how: string[]) => tmux(["capture-pane", "-p", ...how]).stdout;
  return {
    async enter(text) {
      tmux(["send-keys", "-l", text]);
      await wait(100);
      tmux(["send-keys", "Enter"]);
    },
    press: (...keys) => {
      tmux(["send-keys", ...keys]);
    },
    paste(text) {
      tmux(["load-buffer", "-"], text);
      tmux(["paste-buffer", "-p"]);
    },
    async see(what) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(50)) {
        const text = shown();
        if (what.test(text)) return text;
      }
      throw new Error(`${what} was never shown:\n${shown()}`);
    },
    shown,
    pid: () => Number(tmux(["display-message", "-p", "#{pane_pid}"]).stdout),
    isOver: () => tmux(["has-session"]).status !== 0,
  };
}
