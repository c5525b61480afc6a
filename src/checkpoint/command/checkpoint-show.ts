import type { Command } from "commander";
import { messageOf, TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { PLAN_SIGN, print, printJson, style } from "../../terminal/print.js";
import { waiting } from "../../terminal/progress.js";
import { ago, localTime } from "../../terminal/time.js";
import type { CheckpointContext } from "../make-checkpoint.js";
import { pointName } from "../name.js";
import { differenceTo } from "../restore/difference.js";
import { stateAt } from "../restore/past-state.js";
import { requestFor } from "../restore-checkpoint.js";
import { legiblePath } from "../shadow/path.js";
import { limitsOf } from "../take/limit.js";
import { changedSince, checkpointJson, LATE, reasonOf } from "../text.js";
import {
  printFileChanges,
  printLeftOut,
  requirePoint,
  shownPath,
  withCheckpoints,
} from "./checkpoint-print.js";

const EXAMPLES = `
Examples:
  $ tidemark checkpoint show c41
  $ tidemark checkpoint show c41 --json`;

export function showCommand(command: Command): void {
  command
    .argument("[id]", "a checkpoint's id")
    .description("show one: the state as of it, and what differs from now")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(show);
}

async function show(given: string | undefined, options: { readonly json?: boolean }): Promise<void> {
  const id = requirePoint(given, "show");
  await withCheckpoints((opened) => {
    const request = requestFor(opened, { id, isHere: true });
    const { checkpoint } = request;
    const state = stateAt(opened, checkpoint)?.state;
    const differs = waiting("Comparing the files", () => differences(opened, request));
    if (options.json)
      return printJson({
        ...checkpointJson(checkpoint, opened.project),
        state: state && stateJson(state),
        ...differs,
      });
    const time = now();
    print(`${style.bold(pointName(checkpoint, opened.project))}  ${reasonOf(checkpoint)}`);
    if (checkpoint.project !== opened.project) row("", "of the project that was here before");
    row("made", `${localTime(checkpoint.at)}, ${ago(checkpoint.at, time)}`);
    row("of", checkpoint.root + (checkpoint.branch === undefined ? "" : ` on ${checkpoint.branch}`));
    const isFirst = checkpoint.changed === undefined;
    const since = `${changedSince(checkpoint)} since the one before`;
    row("files", isFirst ? "all of them, as the first one here" : since);
    if (checkpoint.isLate) row("late", style.yellow(LATE));
    const inner = checkpoint.trees
      .map(({ path }) => shownPath(legiblePath(path)))
      .filter((path) => path !== "");
    if (inner.length > 0)
      row("inside", `${inner.join(", ")} ${style.dim("(files only: a repository's own .git is not kept)")}`);
    printLeftOut(checkpoint, limitsOf(opened.home, opened.place.commonDir !== undefined).largestFile);
    if (state !== undefined) printState(state);
    if (differs.lost !== undefined) row("now", style.red(differs.lost));
    if (differs.changes === undefined) return;
    print(`\n${style.bold("A restore would change")}`);
    if (differs.changes.length === 0) print("  nothing: the files it keeps are the same");
    else printFileChanges(differs.changes, 20);
  });
}

function differences({ place }: CheckpointContext, request: Parameters<typeof differenceTo>[0]) {
  // The files of another work tree cannot be compared with this one.
  if (request.checkpoint.root !== place.root) return {};
  try {
    return { changes: differenceTo(request) };
  } catch (error) {
    if (error instanceof TidemarkError) return { lost: messageOf(error) };
    throw error;
  }
}

function printState({ session, work, plan, blockers, steps }: SessionState): void {
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
