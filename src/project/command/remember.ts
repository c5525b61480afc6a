import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { type DeclaredFact, declaredFacts, type FactKind } from "../../model/fold/declared/declared-fact.js";
import { idStart } from "../../model/fold/stamp.js";
import { type Flags, parseChoice, quote, type Texts } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { speakerIn } from "../env.js";
import { findToSupersede, isRemembered } from "../find-remembered.js";
import { here } from "../here.js";
import { fromProject } from "../open.js";
import type { Remembered } from "../project-memory.js";
import { type Kept, type NewFact, remember, rememberOnce, unremember } from "../remember.js";
import { withMemory } from "./open.js";

/** The options that only a stated fact has. */
export type FactOptions = Texts<"because" | "supersedes" | "by"> & { readonly rejected: readonly string[] };

type Options = FactOptions & Flags<"json"> & Texts<"remove">;

const KINDS: readonly FactKind[] = ["decision", "blocker", "next", "done", "fact", "convention", "command"];

const EXAMPLES = `
Examples:
  $ tidemark remember decision "retry three times" --because "the API is flaky" --rejected "a queue"
  $ tidemark remember next "write the docs page"
  $ tidemark remember command "npm run e2e -- --headed needs Xvfb"
  $ tidemark remember decision "retry five times" --supersedes 0mi1zq8k2
  $ tidemark remember                      what was stated here, newest first
  $ tidemark remember --remove 0mi1zq8k2

An agent states from its shell what later sessions should know:
  $ tidemark remember convention "tests never use mocks" --by agent

All that this project remembers, also what was found in the work: tidemark memory`;

export function rememberCommand(command: Command): void {
  command
    .argument("[kind]", `${KINDS.join(", ")} (default: list what was stated)`)
    .argument("[text...]", "what is to be remembered")
    .description("state something that later sessions should know")
    .option("--remove <id>", "take back what was stated, by its id or the start of it");
  addFactOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (kind: string | undefined, words: readonly string[], options: Options) => {
      if (options.remove !== undefined) return takeBack(options.remove, kind, options);
      if (kind === undefined) return list(options);
      requireText(words, 'tidemark remember decision "retry three times"');
      return keepFact(parseChoice(kind, "remember", KINDS), words, options);
    });
}

/** The former name of `remember`, with the kind as an option. */
export function memoryAddCommand(command: Command): void {
  const example = 'tidemark memory add "the staging database is reset every night"';
  command
    .argument("[text...]", "what is to be remembered")
    .description("state something; the same as tidemark remember")
    .option("--kind <kind>", "what it is", "fact");
  addFactOptions(command)
    .addHelpText("after", `\nExamples:\n  $ ${example}`)
    .action(async (words: readonly string[], options: Options & { readonly kind: string }) => {
      const kind = parseChoice(options.kind, "--kind", KINDS);
      requireText(words, example);
      return keepFact(kind, words, options);
    });
}

export function addFactOptions(command: Command): Command {
  return command
    .option("--because <reason>", "why")
    .option(
      "--rejected <what>",
      "what was decided against; may be given more than once",
      (text, all: readonly string[]) => [...all, text],
      [],
    )
    .option("--supersedes <id>", "the earlier one that it replaces, by its id or the start of it")
    .option("--by <who>", "user or agent (default: agent in an agent's shell, else user)")
    .option("--json", "print as JSON");
}

export function factInWords(fact: Pick<DeclaredFact, "text" | "reason" | "rejected">): string {
  const { text, reason, rejected } = fact;
  const why = reason === undefined ? "" : `, because ${reason}`;
  return `${text}${why}${rejected === undefined ? "" : ` (rejected: ${rejected.join(", ")})`}`;
}

/** Prints the command that states a removed fact again. A superseded fact has none: stated again, it would hold. */
export function printUndo(
  { supersededBy, supersedes, ...fact }: DeclaredFact,
  isKept: (id: string) => boolean,
): void {
  if (supersededBy !== undefined) return;
  const older = supersedes === undefined || !isKept(supersedes) ? "" : ` --supersedes ${quote(supersedes)}`;
  print(style.dim(`Undo: ${commandFor(fact)}${older}`));
}

