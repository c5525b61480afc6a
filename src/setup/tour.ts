import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Env } from "../host/env.js";
import { removeTree } from "../host/file/remove-tree.js";
import { type Beat, STORY_FILES } from "./tour-story.js";

/** A stage for the tour: a temporary project and data folder, and the real hook, run as the agent would run it. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  /** Plays a hook call and returns what the agent is told, if anything. */
  play(beat: Beat, clockOffset?: number): string | undefined;
  /** What a command does to a file before it dies. */
  harm(file: string, text: string): void;
  /** Runs a command of Tidemark's in the project, and returns what it prints. */
  command(...args: readonly string[]): string;
  close(): void;
}

const LONG_AGO = 1_700_000_000;

/** `program` is the folder of the hook and of the command line. */
export function openStage(program: string, env: Env): Stage {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-tour-"));
  const home = join(folder, "memory");
  const project = join(folder, "photo-box");
  // What is said of a file is checked against the disk: the files of the story are there, and older than it.
  for (const file of ["README.md", ...STORY_FILES]) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), `${file} of photo-box\n`);
    utimesSync(join(project, file), LONG_AGO, LONG_AGO);
  }
  // The tour works without git too; with it, a branch is shown.
  spawnSync("git", ["init", "-q", "-b", "feat/retry", project], { stdio: "ignore" });
  const ownEnv = { PATH: env["PATH"], HOME: folder, TIDEMARK_HOME: home };
  return {
    home,
    project,
    play(beat, clockOffset = 0) {
      const payload = { hook_event_name: beat.hook, session_id: beat.session, cwd: project, ...beat.fields };
      const { stdout } = spawnSync(process.execPath, [join(program, "hook.cjs"), "claude"], {
        input: JSON.stringify(payload),
        encoding: "utf8",
        env: {
          ...ownEnv,
          TIDEMARK_LANGUAGE: "en",
          TIDEMARK_CLOCK_OFFSET: String(clockOffset),
          // A process number that no process has: the agent of this story is gone when the next session asks.
          CLAUDE_PID: "2147483646",
        },
      });
      return contextOf(stdout);
    },
    harm: (file, text) => writeFileSync(join(project, file), text),
    command: (...args) =>
      spawnSync(process.execPath, [join(program, "cli.js"), ...args], {
        cwd: project,
        encoding: "utf8",
        env: ownEnv,
      }).stdout,
    // A checkpoint that is being made beside the story may still write.
    close: () => removeTree(folder),
  };
}

function contextOf(stdout: string): string | undefined {
  if (stdout.trim() === "") return undefined;
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(stdout);
  return answer.hookSpecificOutput?.additionalContext;
}
