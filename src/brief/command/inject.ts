import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { idStart } from "../../model/fold/stamp.js";
import { withMemory } from "../../project/command/open.js";
import { preferencesIn } from "../../project/env.js";
import { findSession } from "../../project/open.js";
import { clean } from "../../render/clean.js";
import { parseCount } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { type ExplainedInjection, explain } from "../explain.js";
import type { Origin } from "../source.js";

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

export function injectCommand(command: Command): void {
  command
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
        checkout: { place: opened.place, env: hostEnv() },
        ...preferencesIn(hostEnv()),
        ...(language === undefined ? {} : { language }),
        ...(manner === undefined ? {} : { style: manner }),
        prompt,
        branch,
      },
      budget,
    );
    if (options.json) printJson(packageOf(injection));
    else show(injection, options.explain === true);
  });
}

/** At most three characters make a token in codes and paths, more in prose. */
const CHARS_PER_TOKEN = 3;

/** The injection with the fields by which other session tools know it. */
function packageOf({ session, expiresAt, ...injection }: ExplainedInjection) {
  const { length } = injection.text;
  return {
    ...injection,
    chars: length,
    token_count: Math.ceil(length / CHARS_PER_TOKEN),
    session_id: session ?? null,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
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

/** " · from: agent (turn.ended, 3f2a1b0c)"; empty for Tidemark's own words. */
function fromWhere(origins: readonly Origin[]): string {
  const said = origins.filter(({ by }) => by !== "tidemark");
  const places = said.map(({ by, events, session }) => {
    const place = [...events, ...(session === undefined ? [] : [idStart(session)])].join(", ");
    return place === "" ? by : `${by} (${place})`;
  });
  return places.length === 0 ? "" : ` · from: ${places.join("; ")}`;
}

type Choice = NonNullable<ExplainedInjection["choice"]>;
type Item = Choice["chosen"][number];

/** Prints each item that would be named, and those that nearly were, with chances and reasons. */
function printChoice({ chosen, missed }: Choice): void {
  printItems("Chosen, with the chance that it is needed", chosen);
  printItems("Nearly", missed);
}

function printItems(title: string, items: readonly Item[]): void {
  if (items.length === 0) return;
  print("");
  print(style.bold(title));
  for (const item of items) {
    const percent = `${Math.round(100 * item.chance)} %`.padStart(5);
    print(`  ${percent}  ${clean(item.key)}  ${style.dim(reasons(item))}`);
  }
}

function reasons({ because, despite, said, leaning }: Item): string {
  const { ledger, rating, focus } = leaning;
  const learned =
    said === undefined
      ? []
      : [`said before: used ${rough(said.used)}, not used ${rough(said.unused)} (${signed(ledger)})`];
  const wanted = [
    ...(rating === 0 ? [] : [`rated ${rating > 0 ? "up" : "down"} (${signed(rating)})`]),
    ...(focus === 0 ? [] : [`in focus (${signed(focus)})`]),
  ];
  const parts = [
    because.join(", "),
    `${because.length > 0 && despite.length > 0 ? "but " : ""}${despite.join(", ")}`,
    ...learned,
    ...wanted,
  ];
  return parts.filter(Boolean).join("; ");
}

/** The count decays with the sessions since: "2.6 times". */
function rough(times: number): string {
  const rounded = Math.round(times * 10) / 10;
  return `${rounded}×`;
}

function signed(part: number): string {
  return `${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(1)}`;
}
