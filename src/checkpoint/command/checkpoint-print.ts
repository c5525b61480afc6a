import { TidemarkError } from "../../error.js";
import { hostEnv } from "../../host/env.js";
import { withMemory } from "../../project/command/open.js";
import { count, print, style } from "../../terminal/print.js";
import type { Checkpoint, LeftOut } from "../checkpoint.js";
import type { CheckpointContext } from "../make-checkpoint.js";
import { pointName, readPointName } from "../name.js";
import type { FileChange } from "../restore/difference.js";
import type { RestorePlan } from "../restore-checkpoint.js";
import { limitsOf } from "../take/limit.js";
import { LATE } from "../text.js";

export function withCheckpoints<T>(work: (opened: CheckpointContext) => T | Promise<T>): Promise<T> {
  return withMemory((opened) => work({ ...opened, env: hostEnv(), cwd: process.cwd() }));
}

/** Rejects everything that is not the id of a checkpoint. */
export function requirePoint(id: string | undefined, action: string): string {
  if (id !== undefined && readPointName(id) !== undefined) return id;
  const said = id === undefined ? "and none was named" : `and "${id}" is none`;
  throw new TidemarkError("bad-argument", `${action} takes the id of a checkpoint, such as c41, ${said}.`, {
    hint: "See them with: tidemark checkpoint list --all",
  });
}

/** Prints which files a restore would add, change and delete, and which it could not. */
export function printFileChanges(changes: readonly FileChange[], limit: number): void {
  const done = changes.filter(({ isHindered }) => !isHindered);
  const blocked = changes.filter(({ isHindered }) => isHindered);
  for (const { path, change, mode } of done.slice(0, limit)) {
    const note = mode === undefined ? "" : style.dim(` (permissions ${mode})`);
    print(`  ${paint(change)} ${shownPath(path)}${note}`);
  }
  if (done.length > limit) print(style.dim(`  and ${done.length - limit} more`));
  for (const { path } of blocked.slice(0, limit))
    print(`  ${style.red("!")} ${shownPath(path)}: stays, something that no checkpoint keeps stands there`);
  if (blocked.length > limit) print(style.dim(`  and ${blocked.length - limit} more that stay`));
  const of = (kind: FileChange["change"]) => done.filter(({ change }) => change === kind).length;
  const counts = `${of("changed")} changed, ${of("added")} added, ${of("deleted")} deleted`;
  print(style.dim(`${count(done.length, "file")}: ${counts}`));
}

function paint(change: FileChange["change"]): string {
  if (change === "added") return style.green("+");
  return change === "deleted" ? style.red("-") : style.yellow("~");
}

const MAX_NAMED = 10;

/** Names the files that a checkpoint does not hold, and why. */
export function printLeftOut({ left, leftCount }: Checkpoint, largest: number): void {
  if (leftCount === 0) return;
  const them = leftCount === 1 ? "it" : "them";
  print(style.yellow(`${count(leftCount, "file")} left out; a restore leaves ${them} alone:`));
  printReasons(left, leftCount, largest);
}

const WHY_LEFT_OUT: { readonly [W in Exclude<LeftOut["why"], "large">]: string } = {
  unreadable: "may not be read",
  special: "no plain file",
  repository: "a repository too deep inside, or one too many",
  forgotten: "was forgotten",
};

function printReasons(left: readonly LeftOut[], all: number, largest: number): void {
  const named = left.slice(0, MAX_NAMED);
  for (const { path, why } of named) {
    const reason = why === "large" ? `larger than ${Math.round(largest / 1_048_576)} MB` : WHY_LEFT_OUT[why];
    print(`  ${shownPath(path)} ${style.dim(reason)}`);
  }
  if (all > named.length) print(style.dim(`  and ${all - named.length} more`));
}

const ESCAPE: { readonly [character: string]: string } = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };

/** Keeps a path on one line and quotes odd ones: a name may hold a newline and imitate our output. */
export function shownPath(path: string): string {
  if (!/[\p{Cc}"\\\u2028\u2029]/u.test(path)) return path;
  const escaped = path
    .replace(/["\\]/g, "\\$&")
    .replace(
      /[\p{Cc}\u2028\u2029]/gu,
      (character) => ESCAPE[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  return `"${escaped}"`;
}

/** Warns of what the list of changed files does not show. */
export function printWarnings(
  { checkpoint, what, atWork, repeats, caution }: RestorePlan,
  { home, project, place: { branch: on } }: CheckpointContext,
): void {
  const warn = (text: string) => print(style.yellow(text));
  const { madeOn, missing, bare, instead } = caution;
  for (const { session, agent } of atWork)
    warn(
      `${agent} session ${session.slice(0, 8)} is at work here now: what it made since goes with the rest, and it may write over what comes back.`,
    );
  if (repeats !== undefined) warn("This restore was begun before and not finished: it is repeated.");
  if (what === "state") return;
  if (checkpoint.isLate) {
    warn(`It was ${LATE}.`);
    const whole = instead === undefined ? undefined : pointName(instead, project);
    if (whole !== undefined)
      warn(`${whole} is from before it, and whole: tidemark checkpoint restore ${whole}`);
  }
  if (madeOn !== undefined)
    warn(`It was made on the branch ${madeOn}, and you are on ${on}: files that only ${on} has go, too.`);
  for (const path of bare.slice(0, MAX_NAMED))
    warn(`${shownPath(path)} was a repository of its own: its files come back, its .git does not.`);
  if (missing.length === 0) return;
  warn("Not there now, and it cannot bring them back:");
  printReasons(missing, missing.length, limitsOf(home, true).largestFile);
}
