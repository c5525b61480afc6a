import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { idStart } from "../../model/fold/stamp.js";
import { type Flags, parseChoice, parseCount, quote, type Texts } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { speakerIn } from "../env.js";
import { findRemembered, isRemembered, removeRemembered, restoreRemembered } from "../find-remembered.js";
import { projectMemory, REMEMBERED, type Remembered, threadOf } from "../project-memory.js";
import { withMemory } from "./open.js";
import { addFactOptions, type FactOptions, factInWords, memoryAddCommand, printUndo } from "./remember.js";

type Options = Flags<"all" | "json"> & Texts<"kind" | "limit">;
type JsonOption = Flags<"json">;

/** The number listed of each kind, and of one kind alone. */
const DEFAULT_LIMIT = { each: 8, one: 50 } as const;

const EXAMPLES = `
Kinds: decision, convention, fact, command (one that works), fix (an error and what fixed it),
blocker, next, done. To add to it: tidemark remember

Examples:
  $ tidemark memory                          what the sessions of this project share
  $ tidemark memory --kind fix               errors, and what fixed them
  $ tidemark memory --all                    with what was superseded or is done
  $ tidemark memory show 0mi1zq8k2
  $ tidemark memory decisions --all

An agent adds from its shell what later sessions should know:
  $ tidemark memory add --by agent --kind convention "tests never use mocks"`;

export function memoryCommand(command: Command): void {
  command.description("show what the sessions of this project share, and take out of it");
  describeList(command).addHelpText("after", EXAMPLES);
  describeList(command.command("list"))
    .description("the same as tidemark memory")
    .addHelpText("after", "\nExamples:\n  $ tidemark memory list --kind decision");
  memoryAddCommand(command.command("add", { hidden: true }));
  describeOne(command.command("show"), show, "show one whole: who said it, when, and in which session");
  describeOne(command.command("remove"), remove, "forget one: what was found in the work is not found again");
  describeOne(command.command("restore"), restore, "have one found again that was removed");
}

function describeList(command: Command): Command {
  const { each, one } = DEFAULT_LIMIT;
  // These options belong to a stated fact and are known here only to reject them with a hint.
  addFactOptions(command);
  for (const option of command.options) if (option.long !== "--json") option.hideHelp();
  return command
    .option("--kind <kind>", "only of this kind")
    .option("--all", "with what no longer holds")
    .option("--limit <n>", `so many of each kind (default: ${each}, of one kind ${one})`)
    .action(list);
}

function describeOne(
  command: Command,
  run: (id: string, options: JsonOption) => Promise<void>,
  description: string,
): void {
  const name = command.name();
  command
    .argument("[id]", "its id, or the start of it")
    .description(description)
    .option("--json", "print as JSON")
    .addHelpText("after", `\nExamples:\n  $ tidemark memory ${name} 0mi1zq8k2`)
    .action((id: string | undefined, options: JsonOption) => {
      if (id !== undefined) return run(id, options);
      throw new TidemarkError("bad-argument", `memory ${name} takes one id, or the start of it.`, {
        hint: "See them with: tidemark memory",
      });
    });
}

async function list(options: Options & FactOptions): Promise<void> {
  requireNoFactOptions(options);
  const kind = options.kind === undefined ? undefined : parseChoice(options.kind, "--kind", REMEMBERED);
  const defaultLimit = kind === undefined ? DEFAULT_LIMIT.each : DEFAULT_LIMIT.one;
  const limit = options.limit === undefined ? undefined : parseCount(options.limit, "--limit");
  await withMemory((opened) => {
    const time = now();
    const all = projectMemory(opened, { kind, all: options.all === true, now: time });
    if (options.json) printJson(all);
    else if (all.length > 0)
      printMemory(all, { limit: limit ?? defaultLimit, isWhole: kind === undefined, now: time });
    else {
      print(
        kind === undefined
          ? "Nothing is remembered here yet."
          : `There is no ${kind} in this project's memory.`,
      );
      print(style.dim("It fills while a connected agent works (tidemark init), or by hand:"));
      print(style.dim('  tidemark remember fact "the staging database is reset every night"'));
    }
  });
}

/** Rejects the options of a fact, which the list does not take. */
function requireNoFactOptions({ because, rejected = [], supersedes, by }: FactOptions): void {
  if ([because, supersedes, by, ...rejected].every((option) => option === undefined)) return;
  throw new TidemarkError(
    "bad-argument",
    "--because, --rejected, --supersedes and --by belong to something that is added.",
    {
      hint: 'Such as: tidemark memory add --kind decision "retry five times" --because "three were too few"',
    },
  );
}

