import { isCancel, select } from "@clack/prompts";
import {
  type CheckpointDesk,
  planRestore,
  type RestoreDone,
  type RestoredThing,
  type RestorePlan,
  requestFor,
  restoreCheckpoint,
} from "../../../app/checkpoint/restore-checkpoint.js";
import { earlierCheckpoints } from "../../../checkpoint/earlier.js";
import { listCheckpoints } from "../../../checkpoint/list.js";
import { pointName } from "../../../checkpoint/point-name.js";
import { patchTo } from "../../../checkpoint/restore/difference.js";
import type { Refused } from "../../../checkpoint/restore/restore.js";
import { TidemarkError } from "../../../error.js";
import { openItems } from "../../../fold/session/plan.js";
import { now } from "../../../host/clock.js";
import { agree } from "../agree.js";
import { Declined } from "../declined.js";
import { legible } from "../legible.js";
import { count, print, printJson, style } from "../print.js";
import { printDiff } from "../print-diff.js";
import { quote } from "../quote.js";
import { shownPath } from "../shown-path.js";
import { ago } from "../time.js";
import { waiting } from "../waiting.js";
import { reasonOf } from "./describe.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, idIn } from "./option.js";
import { printChanges } from "./print-changes.js";
import { sayCaution } from "./say-caution.js";

const MOST_FILES = 30;
const PAGE = 40;
const PAGE_CHARS = 20_000;
const CHOICES = 40;

/** Brings files and state back, after showing what changes and asking. */
export async function restore(values: readonly string[], options: CheckpointOptions): Promise<void> {
  const what = whatOf(options);
  await atDesk(async (desk) => {
    const { id, paths } = idIn(values.length === 0 ? [await pick(desk, options)] : values, "restore");
    const wish = { id, paths, isHere: options.here === true, ...(what === undefined ? {} : { what }) };
    const plan = waiting("Comparing the files", () => planRestore(desk, wish));
    const isSame = plan.changes.length === 0 && plan.past === undefined && plan.repeats === undefined;
    if (!options.json)
      showPlan(desk, plan, isSame || plan.changes.length === 0 ? "" : page(requestFor(desk, wish)));
    const isSettled = options.yes === true || isSame;
    if (options.json && (options.dryRun || isSame || !isSettled)) printJson(report(desk, plan, undefined));
    if (options.dryRun || isSame) return;
    if (!isSettled)
      await agree(
        `Restore ${pointName(plan.checkpoint, desk.project)}? The present is kept first.`,
        !options.json,
      );
    const done = waiting("Restoring", () => restoreCheckpoint(desk, plan));
    if (options.json) printJson(report(desk, plan, done));
    else showDone(desk, plan, done, paths);
    // It did not do all that it was asked for, and a script should know.
    if ((done.files?.refused.length ?? 0) > 0) process.exitCode = 1;
  });
}

function whatOf({ files, state, both }: CheckpointOptions): RestoredThing | undefined {
  const asked = [files && "files", state && "state", both && "both"].filter((one) => typeof one === "string");
  if (asked.length > 1)
    throw new TidemarkError("bad-argument", "Only one of --files, --state and --both can be meant.");
  if (files) return "files";
  if (state) return "state";
  return both ? "both" : undefined;
}

/** In a terminal, a list to choose from. */
async function pick({ home, project, place }: CheckpointDesk, { json }: CheckpointOptions): Promise<string> {
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
    options: found.slice(0, CHOICES).map((checkpoint) => ({
      value: pointName(checkpoint, project),
      label: legible(
        `${pointName(checkpoint, project)}  ${ago(checkpoint.at, time)}  ${reasonOf(checkpoint).slice(0, 60)}${checkpoint.reason === "restore" ? " (undoes it)" : ""}`,
      ),
    })),
  });
  if (isCancel(chosen)) throw new Declined("Nothing was changed.");
  return chosen;
}

function page(request: Parameters<typeof patchTo>[0]): string {
  const { text, isCut } = patchTo(request, PAGE_CHARS);
  const lines = text.trimEnd().split("\n");
  return lines.length <= PAGE && !isCut ? text : [...lines.slice(0, PAGE), "…"].join("\n");
}

function showPlan(desk: CheckpointDesk, plan: RestorePlan, patch: string): void {
  const { checkpoint, what, changes, past } = plan;
  const id = pointName(checkpoint, desk.project);
  print(`${style.bold(id)}  ${reasonOf(checkpoint)}, ${ago(checkpoint.at, now())}`);
  sayCaution(plan, desk);
  if (what !== "state" && changes.length === 0) {
    print("The files it keeps are the same: none would change.");
    print(style.dim("Ignored files, empty folders and pipes are in no checkpoint."));
  }
  if (patch !== "") {
    printDiff(patch);
    print("");
    printChanges(changes, MOST_FILES);
    if (patch.endsWith("…")) print(style.dim(`All of it: tidemark checkpoint diff ${id}`));
  }
  if (past === undefined) return;
  const { work, plan: tasks } = past.state;
  const open = tasks.length === 0 ? "" : `, ${openItems(tasks).length} of ${tasks.length} tasks open`;
  print(`${style.dim("state back to")} ${work.request ?? "before the first request"}${open}`);
}

function showDone(
  { project }: CheckpointDesk,
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
  for (const { path, why } of refused) print(`  ${style.red("left")} ${shownPath(path)}: ${because(why)}`);
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

/** The command that brings back how it was. */
function undo({ what }: RestorePlan, id: string, paths: readonly string[]): string {
  const words = [id, ...paths.map(quote), ...(what === "both" || paths.length > 0 ? [] : [`--${what}`])];
  return `tidemark checkpoint restore ${words.join(" ")}`;
}

function because(why: Refused["why"]): string {
  switch (why) {
    case "occupied":
      return "something that no checkpoint keeps stands there";
    case "changed":
      return "it was changed just now";
    case "lost":
      return "its content is gone from the checkpoint";
    case "unwritable":
      return "it may not be written";
  }
}

function report({ project }: CheckpointDesk, plan: RestorePlan, done: RestoreDone | undefined): unknown {
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
