import type { Command } from "commander";
import { TidemarkError } from "../../../error.js";
import { type DeclaredFact, declaredFacts } from "../../../fold/declared.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseChoice } from "../option.js";
import { print, printJson, style } from "../print.js";
import { ago } from "../time.js";
import { idStart, quote } from "../word.js";

interface Options {
  readonly because?: string;
  readonly rejected: readonly string[];
  readonly remove?: string;
  readonly json?: boolean;
}

const KINDS = ["decision", "blocker", "next", "done", "fact"] as const;

const EXAMPLES = `
Examples:
  $ tidemark remember decision "retry three times" --because "the API is flaky" --rejected "a queue"
  $ tidemark remember next "write the docs page"
  $ tidemark remember fact "the staging database is reset every night"
  $ tidemark remember                      what was stated here, newest first
  $ tidemark remember --remove 0mi1zq8k2`;

export function register(program: Command): void {
  program
    .command("remember")
    .argument("[kind]", `${KINDS.join(", ")} (default: show what was stated)`)
    .argument("[text...]", "what is to be remembered")
    .description("state something that later sessions should know")
    .option("--because <reason>", "why")
    .option(
      "--rejected <what>",
      "what was decided against; may be given more than once",
      (text, all: readonly string[]) => [...all, text],
      [],
    )
    .option("--remove <id>", "take back what was stated, by its id or the start of it")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(name: string | undefined, words: readonly string[], options: Options): Promise<void> {
  const { because, rejected } = options;
  if (options.remove !== undefined) return takeBack(options.remove, name, options);
  if (name === undefined) return list(options);
  if (words.length === 0) {
    throw new TidemarkError("bad-argument", "Say what is to be remembered.", {
      hint: 'Such as: tidemark remember decision "retry three times"',
    });
  }
  const kind = parseChoice(name, "remember", KINDS);
  const [{ here }, { remember }] = await Promise.all([
    import("../../../app/here.js"),
    import("../../../app/remember.js"),
  ]);
  const fact = remember(here(hostEnv(), process.cwd()), {
    kind,
    text: words.join(" "),
    ...(because === undefined ? {} : { reason: because }),
    rejected,
    by: "user",
  });
  if (options.json) {
    printJson(fact);
    return;
  }
  print(`Remembered as ${kind}: ${inWords(fact)}`);
  print(style.dim(`Undo: tidemark remember --remove ${idStart(fact.id)}`));
}

async function list(options: Options): Promise<void> {
  const { withMemory } = await import("../memory.js");
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
      print(
        `${style.cyan(idStart(fact.id))}  ${fact.kind.padEnd(8)}  ${inWords(fact)}  ${style.dim(ago(fact.at, time))}`,
      );
    }
  });
}

function inWords({ text, reason, rejected }: DeclaredFact): string {
  const why = reason === undefined ? "" : `, because ${reason}`;
  return `${text}${why}${rejected === undefined ? "" : ` (rejected: ${rejected.join(", ")})`}`;
}

async function takeBack(id: string, name: string | undefined, options: Options): Promise<void> {
  if (name !== undefined) throw new TidemarkError("bad-argument", "--remove takes an id and nothing else.");
  const [{ withMemory }, { unremember }] = await Promise.all([
    import("../memory.js"),
    import("../../../app/remember.js"),
  ]);
  await withMemory((opened) => {
    const fact = unremember(opened, id);
    if (options.json) {
      printJson(fact);
      return;
    }
    const why = fact.reason === undefined ? "" : ` --because ${quote(fact.reason)}`;
    const instead = (fact.rejected ?? []).map((text) => ` --rejected ${quote(text)}`).join("");
    print(`No longer remembered: ${fact.text}`);
    print(style.dim(`Undo: tidemark remember ${fact.kind} ${quote(fact.text)}${why}${instead}`));
  });
}