async function show(id: string, options: JsonOption): Promise<void> {
  await withMemory((opened) => {
    const entry = findRemembered(opened, id);
    const thread = threadOf(opened, entry);
    if (options.json) return printJson({ ...entry, thread: thread?.id });
    const textOf = (other: string | undefined) =>
      other === undefined || !isRemembered(opened, other) ? undefined : findRemembered(opened, other).text;
    const [older, newer] = [textOf(entry.supersedes), textOf(entry.supersededBy)];
    const { kind, text, reason, rejected, at, session, branch, files, supersedes, supersededBy } = entry;
    const row = (name: string, value: string | undefined) => {
      if (value !== undefined && value !== "") print(`${style.dim(name.padEnd(14))}${value}`);
    };
    print(supersededBy === undefined ? text : style.struck(text));
    print("");
    row("kind", kind);
    row("id", entry.id);
    row("because", reason);
    row("rejected", rejected?.join(", "));
    row("said by", speakerOf(entry));
    row("when", `${localTime(at)}, ${ago(at, now())}`);
    row("branch", branch);
    row("files", files.join(", "));
    row("thread", thread && `${thread.title}  ${style.dim(`tidemark thread ${thread.id}`)}`);
    row("session", session && `${session}  ${style.dim(`tidemark session ${session.slice(0, 8)}`)}`);
    row("supersedes", supersedes && linked(supersedes, older));
    row("superseded by", supersededBy && linked(supersededBy, newer));
  });
}

async function remove(id: string, options: JsonOption): Promise<void> {
  await withMemory((opened) => {
    const { removed, fact } = removeRemembered(opened, id, speakerIn(hostEnv()));
    if (options.json) return printJson(removed);
    print(`No longer remembered: ${removed.text}`);
    if (fact !== undefined) printUndo(fact, (older) => isRemembered(opened, older));
    else if (removed.from === "rule") undo(`profile add-rule ${quote(removed.text)}`);
    else undo(`memory restore ${idStart(removed.id)}`);
  });
}

function undo(command: string): void {
  print(style.dim(`Undo: tidemark ${command}`));
}

async function restore(id: string, options: JsonOption): Promise<void> {
  await withMemory((opened) => {
    const restored = restoreRemembered(opened, id, speakerIn(hostEnv()));
    if (options.json) return printJson(restored);
    print(`Remembered again: ${restored.text ?? restored.id}`);
    undo(`memory remove ${idStart(restored.id)}`);
  });
}

const TITLE: { readonly [kind: string]: string } = {
  decision: "Decisions",
  convention: "Conventions",
  fact: "Facts",
  command: "Commands that work",
  fix: "Errors and what fixed them",
  blocker: "In the way",
  next: "Next",
  done: "Done",
};

const MAX_CHARS = 200;

/** Prints what a project remembers by kind, at most `limit` of each. */
function printMemory(
  all: readonly Remembered[],
  { limit, isWhole, now }: { readonly limit: number; readonly isWhole: boolean; readonly now: number },
): void {
  for (const [at, kind] of [...new Set(all.map((entry) => entry.kind))].entries()) {
    const entries = all.filter((entry) => entry.kind === kind);
    print(`${at === 0 ? "" : "\n"}${style.bold(TITLE[kind] ?? kind)}`);
    for (const entry of entries.slice(0, limit)) printLine(entry, now);
    const more = entries.length - limit;
    const further = isWhole ? kind : `${kind} --limit ${entries.length}`;
    if (more > 0) print(style.dim(`  and ${more} more: tidemark memory --kind ${further}`));
  }
}

function printLine(entry: Remembered, now: number): void {
  const { at, session, supersededBy, isRival, times } = entry;
  const id = idStart(entry.id);
  const whole = brief(factInWords(entry));
  const text = supersededBy === undefined ? whole : style.struck(whole);
  const about = [
    speakerOf(entry),
    ago(at, now),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(session === "" ? [] : [`session ${session.slice(0, 8)}`]),
    ...(supersededBy === undefined
      ? []
      : [`${isRival ? "rival of" : "superseded by"} ${idStart(supersededBy)}`]),
  ];
  print(`  ${style.cyan(id)}  ${text}`);
  print(`  ${" ".repeat(id.length)}  ${style.dim(about.join(" · "))}`);
}

function speakerOf({ by, from }: Remembered): string {
  if (by === "tool") return "a tool showed it";
  const who = by === "user" ? "you" : "the agent";
  if (from === "found") return by === "user" ? `${who}, in a prompt` : `${who}, in its own words`;
  return from === "rule" ? `${who}, as a rule of your profile` : who;
}

function linked(id: string, text: string | undefined): string {
  return text === undefined ? idStart(id) : `${style.cyan(idStart(id))}  ${brief(text)}`;
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).toWellFormed()}…`;
}
