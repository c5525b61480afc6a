import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Env } from "../host/env.js";
import { removeTree } from "../host/file/remove-tree.js";
import { type Beat, STORY_FILES } from "./tour-story.js";

/** A temporary project and data folder, with the real hook run as the agent would run it. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  /** Plays a hook call and returns the context the agent gets, if any. */
  play(beat: Beat, clockOffset?: number): string | undefined;
  /** Damages a file, as a command does that dies halfway. */
  harm(file: string, text: string): void;
  /** Runs a Tidemark command in the project and returns its output. */
  command(...args: readonly string[]): string;
  close(): void;
}

const LONG_AGO = 1_700_000_000;

/** `program` is the folder of the hook and of the command line. */
export function openStage(program: string, env: Env): Stage {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-tour-"));
  const home = join(folder, "memory");
  const project = join(folder, "photo-box");
  // The brief checks files against the disk, so the files of the story exist and are older than it.
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
          // No process has this id, so the next session finds the agent gone.
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
    close: () => removeTree(folder),
  };
}

function contextOf(stdout: string): string | undefined {
  if (stdout.trim() === "") return undefined;
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(stdout);
  return answer.hookSpecificOutput?.additionalContext;
}
