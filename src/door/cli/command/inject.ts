import type { Command } from "commander";
import { wishes } from "../../../app/inject/answer.js";
import { type ExplainedInjection, explain } from "../../../app/inject/explain.js";
import { findSession } from "../../../app/open.js";
import type { Origin } from "../../../compose/source.js";
import { TidemarkError } from "../../../error.js";
import { idStart } from "../../../fold/stamp.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { withMemory } from "../memory.js";
import { parseCount } from "../option.js";
import { print, printJson, style } from "../print.js";
import { printChoice } from "../print-choice.js";

interface Options {
  readonly source: string;
  readonly session?: string;
  readonly budget?: string;
  readonly prompt?: string;
  readonly style?: string;
  readonly language?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}

const SOURCES = ["startup", "resume", "clear", "compact", "fork"];

const EXAMPLES = `
Examples:
  $ tidemark inject                        what a new session here would be told now
  $ tidemark inject --explain              and why each item is in or out
  $ tidemark inject --source compact       what the last session would be told after a compaction
  $ tidemark inject --prompt "why does the upload test fail?"
  $ tidemark inject --style codes          bare lines instead of prose
  $ tidemark inject --budget 1500 --json`;

export function register(program: Command): void {
  program
    .command("inject")
    .description("show what the next session would be told now")
    .option("--source <how>", `how the session begins: ${SOURCES.join(", ")}`, "startup")
    .option("--session <id>", "the session that is resumed or compacted (default: the newest)")
    .option("--prompt <text>", "what the first prompt asks for")
    .option("--style <prose|codes>", "in sentences, or as bare lines")
    .option("--budget <characters>", "at most this many characters (never more than 9,500)")
    .option("--language <en|fr>", "the language to say it in (default: the one you write in)")
    .option("--explain", "show why each item is in or out")
    .option("--json", "print as JSON, with the explanation")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { language, source, style: manner, prompt } = options;
  if (!SOURCES.includes(source)) {
    throw new TidemarkError("bad-argument", `--source takes ${SOURCES.join(", ")}; not "${source}".`);
  }
  if (language !== undefined && language !== "en" && language !== "fr") {
    throw new TidemarkError("bad-argument", `--language takes en or fr; not "${language}".`);
  }
  if (manner !== undefined && manner !== "prose" && manner !== "codes") {
    throw new TidemarkError("bad-argument", `--style takes prose or codes; not "${manner}".`);
  }
  const budget = options.budget === undefined ? undefined : parseCount(options.budget, "--budget", 0);
  await withMemory((opened) => {
    const isAgain = source === "resume" || source === "compact" || options.session !== undefined;
    const session = isAgain ? findSession(opened, options.session).session : "";
    const { branch } = opened.place;
    const injection = explain(
      opened.store,
      {
        project: opened.project,
        session,
        source,
        now: now(),
        ground: { place: opened.place, env: hostEnv() },
        ...wishes(hostEnv()),
        ...(language === undefined ? {} : { language }),
        ...(manner === undefined ? {} : { style: manner }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(branch === undefined ? {} : { branch }),
      },
      budget,
    );
    if (options.json) printJson({ ...injection, chars: injection.text.length });
    else show(injection, options.explain === true);
  });
}

function show(injection: ExplainedInjection, isExplained: boolean): void {
  print(injection.text);
  if (!isExplained) return;
  const { budget, trace, text } = injection;
  print("");
  print(style.bold(`${text.length} of ${budget} characters`));
  const width = Math.max(...trace.map((entry) => entry.key.length));
  for (const entry of [...trace].sort((a, b) => b.priority - a.priority)) {
    const mark = entry.said ? style.green("in ") : style.dim("out");
    const size = String(entry.chars).padStart(4);
    const why = `priority ${entry.priority}: ${entry.why}${entry.said ? fromWhere(entry.origins) : ""}`;
    print(`  ${mark} ${entry.key.padEnd(width)} ${size}  ${style.dim(why)}`);
  }
  if (injection.choice !== undefined) printChoice(injection.choice);
}

/** " · from: agent (turn.ended, 3f2a1b0c)"; nothing for words of ours. */
function fromWhere(origins: readonly Origin[]): string {
  const said = origins.filter(({ by }) => by !== "tidemark");
  const places = said.map(({ by, events, session }) => {
    const place = [...events, ...(session === undefined ? [] : [idStart(session)])].join(", ");
    return place === "" ? by : `${by} (${place})`;
  });
  return places.length === 0 ? "" : ` · from: ${places.join("; ")}`;
}
