import { uptime } from "../clock.js";
import type { Env } from "../env.js";
import { isSha } from "./git.js";
import { runGit } from "./git-run.js";

/** New commits. Subjects and paths are untrusted text. */
export interface Changes {
  readonly count: number;
  /** The newest 20 at most, newest first. */
  readonly subjects: string[];
  /** Changed by most of those commits first. */
  readonly files: string[];
}

const TIMEOUT_MS = 400;
const MAX_OUTPUT_BYTES = 262_144;
const MAX_COMMITS = 20;
const MAX_FILES = 10;
const MAX_SUBJECT_CHARS = 200;
const MIN_LOG_MS = 20;
// No subject or path begins with it: git ends both with a zero, and a subject is one line.
const MARK = "\u0001";

/** The commits on the current branch since `head`. Undefined if that commit is unknown, or git is too slow. */
export function readChanges(root: string, head: string, env: Env): Changes | undefined {
  if (!isSha(head)) return undefined;
  const end = uptime() + TIMEOUT_MS;
  const range = `${head}..HEAD`;
  const counting = ["rev-list", "--count", range, "--"];
  const counted = runGit(root, counting, env, { timeout: TIMEOUT_MS, maxBytes: MAX_OUTPUT_BYTES });
  const count = Number(counted.output.trim());
  if (!counted.ok || !Number.isSafeInteger(count)) return undefined;
  const left = Math.floor(end - uptime());
  if (count === 0 || left < MIN_LOG_MS) return { count, subjects: [], files: [] };
  // Git would show a signature with a program that the repository's config names.
  const options = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];
  const format = [
    "-z",
    "--name-only",
    "--encoding=UTF-8",
    `--format=${MARK}%s`,
    `--max-count=${MAX_COMMITS}`,
  ];
  const args = ["log", "--no-decorate", ...options, ...format, range, "--"];
  // A list that is cut off by the timeout is still useful.
  const { output } = runGit(root, args, env, { timeout: left, maxBytes: MAX_OUTPUT_BYTES });
  return { count, ...readLog(output) };
}

function readLog(output: string): Pick<Changes, "subjects" | "files"> {
  const subjects: string[] = [];
  const times = new Map<string, number>();
  for (const part of output.split("\0")) {
    // Git puts a newline between a subject and its first path.
    const text = part.replace(/^\n/, "");
    if (text.startsWith(MARK)) subjects.push(text.slice(MARK.length, MAX_SUBJECT_CHARS).toWellFormed());
    else if (text !== "") times.set(text, (times.get(text) ?? 0) + 1);
  }
  const files = [...times].sort((a, b) => b[1] - a[1]).map(([path]) => path);
  return { subjects: subjects.slice(0, MAX_COMMITS), files: files.slice(0, MAX_FILES) };
}
