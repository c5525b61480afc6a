import type { CheckpointDesk, RestorePlan } from "../../../app/checkpoint/restore-checkpoint.js";
import { pointName } from "../../../checkpoint/point-name.js";
import { limitsOf } from "../../../checkpoint/take/limit.js";
import { print, style } from "../print.js";
import { shownPath } from "../shown-path.js";
import { LATE } from "./describe.js";
import { because } from "./say-left.js";

const MOST_NAMED = 10;

/** What should be known before a restore and cannot be seen from the files that change. */
export function sayCaution(
  { checkpoint, what, atWork, repeats, caution }: RestorePlan,
  { home, project, place: { branch: on } }: CheckpointDesk,
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
  for (const path of bare.slice(0, MOST_NAMED))
    warn(`${shownPath(path)} was a repository of its own: its files come back, its .git does not.`);
  if (missing.length === 0) return;
  warn("Not there now, and it cannot bring them back:");
  const { largestFile } = limitsOf(home, true);
  for (const { path, why } of missing.slice(0, MOST_NAMED))
    print(`  ${shownPath(path)} ${style.dim(because(why, largestFile))}`);
  if (missing.length > MOST_NAMED) print(style.dim(`  and ${missing.length - MOST_NAMED} more`));
}
