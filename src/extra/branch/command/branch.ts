import type { Command } from "commander";
import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { openItems } from "../../../model/fold/session/status.js";
import { withMemory } from "../../../project/command/open.js";
import type { Opened } from "../../../project/open.js";
import { agree } from "../../../terminal/agree.js";
import { count, PLAN_SIGN, print, printJson, style } from "../../../terminal/print.js";
import { ago } from "../../../terminal/time.js";
import {
  createBranch,
  deleteBranch,
  joinBranch,
  type ListedBranch,
  leaveBranch,
  listBranches,
  requireBranch,
} from "../branch.js";

interface Options {
  readonly from?: string;
  readonly add?: string;
  readonly remove?: string;
  readonly delete?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
A branch of work is a line of sessions that goes on from a point of another, to try something apart
from the rest. It has nothing to do with branches of git. Its sessions are told only of each other.

Examples:
  $ tidemark branch                          the branches of work here
  $ tidemark branch idea                     begin one where the newest session stands, or show it
  $ tidemark branch idea --from 3f2a@4       after a session's fourth turn (a checkpoint: 3f2a@c41)
  $ TIDEMARK_BRANCH=idea claude              start a session on it
  $ tidemark branch idea --add 9c1d          put a session on it, or take it off with --remove
  $ tidemark branch --delete idea            its sessions stay
  $ tidemark branch merge idea               bring back what was decided and done on it`;

export function branchCommand(command: Command): void {
  command
    .argument("[name]", "the branch of work to begin or to show (default: list them)")
    .description("try something apart: sessions that go on from a point of another")
    .option("--from <session[@turn]>", "where it begins: a session, and a turn or checkpoint of it")
    .option("--add <session>", "put a session on it")
    .option("--remove <session>", "take a session off it")
    .option("--delete <name>", "take the branch away; its sessions stay")
    .option("-y, --yes", "agree without being asked")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(name: string | undefined, options: Options): Promise<void> {
  check(name, options);
  await withMemory((opened) => {
    if (options.delete !== undefined) return remove(opened, options.delete, options);
    if (name === undefined) return list(opened, options);
    if (options.add !== undefined || options.remove !== undefined) return move(opened, name, options);
    return begin(opened, name, options);
  });
}

function list(opened: Opened, { json }: Options): void {
  const branches = listBranches(opened);
  if (json) printJson(branches.map(branchJson));
  else if (branches.length === 0)
    print("There is no branch of work here. To begin one: tidemark branch NAME");
  else printBranches(branches, now());
}

/** Shows a branch if it exists, else begins it. */
function begin(opened: Opened, name: string, { from, json }: Options): void {
  const known = from === undefined ? listBranches(opened).find((one) => one.name === name) : undefined;
  const branch = known ?? createBranch(opened, name, from);
  if (json) printJson({ ...branchJson(branch), isNew: known === undefined });
  else if (known !== undefined) printBranch(known, now());
  else printBegun(branch);
}

function printBegun({ name, session, turn, content: { decisions, tasks } }: ListedBranch): void {
  print(`Branch of work ${style.bold(name)} begins after turn ${turn} of session ${session.slice(0, 8)}.`);
  for (const text of [
    `It has ${count(decisions.length, "decision")} and ${count(tasks.length, "task")}.`,
    `Start a session on it: TIDEMARK_BRANCH=${name} claude. Put one on it: tidemark branch ${name} --add SESSION`,
    `Undo: tidemark branch --delete ${name}`,
  ])
    print(style.dim(text));
}

function move(opened: Opened, name: string, { add, remove: off = "", json }: Options): void {
  const branch = add === undefined ? "" : name;
  const { session, before } =
    add === undefined
      ? { session: leaveBranch(opened, name, off), before: name }
      : joinBranch(opened, name, add);
  if (json) {
    printJson({ session: session.session, branch, before });
    return;
  }
  const short = session.session.slice(0, 8);
  print(`Session ${short} is on ${branch || "no branch of work"} ${branch === before ? "already" : "now"}.`);
  const undo = before === "" ? `${name} --remove ${short}` : `${before} --add ${short}`;
  if (branch !== before) print(style.dim(`Undo: tidemark branch ${undo}`));
}

async function remove(opened: Opened, name: string, { yes, json }: Options): Promise<void> {
  const { id } = requireBranch(opened, name);
  const branch = listBranches(opened).find((one) => one.name === id);
  const sessions = branch?.sessions ?? [];
  if (!json && branch !== undefined) printBranch(branch, now());
  if (json && !yes) printJson({ branch: id, sessions, applied: false });
  if (!yes) await agree(`Take the branch of work ${id} away? Its sessions stay.`, !json);
  deleteBranch(opened, id);
  if (json) printJson({ branch: id, sessions, applied: true });
  else
    print(`\nThere is no branch of work ${id} any more; ${count(sessions.length, "session")} went off it.`);
}

function check(name: string | undefined, { from, add, remove: off, delete: gone }: Options): void {
  const said = [from, add, off, gone].filter((value) => value !== undefined).length;
  if (said > 1)
    throw new TidemarkError("bad-argument", "Only one of --from, --add, --remove and --delete can be given.");
  if (gone !== undefined && name !== undefined)
    throw new TidemarkError("bad-argument", "--delete takes the name itself: tidemark branch --delete NAME");
  if (said > 0 && gone === undefined && name === undefined)
    throw new TidemarkError("bad-argument", "Name the branch of work.", {
      hint: "See them with: tidemark branch",
    });
}

function printBranches(branches: readonly ListedBranch[], now: number): void {
  const width = Math.max(...branches.map(({ name }) => name.length));
  for (const { name, session, turn, sessions, lastAt, content, merged } of branches) {
    const facts = [
      count(sessions.length, "session"),
      `active ${ago(lastAt, now)}`,
      `${openItems(content.tasks).length} open`,
      ...(merged === undefined ? [] : [mergedText(merged.into)]),
    ];
    const text = name.padEnd(width);
    print(`${merged === undefined ? style.bold(text) : style.dim(text)}  ${facts.join(" · ")}`);
    print(style.dim(`${" ".repeat(width)}  from session ${session.slice(0, 8)}, after turn ${turn}`));
  }
}

function printBranch(
  { name, session, turn, sessions, lastAt, content, files, merged }: ListedBranch,
  now: number,
): void {
  const row = (label: string, text: string) => {
    if (text !== "") print(`${style.dim(label.padEnd(10))}${text}`);
  };
  const end = merged === undefined ? "" : style.dim(`  ${mergedText(merged.into)} ${ago(merged.at, now)}`);
  print(`${style.bold(name)}${end}`);
  row("from", `session ${session.slice(0, 8)}, after turn ${turn}`);
  row("sessions", sessions.map((id) => id.slice(0, 8)).join(", ") || "none yet");
  row("active", ago(lastAt, now));
  row("files", files.slice(0, 10).join(", "));
  if (content.decisions.length > 0) print(`\n${style.bold("Decided")}`);
  for (const { choice, reason } of content.decisions)
    print(`  ● ${choice}${reason === undefined ? "" : style.dim(`, because ${reason}`)}`);
  if (content.tasks.length > 0) print(`\n${style.bold("Tasks")}`);
  for (const { text, status } of content.tasks)
    print(`  ${PLAN_SIGN[status]} ${status === "done" ? style.dim(text) : text}`);
}

function branchJson({ content, ...branch }: ListedBranch) {
  return { ...branch, ...content, open: openItems(content.tasks).length };
}

function mergedText(into: string): string {
  return into === "" ? "merged" : `merged into ${into}`;
}
