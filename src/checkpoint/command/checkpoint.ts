import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { type Flags, parseCount, quote, type Texts } from "../../terminal/option.js";
import { count, print, printDiff, printJson, style } from "../../terminal/print.js";
import { waiting } from "../../terminal/progress.js";
import { ago } from "../../terminal/time.js";
import { type Checkpoint, isLight } from "../checkpoint.js";
import { checkpointByHand } from "../make-checkpoint.js";
import { pointName } from "../name.js";
import { earlierCheckpoints, listCheckpoints } from "../record.js";
import { differenceTo, patchTo } from "../restore/difference.js";
import { requestFor } from "../restore-checkpoint.js";
import { limitsOf } from "../take/limit.js";
import { changedSince, checkpointJson, LATE, reasonOf } from "../text.js";
import { printFileChanges, printLeftOut, requirePoint, withCheckpoints } from "./checkpoint-print.js";
import { restoreCommand } from "./checkpoint-restore.js";
import { showCommand } from "./checkpoint-show.js";

type ListOptions = Flags<"all" | "json"> & Texts<"session"> & { readonly limit: string };

const EXAMPLES = `
A checkpoint holds the files of the work tree (also untracked ones, but not ignored ones) and the
state of the session, outside of the project: your index, stash and branches stay untouched.
Tidemark makes them itself: every 20 tool calls, at a commit, a finished plan and a compaction,
before a command that may destroy something, and light ones (t12) at a start and every prompt.

Checkpoints of a project that was in this folder before are listed last, as p4a5e:c41.

Examples:
  $ tidemark checkpoint --label "before the big rename"
  $ tidemark checkpoint list --all
  $ tidemark checkpoint diff c41 --stat
  $ tidemark checkpoint restore c41`;

export function checkpointCommand(command: Command): void {
  command.description("keep files and state, and bring them back").addHelpText("after", EXAMPLES);
  const byName = command
    .command("create")
    .description("keep how it is now (the default)")
    .addHelpText("after", '\nExamples:\n  $ tidemark checkpoint create --label "before the big rename"');
  for (const one of [command, byName])
    one.option("--label <text>", "what to call it").option("--json", "print as JSON").action(create);
  command
    .command("list")
    .description("list those of this project")
    .option("--session <id>", "only this session's (the start of its id is enough)")
    .option("--all", "with the light ones, made at prompts and commands")
    .option("--limit <n>", "at most this many", "20")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExamples:\n  $ tidemark checkpoint list --all --limit 50")
    .action(list);
  showCommand(command.command("show"));
  command
    .command("diff")
    .argument("[id]", "a checkpoint's id")
    .argument("[path...]", "only these files or folders")
    .description("show what a restore would change, as a diff")
    .option("--stat", "only which files")
    .option("--here", "compare a checkpoint of another work tree with this one")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExamples:\n  $ tidemark checkpoint diff c41 src/upload")
    .action(diff);
  restoreCommand(command.command("restore"));
}

async function create(options: { readonly label?: string; readonly json?: boolean }): Promise<void> {
  await withCheckpoints((opened) => {
    const taken = waiting("Keeping the files", () => checkpointByHand(opened, options.label));
    if (taken.is === "busy")
      throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
        hint: "Try again in a moment.",
      });
    if (taken.is === "unable")
      throw new TidemarkError("not-found", taken.why, {
        hint: "See what is wrong with the memory as a whole: tidemark doctor",
      });
    const { checkpoint } = taken;
    if (options.json) return printJson(checkpointJson(checkpoint));
    const label = checkpoint.label === undefined ? "" : ` ${quote(checkpoint.label)}`;
    const { id, changed, session } = checkpoint;
    const files = changed === undefined ? "kept" : "since the last checkpoint";
    const state = session === "" ? "no session's state" : `with the state of session ${session.slice(0, 8)}`;
    print(`${style.green(id)}${label}: ${changedSince(checkpoint)} ${style.dim(`${files}, ${state}`)}`);
    printLeftOut(checkpoint, limitsOf(opened.home, opened.place.commonDir !== undefined).largestFile);
    print(style.dim(`Return to it: tidemark checkpoint restore ${checkpoint.id}`));
  });
}

/** Lists the checkpoints of this project, newest first, then those of a project that was here before. */
async function list(options: ListOptions): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  await withCheckpoints(({ home, project, place }) => {
    const { session } = options;
    const all = [...listCheckpoints(home, project), ...earlierCheckpoints(home, project, place.root)];
    const wanted = all
      .filter((checkpoint) => options.all || !isLight(checkpoint))
      .filter((checkpoint) => session === undefined || checkpoint.session.startsWith(session));
    const found = wanted.slice(0, limit);
    if (options.json) return printJson(found.map((checkpoint) => checkpointJson(checkpoint, project)));
    const time = now();
    for (const checkpoint of found) print(lineOf(checkpoint, time, { project, root: place.root }));
    if (found.length === 0) print("No checkpoint matches. Make one: tidemark checkpoint");
    const more = wanted.length - found.length;
    if (more > 0) print(style.dim(`and ${more} more: --limit ${wanted.length}`));
    const light = all.filter(isLight).length;
    if (!options.all && light > 0)
      print(style.dim(`${count(light, "light one")}, made at prompts and commands: --all`));
  });
}

function lineOf(
  checkpoint: Checkpoint,
  time: number,
  { project, root }: { readonly project: string; readonly root: string },
): string {
  const { at, session, branch } = checkpoint;
  const name = pointName(checkpoint, project);
  const facts = [
    ...(session === "" ? [] : [`session ${session.slice(0, 8)}`]),
    ...(branch === undefined ? [] : [branch]),
    changedSince(checkpoint),
    ...(checkpoint.isLate ? [LATE] : []),
    ...(checkpoint.root === root ? [] : [checkpoint.root]),
    ...(checkpoint.project === project ? [] : ["of the project that was here before"]),
  ];
  return `${style.bold(name.padEnd(5))} ${ago(at, time).padEnd(16)} ${reasonOf(checkpoint).slice(0, 80)}  ${style.dim(facts.join(" · "))}`;
}

/** Shows what a restore would change: present lines as removed, restored lines as added. */
async function diff(
  given: string | undefined,
  paths: readonly string[],
  options: Flags<"stat" | "here" | "json">,
): Promise<void> {
  const id = requirePoint(given, "diff");
  await withCheckpoints((opened) => {
    const request = requestFor(opened, { id, paths, isHere: options.here === true });
    const name = pointName(request.checkpoint, opened.project);
    const changes = waiting("Comparing the files", () => differenceTo(request));
    if (options.json) {
      const { text, isCut } = options.stat ? { text: undefined, isCut: undefined } : patchTo(request);
      printJson({ checkpoint: name, changes, patch: text, isCut });
      return;
    }
    if (changes.length === 0) return print(`Nothing differs from ${name}.`);
    if (options.stat) return printFileChanges(changes, changes.length);
    const { text, isCut } = waiting("Comparing the files", () => patchTo(request));
    printDiff(text);
    if (isCut) print(style.dim("The rest was left out. Name files to see theirs."));
  });
}
