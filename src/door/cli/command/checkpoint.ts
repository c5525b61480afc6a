import type { Command } from "commander";
import { create } from "../checkpoint/create.js";
import { diff } from "../checkpoint/diff.js";
import { list } from "../checkpoint/list.js";
import type { CheckpointOptions } from "../checkpoint/option.js";
import { restore } from "../checkpoint/restore.js";
import { show } from "../checkpoint/show.js";
import { parseChoice } from "../option.js";

const ACTIONS = ["create", "list", "show", "diff", "restore"] as const;

const EXAMPLES = `
A checkpoint keeps the files of the work tree (untracked ones too, ignored ones not) and the state of the session, outside of
the project: your index, stash, branches and hooks are not touched. Tidemark makes them by itself: every 20 tool calls, at a
commit, a finished plan and a compaction, before a command that may destroy something (c…), and light ones at a session's
start and at every prompt (t…), so that any turn can be undone. A repository inside is kept without its own .git.

What there is to do:
  create                 keep how it is now (also without a word)
  list                   those of this project; --all with the light ones
  show ID                one of them: the state as of it, and what differs from now
  diff ID [PATH...]      what a restore would change, as a diff
  restore [ID] [PATH...] bring files and state back, after showing the diff and keeping the present: a restore undoes it
Paths are relative to where you stand. restore ends with 1 where it had to leave a file as it is.

Without its .git, or made anew, a folder keeps its checkpoints. Where another repository stands now, those of the project that
was here before are listed last and named with it: p4a5e:c41.

Examples:
  $ tidemark checkpoint --label "before the big rename"
  $ tidemark checkpoint list --all
  $ tidemark checkpoint diff c41 --stat
  $ tidemark checkpoint restore c41                  files and state
  $ tidemark checkpoint restore c41 src/upload       only these files
  $ tidemark checkpoint restore c41 --state          what was decided, planned and done; files stay
  $ tidemark checkpoint restore --dry-run            choose from a list, and only look`;

export function register(program: Command): void {
  program
    .command("checkpoint")
    .argument("[action]", ACTIONS.join(", "))
    .argument("[value...]", "a checkpoint's id, then files or folders")
    .description("keep files and state, and bring them back")
    .option("--label <text>", "with create: what to call it")
    .option("--list", "the same as list")
    .option("--restore <id>", "the same as restore ID")
    .option("--session <id>", "with list: only this session's (the start of its id is enough)")
    .option("--all", "with list: light ones too")
    .option("--limit <n>", "with list: at most this many", "20")
    .option("--stat", "with diff: only which files")
    .option("--files", "with restore: only files")
    .option("--state", "with restore: only the session's state")
    .option("--both", "with restore: files and state (the default where no path is named)")
    .option("--here", "of another work tree: into this one all the same")
    .option("--dry-run", "with restore: show what would change and change nothing")
    .option("-y, --yes", "with restore: agree without being asked")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(
  action: string | undefined,
  values: readonly string[],
  options: CheckpointOptions,
): Promise<void> {
  if (options.restore !== undefined) {
    const paths = action === undefined ? values : [action, ...values];
    return restore([options.restore, ...paths], options);
  }
  if (options.list) return list(action === undefined ? values : [action, ...values], options);
  switch (parseChoice(action ?? "create", "checkpoint", ACTIONS)) {
    case "create":
      return create(values, options);
    case "list":
      return list(values, options);
    case "show":
      return show(values, options);
    case "diff":
      return diff(values, options);
    case "restore":
      return restore(values, options);
  }
}