async function keepFact(kind: FactKind, words: readonly string[], options: Options): Promise<void> {
  const { because: reason, rejected } = options;
  const said = { kind, text: words.join(" "), rejected, reason };
  const { fact, isNew, similar, superseded } = await keep(said, options);
  if (options.json)
    return printJson({ ...fact, isNew, similar: similar.map(({ id, text }) => ({ id, text })) });
  const how = isNew ? `Remembered as ${fact.kind}` : `Already remembered, ${ago(fact.at, now())}`;
  print(`${how}: ${factInWords(fact)}`);
  if (superseded !== undefined)
    print(`In the place of ${style.cyan(idStart(superseded.id))}: ${superseded.text}`);
  if (superseded?.supersededBy !== undefined) {
    const newer = idStart(superseded.supersededBy);
    print(style.yellow(`That one was superseded before, by ${newer}: the later of the two holds.`));
  }
  print(style.dim(`${isNew ? "Undo" : "To take it back"}: tidemark memory remove ${idStart(fact.id)}`));
  const [nearest] = similar;
  if (nearest === undefined) return;
  print("\nThis seems to be about the same, and still holds:");
  for (const { id, text, at } of similar)
    print(`  ${style.cyan(idStart(id))}  ${text}  ${style.dim(ago(at, now()))}`);
  print(style.dim(`If the new one takes its place: ${commandFor(fact)} --supersedes ${idStart(nearest.id)}`));
}

async function keep(
  said: Omit<NewFact, "by">,
  { supersedes, by }: Options,
): Promise<Kept & { readonly superseded?: Remembered }> {
  const speaker = speakerIn(hostEnv());
  const who = speaker === undefined ? "user" : "agent";
  const fact = { ...said, by: by === undefined ? who : parseChoice(by, "--by", ["user", "agent"]) };
  try {
    return await withMemory((opened) => {
      if (supersedes === undefined) return rememberOnce(opened, fact, speaker);
      const superseded = findToSupersede(opened, supersedes);
      return { ...rememberOnce(opened, { ...fact, supersedes: superseded.id }, speaker), superseded };
    });
  } catch (error) {
    // The journal alone is enough, and a duplicate fact does less harm than a lost one.
    const isBusy = error instanceof TidemarkError && error.code === "store-busy";
    if (!isBusy || supersedes !== undefined) throw error;
    return { fact: remember(here(hostEnv(), process.cwd()), fact, speaker), isNew: true, similar: [] };
  }
}

/** The command that states a fact, for copying. */
function commandFor({ kind, text, reason, rejected = [], by }: Omit<DeclaredFact, "supersedes">): string {
  const why = reason === undefined ? "" : ` --because ${quote(reason)}`;
  const not = rejected.map((one) => ` --rejected ${quote(one)}`).join("");
  return `tidemark remember ${kind} ${quote(text)}${why}${not}${by === "agent" ? " --by agent" : ""}`;
}

async function list(options: Options): Promise<void> {
  await withMemory((opened) => {
    const facts = fromProject(opened, declaredFacts);
    if (options.json) return printJson(facts);
    if (facts.length === 0)
      print('Nothing was stated here yet. Such as: tidemark remember next "write the docs page"');
    const time = now();
    for (const fact of facts) {
      const { id, kind, at, supersededBy } = fact;
      const newer = supersededBy === undefined ? "" : `, superseded by ${idStart(supersededBy)}`;
      const text = supersededBy === undefined ? factInWords(fact) : style.struck(factInWords(fact));
      print(`${style.cyan(idStart(id))}  ${kind.padEnd(10)}  ${text}  ${style.dim(ago(at, time) + newer)}`);
    }
  });
}

async function takeBack(id: string, kind: string | undefined, options: Options): Promise<void> {
  if (kind !== undefined) throw new TidemarkError("bad-argument", "--remove takes an id and nothing else.");
  await withMemory((opened) => {
    const fact = unremember(opened, id);
    if (options.json) return printJson(fact);
    print(`No longer remembered: ${fact.text}`);
    printUndo(fact, (older) => isRemembered(opened, older));
  });
}

function requireText(words: readonly string[], example: string): void {
  if (words.length > 0) return;
  throw new TidemarkError("bad-argument", "Say what is to be remembered.", { hint: `Such as: ${example}` });
}
