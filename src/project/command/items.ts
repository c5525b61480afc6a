import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { ITEM_KINDS, type ItemKind, type ItemStep, type WorkItem } from "../../model/fold/item/item.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseChoice, quote, type Texts } from "../../terminal/option.js";
import { lineWidth, print, printJson, style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import { speakerIn } from "../env.js";
import { type Changed, changeItems, findItem, type ItemChange, itemsIn, openInThread } from "../items.js";
import { withMemory } from "./open.js";

type Options = Flags<"all" | "why" | "json"> & Texts<"kind">;
type ChangeOptions = Flags<"json"> & Texts<"thread">;

const EXAMPLES = `
An item is open until a later event closes it: a report, a commit, a check, a newer decision.
Kinds: ${ITEM_KINDS.join(", ")}.

Examples:
  $ tidemark @                        what is open, by kind
  $ tidemark @ --kind decision --all  all decisions, also those that were superseded
  $ tidemark @ k3f9 --why             what it rests on, and what changed its state
  $ tidemark @ done k3f9
  $ tidemark @ done --thread t9k      a whole line of work is complete
  $ tidemark @ edit k3f9 "document the retry option"`;

/** So many of each kind are listed unless one kind is asked for. */
const MAX_EACH = 8;
const MIN_TEXT_CHARS = 20;

export function itemsCommand(command: Command): void {
  command
    .usage("[options] [id]")
    .argument("[id]", "an item's id, or the start of it (default: list them)")
    .argument("[rest...]")
    .description("what is open, decided and known in this project, and why")
    .option("--all", "closed ones too, with their state")
    .option("--kind <kind>", "only of this kind")
    .option("--why", "the events that an item rests on")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
  const change = (name: ItemChange, description: string, example: string) =>
    command
      .command(name)
      .argument("[id]", "an item's id, or the start of it")
      .description(description)
      .option("--json", "print as JSON")
      .addHelpText("after", `\nExamples:\n  $ tidemark items ${name} ${example}`);
  change("done", "say that an item is done, or a whole line of work", "k3f9")
    .option("--thread <id>", "all open items of this thread")
    .action((id: string | undefined, options: ChangeOptions) => runChange("done", id, [], options));
  change("reopen", "say that a closed item is open after all", "k3f9").action(
    (id: string | undefined, options: ChangeOptions) => runChange("reopen", id, [], options),
  );
  change("drop", "say that an item is wrong or unwanted", "k3f9").action(
    (id: string | undefined, options: ChangeOptions) => runChange("drop", id, [], options),
  );
  change("edit", "give an item a better text", 'k3f9 "document the retry option"')
    .argument("[text...]", "the text")
    .action((id: string | undefined, words: readonly string[], options: ChangeOptions) =>
      runChange("edit", id, words, options),
    );
}

async function run(id: string | undefined, rest: readonly string[], options: Options): Promise<void> {
  if (rest.length > 0)
    throw new TidemarkError("bad-argument", `There is no change "${id}".`, {
      hint: "There are done, reopen, drop and edit: tidemark items --help",
    });
  const kind = options.kind === undefined ? undefined : parseChoice(options.kind, "--kind", ITEM_KINDS);
  await withMemory((opened) => {
    if (id !== undefined) return show(findItem(opened, id), options);
    if (options.why) throw new TidemarkError("bad-argument", "--why takes an item: tidemark items ID --why");
    const items = itemsIn(opened).filter(
      (item) => (options.all || item.state === "open") && (kind === undefined || item.kind === kind),
    );
    if (options.json) return printJson(items);
    if (items.length === 0) {
      const open = options.all ? "" : "open ";
      print(kind === undefined ? `There is no ${open}item here.` : `There is no ${open}${kind} here.`);
      return options.all ? undefined : print(style.dim("Closed ones: tidemark items --all"));
    }
    list(items, options.all || kind !== undefined ? items.length : MAX_EACH);
  });
}

function list(items: readonly WorkItem[], limit: number): void {
  const time = now();
  for (const kind of ITEM_KINDS) {
    const own = items.filter((item) => item.kind === kind).reverse();
    if (own.length === 0) continue;
    print(style.bold(TITLE[kind]));
    for (const { id, text, state, by, lastAt } of own.slice(0, limit)) {
      const facts = `${state === "open" ? "" : `${state}, `}${by}, ${ago(lastAt, time)}`;
      const room = Math.max(MIN_TEXT_CHARS, lineWidth() - id.length - facts.length - 6);
      const short = text.length > room ? `${text.slice(0, room - 1).toWellFormed()}…` : text;
      const shown = state === "open" ? short : style.struck(short);
      print(`  ${style.cyan(id)}  ${shown}  ${style.dim(facts)}`);
    }
    if (own.length > limit)
      print(style.dim(`  and ${own.length - limit} more: tidemark items --kind ${kind}`));
  }
}

const TITLE: { readonly [K in ItemKind]: string } = {
  blocker: "Blocked",
  failing: "Failing",
  open: "Open",
  next: "Next",
  goal: "Goals",
  decision: "Decided",
  rule: "Rules",
  status: "Reported as done",
  fact: "Known",
};

function show(item: WorkItem, { why, json }: Options): void {
  if (json) {
    printJson(item);
    return;
  }
  const { id, kind, text, state, reason, rejected = [], by, session, branch, thread, at } = item;
  const row = (name: string, value: string) => print(`${style.dim(name.padEnd(10))}${value}`);
  print(`${style.bold(text)}  ${style.dim(id)}`);
  row("kind", `${kind}, ${state}`);
  if (reason !== undefined) row("because", reason);
  if (rejected.length > 0) row("rejected", rejected.join(", "));
  row("said by", `${by}, ${localTime(at)}, session ${session.slice(0, 8)}`);
  const line = [thread, branch].filter((name) => name !== undefined).join(" on ");
  if (line !== "") row("work", line);
  if (why) for (const step of item.why) printStep(step);
  else print(style.dim(`What it rests on: tidemark items ${id} --why`));
}

function printStep({ event, at, did, by, text }: ItemStep): void {
  const name = did === "open" ? "reopened" : did;
  const shown = text === "" ? "" : `: ${text}`;
  print(`  ${localTime(at)}  ${name} by ${by}${shown}  ${style.dim(event)}`);
}

async function runChange(
  change: ItemChange,
  id: string | undefined,
  words: readonly string[],
  { thread, json }: ChangeOptions,
): Promise<void> {
  const isWhole = thread !== undefined;
  if ((id === undefined) !== isWhole || (change === "edit" && words.length === 0))
    throw new TidemarkError("bad-argument", `It takes: tidemark items ${change} ${TAKES[change]}`, {
      hint: "See the items with: tidemark items",
    });
  await withMemory((opened) => {
    const items = thread === undefined ? [findItem(opened, id ?? "")] : openInThread(opened, thread);
    const text = change === "edit" ? words.join(" ") : undefined;
    const changed = changeItems(opened, items, { change, text, speaker: speakerIn(hostEnv()) });
    if (json) return printJson(changed.map(({ item }) => item));
    for (const one of changed) {
      print(`${SAID[change]}: ${one.before.text}${change === "edit" ? ` → ${one.item.text}` : ""}`);
      print(style.dim(`Undo: ${undoOf(change, one)}`));
    }
  });
}

const TAKES: { readonly [C in ItemChange]: string } = {
  done: "ID, or --thread THREAD",
  reopen: "ID",
  drop: "ID",
  edit: "ID TEXT",
};
const SAID: { readonly [C in ItemChange]: string } = {
  done: "Done",
  reopen: "Open again",
  drop: "Dropped",
  edit: "Changed",
};

function undoOf(change: ItemChange, { before }: Changed): string {
  if (change === "edit") return `tidemark items edit ${before.id} ${quote(before.text)}`;
  if (change !== "reopen") return `tidemark items reopen ${before.id}`;
  return `tidemark items ${before.state === "done" || before.state === "resolved" ? "done" : "drop"} ${before.id}`;
}
