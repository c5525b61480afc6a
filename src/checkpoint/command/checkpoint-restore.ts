import { isCancel, select } from "@clack/prompts";
import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { openItems } from "../../model/fold/session/status.js";
import { agree, Declined } from "../../terminal/agree.js";
import { type Flags, quote } from "../../terminal/option.js";
import { count, print, printDiff, printJson, style } from "../../terminal/print.js";
import { waiting } from "../../terminal/progress.js";
import { terminalSafe } from "../../terminal/terminal-safe.js";
import { ago } from "../../terminal/time.js";
import type { CheckpointContext } from "../make-checkpoint.js";
import { pointName } from "../name.js";
import { earlierCheckpoints, listCheckpoints } from "../record.js";
import { patchTo } from "../restore/difference.js";
import type { Refused } from "../restore/restore.js";
import {
  planRestore,
  type RestoreDone,
  type RestorePlan,
  type RestoreScope,
  requestFor,
  restoreCheckpoint,
} from "../restore-checkpoint.js";
import { reasonOf } from "../text.js";
import {
  printFileChanges,
  printWarnings,
  requirePoint,
  shownPath,
  withCheckpoints,
} from "./checkpoint-print.js";

const PAGE_LINES = 40;

export type RestoreOptions = Flags<"files" | "state" | "both" | "here" | "dryRun" | "yes" | "json">;

const EXAMPLES = `
It shows the diff, asks, and keeps the present in a checkpoint first, so that it can be undone.
Paths are relative to where you stand. The exit code is 1 if a file had to stay as it is.

Examples:
  $ tidemark checkpoint restore c41                  files and state
  $ tidemark checkpoint restore c41 src/upload       only these files
  $ tidemark checkpoint restore c41 --state          what was decided, planned and done; files stay
  $ tidemark checkpoint restore --dry-run            choose from a list, and only look`;

export function restoreCommand(command: Command): void {
  command
    .argument("[id]", "a checkpoint's id (default: choose from a list)")
    .argument("[path...]", "only these files or folders")
    .description("bring files and state back, after showing the diff")
    .option("--files", "only files")
    .option("--state", "only the session's state")
    .option("--both", "files and state (the default if no path is named)")
    .option("--here", "restore a checkpoint of another work tree into this one")
    .option("--dry-run", "show what would change and change nothing")
    .option("-y, --yes", "agree without being asked")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(restore);
}

/** Brings files and state back, after showing the changes and asking. */
export async function restore(
  given: string | undefined,
  paths: readonly string[],
  options: RestoreOptions,
): Promise<void> {
  const what = whatOf(options);
  await withCheckpoints(async (opened) => {
    const id = requirePoint(given ?? (await pick(opened, options)), "restore");
    const input = { id, paths, isHere: options.here === true, what };
    const plan = waiting("Comparing the files", () => planRestore(opened, input));
    const isSame = plan.changes.length === 0 && plan.past === undefined && plan.repeats === undefined;
    if (!options.json)
      showPlan(opened, plan, isSame || plan.changes.length === 0 ? "" : page(requestFor(opened, input)));
    const isSettled = options.yes === true || isSame;
    if (options.json && (options.dryRun || isSame || !isSettled)) printJson(report(opened, plan, undefined));
    if (options.dryRun || isSame) return;
    if (!isSettled)
      await agree(
        `Restore ${pointName(plan.checkpoint, opened.project)}? The present is kept first.`,
        !options.json,
      );
    const done = waiting("Restoring", () => restoreCheckpoint(opened, plan));
    if (options.json) printJson(report(opened, plan, done));
    else showDone(opened, plan, done, paths);
    // A script should know that some files stayed.
    if ((done.files?.refused.length ?? 0) > 0) process.exitCode = 1;
  });
}

function whatOf(options: RestoreOptions): RestoreScope | undefined {
  const [what, second] = (["files", "state", "both"] as const).filter((name) => options[name]);
  if (second === undefined) return what;
  throw new TidemarkError("bad-argument", "Only one of --files, --state and --both can be meant.");
}

