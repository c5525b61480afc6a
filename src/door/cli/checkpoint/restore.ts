import type {
  CheckpointDesk,
  RestoreDone,
  RestoredThing,
  RestorePlan,
} from "../../../app/checkpoint/restore-checkpoint.js";
import { patchTo } from "../../../checkpoint/difference.js";
import { listCheckpoints } from "../../../checkpoint/list.js";
import type { Refused } from "../../../checkpoint/restore.js";
import { TidemarkError } from "../../../error.js";
import { openItems } from "../../../fold/session/plan.js";
import { now } from "../../../host/clock.js";
import { agree } from "../agree.js";
import { legible } from "../legible.js";
import { count, print, printJson, style } from "../print.js";
import { printDiff } from "../print-diff.js";
import { quote } from "../quote.js";
import { ago } from "../time.js";
import { waiting } from "../waiting.js";
import { reasonOf } from "./describe.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, idIn } from "./option.js";
import { printChanges } from "./print-changes.js";

const MOST_FILES = 30;
const PAGE = 40;
const PAGE_CHARS = 20_000;
const CHOICES = 40;

/** Brings files and state back, after showing what changes and asking. */
export async function restore(values: readonly string[], options: CheckpointOptions): Promise<void> {
  const what = whatOf(options);
  const { planRestore, requestFor, restoreCheckpoint } = await import(
    "../../../app/checkpoint/restore-checkpoint.js"
  );
  await atDesk(async (desk) => {
    const { id, paths } = idIn(values.length === 0 ? [await pick(desk, options)] : values, "restore");
    const wish = { id, paths, isHere: options.here === true, ...(what === undefined ? {} : { what }) };
    const plan = waiting("Comparing the files", () => planRestore(desk, wish));
    const isSame = plan.changes.length === 0 && plan.past === undefined && plan.repeats === undefined;
    if (!options.json)
      showPlan(plan, isSame || plan.changes.length === 0 ? "" : page(requestFor(desk, wish)));
    const isSettled = options.yes === true || isSame;
    if (options.json && (options.dryRun || isSame || !isSettled)) printJson(report(plan, undefined));
    if (options.dryRun || isSame) return;
    if (!isSettled) await agree(`Restore ${plan.checkpoint.id}? The present is kept first.`, !options.json);
    const done = waiting("Restoring", () => restoreCheckpoint(desk, plan));
    if (options.json) printJson(report(plan, done));
    else showDone(plan, done, undoOf(plan, done, paths));
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
  const found = listCheckpoints(home, project).filter(({ root }) => root === place.root);
  if (found.length === 0)
    throw new TidemarkError("not-found", "There is no checkpoint of this work tree yet.", {
      hint: "Make one: tidemark checkpoint",
    });
  if (json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new TidemarkError("bad-argument", "Which checkpoint? There is no terminal to choose in.", {
      hint: "See them with: tidemark checkpoint list --all",
    });
  const { isCancel, select } = await import("@clack/prompts");
  const time = now();
  const chosen = await select({
    message: "Back to which checkpoint?",
    options: found.slice(0, CHOICES).map((checkpoint) => ({
      value: checkpoint.id,
      label: legible(`${checkpoint.id}  ${ago(checkpoint.at, time)}  ${reasonOf(checkpoint).slice(0, 60)}`),
    })),
  });
  if (isCancel(chosen)) throw new TidemarkError("not-confirmed", "Nothing was changed.");
  return chosen;
}

function page(request: Parameters<typeof patchTo>[0]): string {
  const { text, isCut } = patchTo(request, PAGE_CHARS);
  const lines = text.trimEnd().split("\n");
  return lines.length <= PAGE && !isCut ? text : [...lines.slice(0, PAGE), "…"].join("\n");
}

function showPlan({ checkpoint, what, changes, past, repeats, atWork }: RestorePlan, patch: string): void {
  const { id } = checkpoint;
  print(`${style.bold(id)}  ${reasonOf(checkpoint)}, ${ago(checkpoint.at, now())}`);
  for (const { session, agent } of atWork)
    print(
      style.yellow(
        `${agent} session ${session.slice(0, 8)} is at work here now and may write over what comes back.`,
      ),
    );
  if (repeats !== undefined)
    print(style.yellow("This restore was begun before and not finished: it is repeated."));
  if (what !== "state" && changes.length === 0) print("The files are the same: none would change.");
  if (patch !== "") {
    printDiff(patch);
    print("");
    printChanges(changes, MOST_FILES);
    if (patch.endsWith("…")) print(style.dim(`All of it: tidemark checkpoint diff ${id}`));
  }
  if (past === undefined) return;
  const { work, plan } = past.state;
  const open = plan.length === 0 ? "" : `, ${openItems(plan).length} of ${plan.length} tasks open`;
  print(`${style.dim("state back to")} ${work.request ?? "before the first request"}${open}`);
}

function showDone({ checkpoint, what, past }: RestorePlan, { files }: RestoreDone, undo: string): void {
  const said = [
    ...(files === undefined ? [] : [`${count(files.written, "file")} written, ${files.deleted} deleted`]),
    ...(past === undefined || what === "files" ? [] : ["state brought back"]),
  ];
  print(`${style.green("Restored")} ${checkpoint.id}: ${said.join(", ")}.`);
  for (const { path, why } of files?.refused ?? []) print(`  ${style.red("left")} ${path}: ${because(why)}`);
  if (undo !== "") print(style.dim(`Undo: ${undo}`));
}

/** The command that brings back how it was. */
function undoOf({ what }: RestorePlan, { before }: RestoreDone, paths: readonly string[]): string {
  if (before === undefined) return "";
  const words = [
    before.id,
    ...paths.map(quote),
    ...(what === "both" || paths.length > 0 ? [] : [`--${what}`]),
  ];
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

function report(plan: RestorePlan, done: RestoreDone | undefined): unknown {
  const { checkpoint, what, paths, changes, repeats, atWork } = plan;
  return {
    checkpoint: checkpoint.id,
    what,
    paths,
    changes,
    repeats: repeats !== undefined,
    atWork: atWork.map(({ session }) => session),
    applied: done !== undefined,
    before: done?.before?.id,
    ...done?.files,
  };
}
