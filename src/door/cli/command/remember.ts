import type { Command } from "commander";
import { isRemembered } from "../../../app/declare/find-remembered.js";
import { unremember } from "../../../app/declare/remember.js";
import { TidemarkError } from "../../../error.js";
import { declaredFacts } from "../../../fold/declared/declared-fact.js";
import { idStart } from "../../../fold/stamp.js";
import { now } from "../../../host/clock.js";
import { FACT_KINDS, type FactOptions, factInWords, keepFact, tellUndo, type Wording } from "../keep-fact.js";
import { withMemory } from "../memory.js";
import { parseChoice } from "../option.js";
import { print, printJson, style } from "../print.js";
import { quote } from "../quote.js";
import { ago } from "../time.js";

interface Options extends FactOptions {
  readonly remove?: string;
}

const WORDING: Wording = {
  add: (kind, text) => `remember ${kind} ${quote(text)}`,
  remove: "remember --remove",
};

const EXAMPLES = `
Examples:
  $ tidemark remember decision "retry three times" --because "the API is flaky" --rejected "a queue"
  $ tidemark remember next "write the docs page"
  $ tidemark remember fact "the staging database is reset every night"
  $ tidemark remember decision "retry five times" --supersedes 0mi1zq8k2
  $ tidemark remember                      what was stated here, newest first
  $ tidemark remember --remove 0mi1zq8k2

All that this project remembers, also what was found in the work: tidemark memory`;

export function register(program: Command): void {
  program
    .command("remember")
    .argument("[kind]", `${FACT_KINDS.join(", ")} (default: show what was stated)`)
    .argument("[text...]", "what is to be remembered")
    .description("state something that later sessions should know")
    .option("--because <reason>", "why")
    .option(
      "--rejected <what>",
      "what was decided against; may be given more than once",
      (text, all: readonly string[]) => [...all, text],
      [],
    )
    .option("--supersedes <id>", "the earlier one whose place it takes, by its id or the start of it")
    .option("--by <who>", "user or agent (default: agent in an agent's shell, else user)")
    .option("--remove <id>", "take back what was stated, by its id or the start of it")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(name: string | undefined, words: readonly string[], options: Options): Promise<void> {
  if (options.remove !== undefined) return takeBack(options.remove, name, options);
  if (name === undefined) return list(options);
  if (words.length === 0) {
    throw new TidemarkError("bad-argument", "Say what is to be remembered.", {
      hint: 'Such as: tidemark remember decision "retry three times"',
    });
  }
  const kind = parseChoice(name, "remember", FACT_KINDS);
  await keepFact(kind, words.join(" "), options, WORDING);
}

async function list(options: Options): Promise<void> {
  await withMemory(({ store, project }) => {
    const state = store.project(project);
    const facts = state === undefined ? [] : declaredFacts(state);
    if (options.json) {
      printJson(facts);
      return;
    }
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

async function takeBack(id: string, name: string | undefined, options: Options): Promise<void> {
  if (name !== undefined) throw new TidemarkError("bad-argument", "--remove takes an id and nothing else.");
  await withMemory((opened) => {
    const fact = unremember(opened, id);
    if (options.json) {
      printJson(fact);
      return;
    }
    print(`No longer remembered: ${fact.text}`);
    tellUndo(fact, WORDING, (older) => isRemembered(opened, older));
  });
}
