import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { shortId } from "../../model/fold/stamp.js";
import type { Thread } from "../../model/fold/thread/thread-state.js";
import type { Flags, Texts } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { localTime } from "../../terminal/time.js";
import {
  mergeThreads,
  moveTurn,
  type NamedCorrection,
  renameThread,
  splitThread,
  standingCorrections,
  undoCorrection,
} from "../correct-threads.js";
import { withMemory } from "./open.js";

type Options = Flags<"json"> & Texts<"at">;

export function addCorrections(command: Command): void {
  const correction = (name: string, description: string, example: string) =>
    command
      .command(name)
      .description(description)
      .option("--json", "print as JSON")
      .addHelpText("after", `\nExamples:\n  $ tidemark thread ${name} ${example}`);
  const thread = "a thread's id, or the start of it";
  correction("rename", "give a thread a better title", 't3f "Retry of uploads"')
    .argument("[id]", thread)
    .argument("[title...]", "the title")
    .action(rename);
  correction("merge", "say that two threads are one line of work", "t3f t9k")
    .argument("[id]", thread)
    .argument("[into]", "the thread that it becomes part of")
    .action(merge);
  correction("split", "say that another line of work begins at a turn", "t3f --at k4x9p2mq")
    .argument("[id]", thread)
    .option("--at <turn>", "the first turn of the new thread")
    .action(split);
  correction("move", "say that a turn belongs to another thread", "k4x9p2mq t9k")
    .argument("[turn]", "a turn, as tidemark thread shows it")
    .argument("[thread]", thread)
    .action(move);
  correction("undo", "take a correction back", "0mi1zq8k2")
    .argument("[correction]", "the correction (default: list them)")
    .action(undo);
}

/** A thread as JSON, without the fields that only joining needs. */
export function threadJson(thread: Thread, hot: string | undefined) {
  const { id, title, topics, summary, files, branches, sessions, turns, firstAt, lastAt, work } = thread;
  return {
    id,
    title,
    hot: id === hot,
    topics,
    summary,
    files,
    branches,
    sessions,
    turns,
    firstAt,
    lastAt,
    work,
  };
}

async function rename(id: string | undefined, words: readonly string[], options: Options): Promise<void> {
  if (id === undefined || words.length === 0) throw incomplete("rename ID TITLE");
  await withMemory((opened) => {
    const { before, thread, correction } = renameThread(opened, id, words.join(" "));
    report(`"${before.title}" is now "${thread.title}".`, correction, { thread }, options);
  });
}

async function merge(id: string | undefined, into: string | undefined, options: Options): Promise<void> {
  if (id === undefined || into === undefined) throw incomplete("merge ID INTO");
  await withMemory((opened) => {
    const { from, thread, correction } = mergeThreads(opened, id, into);
    const text = `"${from.title}" is now part of "${thread.title}" (${thread.id}, ${count(thread.turns, "turn")}).`;
    report(text, correction, { thread }, options);
  });
}

async function split(id: string | undefined, options: Options): Promise<void> {
  const { at } = options;
  if (id === undefined || at === undefined) throw incomplete("split ID --at TURN");
  await withMemory((opened) => {
    const { from, thread, correction } = splitThread(opened, id, at);
    const text = `${count(thread.turns, "turn")} of "${from.title}" ${thread.turns === 1 ? "is" : "are"} now "${thread.title}" (${thread.id}).`;
    report(text, correction, { thread }, options);
  });
}

async function move(turn: string | undefined, into: string | undefined, options: Options): Promise<void> {
  if (turn === undefined || into === undefined) throw incomplete("move TURN THREAD");
  await withMemory((opened) => {
    const { moved, thread, correction } = moveTurn(opened, turn, into);
    const text = `The turn ${moved.turn} is now in "${thread.title}" (${thread.id}).`;
    report(text, correction, { turn: moved.turn, thread }, options);
  });
}

async function undo(id: string | undefined, options: Options): Promise<void> {
  await withMemory((opened) => {
    if (id === undefined) {
      const corrections = standingCorrections(opened);
      return options.json ? printJson(corrections) : printCorrections(corrections);
    }
    const { undone, correction } = undoCorrection(opened, id);
    report(`No longer ${undone.type.slice("thread.".length)}.`, correction, { undone }, options);
  });
}

/** Prints the change and the command that undoes it. */
function report(
  text: string,
  correction: string,
  { thread, ...details }: { readonly thread?: Thread; readonly turn?: string; readonly undone?: object },
  { json }: Options,
): void {
  if (json) printJson({ correction, ...details, thread: thread && threadJson(thread, undefined) });
  else print(`${text}\n${style.dim(`Undo: tidemark thread undo ${correction}`)}`);
}

function incomplete(usage: string): TidemarkError {
  return new TidemarkError("bad-argument", `Something is missing to ${usage.split(" ")[0]}.`, {
    hint: `Such as: tidemark thread ${usage} (tidemark thread shows turns, tidemark thread list shows threads)`,
  });
}

function printCorrections(corrections: readonly NamedCorrection[]): void {
  if (corrections.length === 0) print("No thread of this project has been corrected.");
  for (const one of corrections)
    print(`${style.cyan(one.correction)}  ${style.dim(localTime(one.at))}  ${describeCorrection(one)}`);
  if (corrections.length > 0) print(style.dim("Undo one: tidemark thread undo CORRECTION"));
}

function describeCorrection(one: NamedCorrection): string {
  switch (one.type) {
    case "thread.renamed":
      return `renamed ${one.data.thread} to "${one.data.title}"`;
    case "thread.merged":
      return `merged ${one.data.from} into ${one.data.into}`;
    case "thread.split":
      return `split ${one.data.thread} at ${one.data.turn}`;
    case "thread.moved":
      return `moved ${one.data.turn} into ${one.data.thread}`;
    case "thread.undone":
      return `undid ${shortId(one.data.correction)}`;
  }
}