/** Lets a person choose from a list in a terminal. */
async function pick({ home, project, place }: CheckpointContext, { json }: RestoreOptions): Promise<string> {
  const own = listCheckpoints(home, project).filter(({ root }) => root === place.root);
  const found = [...own, ...earlierCheckpoints(home, project, place.root)];
  if (found.length === 0)
    throw new TidemarkError("not-found", "There is no checkpoint of this work tree yet.", {
      hint: "Make one: tidemark checkpoint",
    });
  if (json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new TidemarkError("bad-argument", "Which checkpoint? There is no terminal to choose in.", {
      hint: "See them with: tidemark checkpoint list --all",
    });
  const time = now();
  const chosen = await select({
    message: "Back to which checkpoint?",
    options: found.slice(0, 40).map((checkpoint) => ({
      value: pointName(checkpoint, project),
      label: terminalSafe(
        `${pointName(checkpoint, project)}  ${ago(checkpoint.at, time)}  ${reasonOf(checkpoint).slice(0, 60)}${checkpoint.reason === "restore" ? " (undoes it)" : ""}`,
      ),
    })),
  });
  if (isCancel(chosen)) throw new Declined("Nothing was changed.");
  return chosen;
}

function page(request: Parameters<typeof patchTo>[0]): string {
  const { text, isCut } = patchTo(request, 20_000);
  const lines = text.trimEnd().split("\n");
  return lines.length <= PAGE_LINES && !isCut ? text : [...lines.slice(0, PAGE_LINES), "…"].join("\n");
}

function showPlan(opened: CheckpointContext, plan: RestorePlan, patch: string): void {
  const { checkpoint, what, changes, past } = plan;
  const id = pointName(checkpoint, opened.project);
  print(`${style.bold(id)}  ${reasonOf(checkpoint)}, ${ago(checkpoint.at, now())}`);
  printWarnings(plan, opened);
  if (what !== "state" && changes.length === 0) {
    print("The files it keeps are the same: none would change.");
    print(style.dim("Ignored files, empty folders and pipes are in no checkpoint."));
  }
  if (patch !== "") {
    printDiff(patch);
    print("");
    printFileChanges(changes, 30);
    if (patch.endsWith("…")) print(style.dim(`All of it: tidemark checkpoint diff ${id}`));
  }
  if (past === undefined) return;
  const { work, plan: tasks } = past.state;
  const open = tasks.length === 0 ? "" : `, ${openItems(tasks).length} of ${tasks.length} tasks open`;
  print(`${style.dim("state back to")} ${work.request ?? "before the first request"}${open}`);
}

function showDone(
  { project }: CheckpointContext,
  plan: RestorePlan,
  done: RestoreDone,
  paths: readonly string[],
): void {
  const { checkpoint, what, past } = plan;
  const { files, before, later = [] } = done;
  const said = [
    ...(files === undefined ? [] : [`${count(files.written, "file")} written, ${files.deleted} deleted`]),
    ...(past === undefined || what === "files" ? [] : ["state brought back"]),
  ];
  const refused = files?.refused ?? [];
  const verdict = refused.length === 0 ? style.green("Restored") : style.yellow("Restored in part");
  print(`${verdict} ${pointName(checkpoint, project)}: ${said.join(", ")}.`);
  for (const { path, why } of refused)
    print(`  ${style.red("left")} ${shownPath(path)}: ${WHY_REFUSED[why]}`);
  if (refused.length > 0)
    print(
      `${count(refused.length, "file")} stayed as before. Once the reason is gone, the same command does the rest.`,
    );
  if (before === undefined) return;
  const first = later.length === 0 ? "" : "  (how it was before the first try)";
  print(style.dim(`Undo: ${undo(plan, pointName(before, project), paths)}${first}`));
  for (const one of later)
    print(
      style.dim(
        `  or: ${undo(plan, pointName(one, project), paths)}  (with what was made between the tries)`,
      ),
    );
}

/** The command that undoes the restore. */
function undo({ what }: RestorePlan, id: string, paths: readonly string[]): string {
  const words = [id, ...paths.map(quote), ...(what === "both" || paths.length > 0 ? [] : [`--${what}`])];
  return `tidemark checkpoint restore ${words.join(" ")}`;
}

const WHY_REFUSED: { readonly [W in Refused["why"]]: string } = {
  occupied: "something that no checkpoint keeps stands there",
  changed: "it was changed just now",
  lost: "its content is gone from the checkpoint",
  unwritable: "it may not be written",
};

function report({ project }: CheckpointContext, plan: RestorePlan, done: RestoreDone | undefined): unknown {
  const { checkpoint, what, paths, changes, repeats, atWork, caution } = plan;
  return {
    checkpoint: pointName(checkpoint, project),
    what,
    paths,
    changes,
    repeats: repeats !== undefined,
    atWork: atWork.map(({ session }) => session),
    late: checkpoint.isLate === true,
    instead: caution.instead && pointName(caution.instead, project),
    madeOn: caution.madeOn,
    missing: caution.missing,
    withoutGit: caution.bare,
    applied: done !== undefined,
    before: done?.before && pointName(done.before, project),
    later: done?.later?.map((one) => pointName(one, project)),
    ...done?.files,
  };
}
