import type { Command } from "commander";
import {
  findRemembered,
  isRemembered,
  removeRemembered,
  restoreRemembered,
} from "../../../app/declare/find-remembered.js";
import { projectMemory, REMEMBERED, threadOf } from "../../../app/declare/project-memory.js";
import { speakerIn } from "../../../app/declare/speaker.js";
import { TidemarkError } from "../../../error.js";
import { idStart } from "../../../fold/stamp.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { FACT_KINDS, type FactOptions, keepFact, tellUndo, type Wording } from "../keep-fact.js";
import { withMemory } from "../memory.js";
import { parseChoice, parseCount } from "../option.js";
import { print, printJson, style } from "../print.js";
import { printMemory, printProvenance } from "../print-memory.js";
import { quote } from "../quote.js";

interface Options extends FactOptions {
  readonly kind?: string;
  readonly all?: boolean;
  readonly limit?: string;
}

const ACTIONS = ["list", "add", "show", "remove", "restore"] as const;
/** Of each kind; of one that was asked for, more. */
const USUAL = { each: 8, one: 50 } as const;

const WORDING: Wording = {
  add: (kind, text) => `memory add ${kind === "fact" ? "" : `--kind ${kind} `}${quote(text)}`,
  remove: "memory remove",
};

const EXAMPLES = `
What there is to do with it:
  add TEXT               state something; --kind says what it is (default: fact)
  show ID                one memory whole: who said it, when, in which session, thread and branch
  remove ID              forget it: what was found in the work is not found again
  restore ID             have something found again that was removed

Kinds: decision, convention, fact, command (one that works), fix (an error and what fixed it), blocker, next, done.
To add there are all but fix.

Examples:
  $ tidemark memory                                  what the sessions of this project share
  $ tidemark memory --kind fix                       errors, and what fixed them
  $ tidemark memory --all                            with what was superseded or is done
  $ tidemark memory add "the staging database is reset every night"
  $ tidemark memory add --kind command "npm run e2e -- --headed needs Xvfb"
  $ tidemark memory add --kind decision "retry five times" --supersedes 0mi1zq8k2 --because "three were too few"
  $ tidemark memory show 0mi1zq8k2

An agent adds from its shell what later sessions should know; its session is kept with it where it says which:
  $ tidemark memory add --by agent --kind convention "tests never use mocks"`;

export function register(program: Command): void {
  program
    .command("memory")
    .argument("[action]", ACTIONS.join(", "), "list")
    .argument("[value...]", "a text to add, or an id or the start of it")
    .description("show what the sessions of this project share, add to it or take out of it")
    .option("--kind <kind>", "only of this kind; with add: what it is")
    .option("--all", "with what no longer holds")
    .option("--limit <n>", `so many of each kind (default: ${USUAL.each}, of one kind ${USUAL.one})`)
    .option("--because <reason>", "with add: why")
    .option(
      "--rejected <what>",
      "with add: what was decided against; may be given more than once",
      (text, all: readonly string[]) => [...all, text],
      [],
    )
    .option("--supersedes <id>", "with add: the earlier one whose place it takes")
    .option("--by <who>", "with add: user or agent (default: agent in an agent's shell, else user)")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(name: string, words: readonly string[], options: Options): Promise<void> {
  const action = parseChoice(name, "memory", ACTIONS);
  const { because, rejected, supersedes, by } = options;
  if (action !== "add" && [because, supersedes, by, ...rejected].some((option) => option !== undefined)) {
    throw new TidemarkError(
      "bad-argument",
      "--because, --rejected, --supersedes and --by belong to something that is added.",
      {
        hint: 'Such as: tidemark memory add --kind decision "retry five times" --because "three were too few"',
      },
    );
  }
  switch (action) {
    case "list":
      return list(options);
    case "add":
      return add(words, options);
    case "show":
      return show(only(words, action), options);
    case "remove":
      return remove(only(words, action), options);
    case "restore":
      return restore(only(words, action), options);
  }
}

async function list(options: Options): Promise<void> {
  const kind = options.kind === undefined ? undefined : parseChoice(options.kind, "--kind", REMEMBERED);
  const usual = kind === undefined ? USUAL.each : USUAL.one;
  const limit = options.limit === undefined ? undefined : parseCount(options.limit, "--limit");
  await withMemory((opened) => {
    const time = now();
    const chosen = kind === undefined ? {} : { kind };
    const all = projectMemory(opened, { ...chosen, all: options.all === true, now: time });
    if (options.json) printJson(all);
    else if (all.length > 0)
      printMemory(all, { limit: limit ?? usual, isWhole: kind === undefined, now: time });
    else tellNothing(kind);
  });
}

function tellNothing(kind: string | undefined): void {
  print(
    kind === undefined ? "Nothing is remembered here yet." : `There is no ${kind} in this project's memory.`,
  );
  print(style.dim("It fills while a connected agent works (tidemark init), or by hand:"));
  print(style.dim('  tidemark memory add "the staging database is reset every night"'));
}

async function add(words: readonly string[], options: Options): Promise<void> {
  const kind = parseChoice(options.kind ?? "fact", "--kind", FACT_KINDS);
  if (words.length === 0) {
    throw new TidemarkError("bad-argument", "Say what is to be remembered.", {
      hint: 'Such as: tidemark memory add "the staging database is reset every night"',
    });
  }
  await keepFact(kind, words.join(" "), options, WORDING);
}

async function show(id: string, options: Options): Promise<void> {
  await withMemory((opened) => {
    const entry = findRemembered(opened, id);
    const thread = threadOf(opened, entry);
    if (options.json) {
      printJson({ ...entry, ...(thread === undefined ? {} : { thread: thread.id }) });
      return;
    }
    const textOf = (other: string | undefined) =>
      other === undefined || !isRemembered(opened, other) ? undefined : findRemembered(opened, other).text;
    const older = textOf(entry.supersedes);
    const newer = textOf(entry.supersededBy);
    printProvenance(entry, {
      now: now(),
      ...(thread === undefined ? {} : { thread }),
      ...(older === undefined ? {} : { older }),
      ...(newer === undefined ? {} : { newer }),
    });
  });
}

async function remove(id: string, options: Options): Promise<void> {
  await withMemory((opened) => {
    const { removed, fact } = removeRemembered(opened, id, speakerIn(hostEnv()));
    if (options.json) {
      printJson(removed);
      return;
    }
    print(`No longer remembered: ${removed.text}`);
    if (fact !== undefined) tellUndo(fact, WORDING, (older) => isRemembered(opened, older));
    else if (removed.from === "rule") undo(`profile add-rule ${quote(removed.text)}`);
    else undo(`memory restore ${idStart(removed.id)}`);
  });
}

function undo(command: string): void {
  print(style.dim(`Undo: tidemark ${command}`));
}

async function restore(id: string, options: Options): Promise<void> {
  await withMemory((opened) => {
    const restored = restoreRemembered(opened, id, speakerIn(hostEnv()));
    if (options.json) {
      printJson(restored);
      return;
    }
    print(`Remembered again: ${restored.text ?? restored.id}`);
    undo(`memory remove ${idStart(restored.id)}`);
  });
}

/** The id an action is about. */
function only(words: readonly string[], action: string): string {
  const [id, ...rest] = words;
  if (id !== undefined && rest.length === 0) return id;
  throw new TidemarkError("bad-argument", `memory ${action} takes one id, or the start of it.`, {
    hint: "See them with: tidemark memory",
  });
}
