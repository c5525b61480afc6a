import { stateAt } from "../../../app/checkpoint/checkpoint-state.js";
import { type CheckpointDesk, requestFor } from "../../../app/checkpoint/restore-checkpoint.js";
import type { Checkpoint } from "../../../checkpoint/checkpoint.js";
import { pointName } from "../../../checkpoint/point-name.js";
import { differenceTo, type FileChange } from "../../../checkpoint/restore/difference.js";
import { legiblePath } from "../../../checkpoint/shadow/path.js";
import { limitsOf } from "../../../checkpoint/take/limit.js";
import { messageOf, TidemarkError } from "../../../error.js";
import { openItems } from "../../../fold/session/plan.js";
import type { SessionState } from "../../../fold/session/session-state.js";
import { now } from "../../../host/clock.js";
import { PLAN_SIGN } from "../plan-sign.js";
import { print, printJson, style } from "../print.js";
import { shownPath } from "../shown-path.js";
import { ago, localTime } from "../time.js";
import { waiting } from "../waiting.js";
import { changedSince, checkpointJson, LATE, reasonOf } from "./describe.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, idIn, requireNone } from "./option.js";
import { printChanges } from "./print-changes.js";
import { sayLeft } from "./say-left.js";

const MOST_FILES = 20;

/** Shows one checkpoint: the state as of it, and what differs from now. */
export async function show(values: readonly string[], options: CheckpointOptions): Promise<void> {
  const { id, paths } = idIn(values, "show");
  requireNone(paths, "show ID");
  await atDesk((desk) => {
    const request = requestFor(desk, { id, isHere: true });
    const { checkpoint } = request;
    const state = stateAt(desk, checkpoint)?.state;
    const differs = waiting("Comparing the files", () => differences(desk, request));
    if (options.json) {
      printJson({
        ...checkpointJson(checkpoint, desk.project),
        state: state && stateJson(state),
        ...differs,
      });
      return;
    }
    const time = now();
    print(`${style.bold(pointName(checkpoint, desk.project))}  ${reasonOf(checkpoint)}`);
    if (checkpoint.project !== desk.project) row("", "of the project that was here before");
    row("made", `${localTime(checkpoint.at)}, ${ago(checkpoint.at, time)}`);
    row("of", checkpoint.root + (checkpoint.branch === undefined ? "" : ` on ${checkpoint.branch}`));
    row("files", kept(checkpoint));
    if (checkpoint.isLate) row("late", style.yellow(LATE));
    const inner = checkpoint.trees
      .map(({ path }) => shownPath(legiblePath(path)))
      .filter((path) => path !== "");
    if (inner.length > 0)
      row("inside", `${inner.join(", ")} ${style.dim("(files only: a repository's own .git is not kept)")}`);
    sayLeft(checkpoint, limitsOf(desk.home, desk.place.commonDir !== undefined).largestFile);
    if (state !== undefined) sayState(state);
    if (differs.lost !== undefined) row("now", style.red(differs.lost));
    if (differs.changes === undefined) return;
    print(`\n${style.bold("A restore would change")}`);
    if (differs.changes.length === 0) print("  nothing: the files it keeps are the same");
    else printChanges(differs.changes, MOST_FILES);
  });
}

function kept(checkpoint: Checkpoint): string {
  return checkpoint.changed === undefined
    ? "all of them, as the first one here"
    : `${changedSince(checkpoint)} since the one before`;
}

function differences(
  { place }: CheckpointDesk,
  request: Parameters<typeof differenceTo>[0],
): { changes?: FileChange[]; lost?: string } {
  // The files of another work tree say nothing of this one.
  if (request.checkpoint.root !== place.root) return {};
  try {
    return { changes: differenceTo(request) };
  } catch (error) {
    if (error instanceof TidemarkError) return { lost: messageOf(error) };
    throw error;
  }
}

function sayState({ session, work, plan, blockers, steps }: SessionState): void {
  row("session", session);
  row("request", work.request);
  row("action", work.action);
  const open = openItems(plan);
  if (plan.length > 0) row("plan", `${open.length} of ${plan.length} open`);
  for (const { text, status } of open) print(`           ${PLAN_SIGN[status]} ${text}`);
  row("failing", blockers.map(({ command }) => command).join(" · "));
  const last = steps.at(-1);
  if (last !== undefined) row("last", `${localTime(last.at)} ${last.tool} ${last.target}`);
}

function stateJson({ session, work, plan, blockers, files, found, steps }: SessionState) {
  return {
    session,
    request: work.request,
    action: work.action,
    plan,
    open: openItems(plan).map(({ text }) => text),
    failing: blockers.map(({ command }) => command),
    files: files.map(({ path }) => path),
    decisions: found.decisions,
    last: steps.at(-1),
  };
}

function row(name: string, text: string | undefined): void {
  if (text) print(`${style.dim(name.padEnd(9))}  ${text}`);
}
