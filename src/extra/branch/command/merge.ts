import { isCancel, select } from "@clack/prompts";
import type { Command } from "commander";
import { TidemarkError } from "../../../error.js";
import { withMemory } from "../../../project/command/open.js";
import { agree, Declined } from "../../../terminal/agree.js";
import { examples } from "../../../terminal/help.js";
import { parseChoice } from "../../../terminal/option.js";
import { PLAN_SIGN, print, printJson, style } from "../../../terminal/print.js";
import { terminalSafe } from "../../../terminal/terminal-safe.js";
import type { Decision } from "../../../text/prose/decision.js";
import type { Task } from "../fold/branch.js";
import { type Conflict, hasChanges, type MergeChanges, type Take, takesFor } from "../fold/merge.js";
import { applyMerge, lastMerge, type MergePlan, planMerge, type Takes, undoMerge } from "../merge.js";

interface Options {
  readonly take?: readonly string[];
  readonly undo?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
What only one side changed since they parted is taken. What both changed is asked for one by one, or
given with --take; "ours" is the branch that is merged into. Nothing is merged while something is
unresolved. Only decisions and tasks are merged: no file is touched.

Examples:
  $ tidemark @ idea --dry-run            what would change, and what both sides changed
  $ tidemark @ idea                      into the work on no branch
  $ tidemark @ idea rewrite              into another branch of work
  $ tidemark @ none idea                 the work on no branch into this one
  $ tidemark @ idea --take theirs --take d4k2p1=both --yes
  $ tidemark @ idea --undo               take the last merge of it back`;

const TAKES = ["ours", "theirs", "both", "drop"] as const satisfies readonly Take[];
const SIDES = ["ours", "theirs"] as const satisfies readonly Take[];

export function mergeCommand(command: Command): void {
  command
    .argument("<from>", "the branch of work to merge")
    .argument("[into]", "the one it goes into (default: none, the work on no branch)")
    .description("merge two branches of work: their decisions and tasks")
    .option(
      "--take <which>",
      "ours or theirs for all that both changed, or KEY=ours|theirs|both|drop for one; may be repeated",
      (text, all: readonly string[] = []) => [...all, text],
    )
    .option("--undo", "take the last merge of these two back")
    .option("--dry-run", "show what would change, and change nothing")
    .option("-y, --yes", "agree without being asked")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(from: string, into: string | undefined, options: Options): Promise<void> {
  if (options.undo) return undo(from, into, options);
  const takes = readTakes(options.take ?? []);
  await withMemory(async (opened) => {
    const names = { from, into };
    const first = planMerge(opened, names, takes);
    const { dryRun, yes, json } = options;
    if (!json) show(first);
    if (dryRun || first.isMerged) {
      if (json) printJson({ ...first, applied: false });
      return;
    }
    const isAsked = !json && !yes && process.stdin.isTTY && process.stdout.isTTY;
    const each = new Map(takes.each);
    if (isAsked) for (const conflict of first.unresolved) each.set(conflict.key, await askConflict(conflict));
    const plan = each.size > takes.each.size ? planMerge(opened, names, { ...takes, each }) : first;
    if (json && (!yes || plan.unresolved.length > 0)) printJson({ ...plan, applied: false });
    if (plan.unresolved.length === 0 && !yes) {
      if (plan !== first) printChanges(plan.changes);
      await agree(`Merge ${name(plan.from)} into ${name(plan.into)}?`, !json);
    }
    applyMerge(opened, plan);
    if (json) printJson({ ...plan, applied: true });
    else {
      print(`${style.green("Merged")} ${name(plan.from)} into ${name(plan.into)}.`);
      print(style.dim(`Undo: tidemark merge ${wordsFor(from, into)} --undo`));
    }
  });
}

async function undo(from: string, into: string | undefined, options: Options): Promise<void> {
  const { take, dryRun, yes, json } = options;
  if (take !== undefined) throw new TidemarkError("bad-argument", "--undo and --take exclude each other.");
  await withMemory(async (opened) => {
    const merge = lastMerge(opened, { from, into });
    const { id, at, decisions, dropped = [], tasks } = merge;
    const what = { from: merge.from, into: merge.into, merge: id, at };
    if (json && (dryRun || !yes)) printJson({ ...what, applied: false });
    if (!json) {
      print(`${style.bold(name(merge.from))} was merged into ${style.bold(name(merge.into))}. It goes back:`);
      printChanges({
        decisions: decisions.map(({ rejected = [], ...decision }) => ({ ...decision, rejected })),
        dropped,
        tasks,
      });
    }
    if (dryRun) return;
    if (!yes) await agree("Take this merge back?", !json);
    undoMerge(opened, merge);
    if (json) printJson({ ...what, applied: true });
    else
      print(`${style.green("Taken back.")} It can be merged again: tidemark merge ${wordsFor(from, into)}`);
  });
}

function wordsFor(from: string, into: string | undefined): string {
  return into === undefined ? from : `${from} ${into}`;
}

function show({ from, into, conflicts, unresolved, changes, isMerged }: MergePlan): void {
  if (isMerged) {
    print(`${name(from)} brings nothing that ${name(into)} does not have.`);
    return;
  }
  print(`${style.bold(name(from))} into ${style.bold(name(into))}`);
  // Conflicts may still change something once they are resolved.
  if (hasChanges(changes) || conflicts.length === 0) printChanges(changes);
  if (conflicts.length === 0) return;
  const sides = style.dim(`ours is ${name(into)}, theirs ${name(from)}`);
  print(`\n${style.bold("Changed on both sides")}  ${sides}`);
  for (const conflict of conflicts) printConflict(conflict, !unresolved.includes(conflict));
}

function readTakes(all: readonly string[]): Takes {
  const each = new Map<string, Take>();
  let rest: Take | undefined;
  for (const text of all) {
    const at = text.indexOf("=");
    if (at >= 0)
      each.set(text.slice(0, at), parseChoice(text.slice(at + 1), `--take ${text.slice(0, at)}`, TAKES));
    else rest = parseChoice(text, "--take", SIDES);
    if (at === 0) throw new TidemarkError("bad-argument", "--take needs a key before the =.");
  }
  return { each, rest };
}

function name(branch: string): string {
  return branch === "" ? "the work on no branch" : branch;
}

/** Prints how the branch that is merged into changes. */
function printChanges(changes: MergeChanges): void {
  const { decisions, dropped, tasks } = changes;
  if (!hasChanges(changes)) print(style.dim("Nothing changes there."));
  for (const decision of decisions) print(`  ${style.green("+ decided")}  ${decisionText(decision)}`);
  for (const choice of dropped) print(`  ${style.red("- decided")}  ${style.struck(choice)}`);
  for (const task of tasks) {
    const sign = task.status === "dropped" ? style.red("- task   ") : style.green("+ task   ");
    print(`  ${sign}  ${taskText(task)}`);
  }
}

function printConflict(conflict: Conflict, isResolved: boolean): void {
  const { key, is } = conflict;
  const [base, ours, theirs] = sidesOf(conflict);
  print(`\n  ${style.cyan(key)}  ${is}${isResolved ? style.green("  resolved") : ""}`);
  for (const [label, side] of Object.entries({ before: base, ours, theirs }))
    print(`    ${style.dim(label.padEnd(7))} ${side}`);
  if (!isResolved) print(style.dim(`    --take ${key}=${takesFor(conflict).join("|")}`));
}

/** Asks in a terminal. Cancelling changes nothing. */
async function askConflict(conflict: Conflict): Promise<Take> {
  const [base, ours, theirs] = sidesOf(conflict);
  const label = { ours: `ours: ${ours}`, theirs: `theirs: ${theirs}`, both: "both", drop: "neither" };
  const answer = await select({
    message: terminalSafe(`This ${conflict.is} was changed on both sides (before: ${base})`),
    options: takesFor(conflict).map((take) => ({ value: take, label: terminalSafe(label[take]) })),
  });
  if (isCancel(answer)) throw new Declined("Nothing was merged.");
  return answer;
}

function sidesOf({ base, ours, theirs }: Conflict): string[] {
  const text = (one: Decision | Task) => ("choice" in one ? decisionText(one) : taskText(one));
  return [base, ours, theirs].map((side) => side.map(text).join("; ") || "nothing");
}

function decisionText({ choice, reason, rejected }: Decision): string {
  const why = reason === undefined ? "" : `, because ${reason}`;
  return `${choice}${why}${rejected.length === 0 ? "" : ` (rejected: ${rejected.join(", ")})`}`;
}

function taskText({ text, status }: Task): string {
  return `${PLAN_SIGN[status]} ${text} (${status})`;
}
