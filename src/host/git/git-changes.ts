import { uptime } from "../clock.js";
import type { Env } from "../env.js";
import { isSha } from "./git-ref.js";
import { runGit } from "./git-run.js";

/** What was committed since. Subjects and paths are other people's text. */
export interface Changes {
  readonly count: number;
  /** The newest 20 at most, newest first. */
  readonly subjects: string[];
  /** Changed by most of those commits first. */
  readonly files: string[];
}

const TIMEOUT_MS = 400;
const MOST_OUTPUT = 262_144;
const MOST_COMMITS = 20;
const MOST_FILES = 10;
const LONGEST_SUBJECT = 200;
const LEAST_TIME = 20;

/** The commits on the present branch since `head`. Undefined where that commit is not known here, or git is too slow. */
export function readChanges(root: string, head: string, env: Env): Changes | undefined {
  if (!isSha(head)) return undefined;
  const end = uptime() + TIMEOUT_MS;
  const range = `${head}..HEAD`;
  const counting = ["rev-list", "--count", range, "--"];
  const counted = runGit(root, counting, env, { timeout: TIMEOUT_MS, most: MOST_OUTPUT });
  const count = Number(counted.output.trim());
  if (!counted.ok || !Number.isSafeInteger(count)) return undefined;
  const left = Math.floor(end - uptime());
  if (count === 0 || left < LEAST_TIME) return { count, subjects: [], files: [] };
  // A signature would be shown by a program that the repository's config names.
  const options = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];
  const format = [
    "-z",
    "--name-only",
    "--encoding=UTF-8",
    `--format=${MARK}%s`,
    `--max-count=${MOST_COMMITS}`,
  ];
  const args = ["log", "--no-decorate", ...options, ...format, range, "--"];
  // A list cut off in the middle still says what was read of it.
  const { output } = runGit(root, args, env, { timeout: left, most: MOST_OUTPUT });
  return { count, ...readLog(output) };
}

// No subject and no path begins with it: git ends both with a zero, and a subject is one line.
const MARK = "\u0001";

function readLog(output: string): Pick<Changes, "subjects" | "files"> {
  const subjects: string[] = [];
  const times = new Map<string, number>();
  for (const part of output.split("\0")) {
    // Between a subject and its first path git leaves a newline.
    const text = part.replace(/^\n/, "");
    if (text.startsWith(MARK)) subjects.push(text.slice(MARK.length, LONGEST_SUBJECT).toWellFormed());
    else if (text !== "") times.set(text, (times.get(text) ?? 0) + 1);
  }
  const files = [...times].sort((a, b) => b[1] - a[1]).map(([path]) => path);
  return { subjects: subjects.slice(0, MOST_COMMITS), files: files.slice(0, MOST_FILES) };
}
