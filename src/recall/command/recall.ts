import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { MEMORY_KINDS } from "../../model/fold/memory/memory-state.js";
import { withMemory } from "../../project/command/open.js";
import { preferencesIn, speakerIn } from "../../project/env.js";
import { languageIn } from "../../project/language.js";
import { findSession, type Opened } from "../../project/open.js";
import { findThread } from "../../project/threads.js";
import { parseChoice, parseCount } from "../../terminal/option.js";
import { print, printAside, printJson, style } from "../../terminal/print.js";
import { parseWhen } from "../../terminal/time.js";
import { askRecall, chosenSimilarity } from "../ask-recall.js";
import { noteRecalled } from "../note-recalled.js";
import type { RecallFilter } from "../recall.js";
import { composeRecall, type Recalled } from "../recollection.js";
import { explanationLines, recallLines } from "./recall-print.js";

interface Options {
  readonly kind?: string;
  readonly since?: string;
  readonly until?: string;
  readonly session?: string;
  readonly thread?: string;
  readonly file?: string;
  readonly allProjects?: boolean;
  readonly limit?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Kinds: ${MEMORY_KINDS.join(" ")}
Times: 2h, 3d, 2w, today, yesterday, 2026-05-01, 2026-05. A day counts whole.

Examples:
  $ tidemark recall "how did we fix the flaky upload test?"
  $ tidemark recall src/upload.ts --limit 10          a file, a function, a command, an error
  $ tidemark recall jitter --kind decision --since 2w
  $ tidemark recall "connection reset" --all-projects
  $ tidemark recall upload --file retry.ts --explain  with what made each place in the answer
  $ tidemark recall migration --json

An agent asks the same by reading the file .ai/recall/<query>; there need be no such file.`;

export function recallCommand(command: Command): void {
  command
    .argument("[query...]", "a question, or words to look for")
    .description("look for something in this project's memory")
    .option("--kind <kind>", "only of this kind")
    .option("--since <when>", "only from then on")
    .option("--until <when>", "only up to then")
    .option("--session <id>", "only of this session (the start of its id is enough)")
    .option("--thread <id>", "only of this thread (the start of its id is enough)")
    .option("--file <path>", "only about this file; a part of its path is enough")
    .option("--all-projects", "in the memory of every project")
    .option("--limit <n>", "at most so many memories (default: 5)")
    .option("--explain", "with what made each place in the answer")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(text: string[], options: Options): Promise<void> {
  const query = text.join(" ");
  if (query.trim() === "") throw unasked();
  const limit = options.limit === undefined ? {} : { limit: parseCount(options.limit, "--limit") };
  const everywhere = options.allProjects === true;
  const time = now();
  await withMemory(async (opened) => {
    const filter = filterFrom(options, opened, time);
    const env = hostEnv();
    const similarity = await chosenSimilarity(opened, env, query);
    const asked = { query, now: time, filter, everywhere, ...limit };
    const recalled = askRecall({ ...opened, env }, asked, similarity);
    if (recalled.words.length === 0) throw unasked();
    noteRecalled(opened, query, recalled.memories.length, speakerIn(env));
    if (options.json) printJson(recalled);
    else show(recalled, opened, time, options);
    if (similarity.trouble !== undefined)
      printAside(style.dim(`Found without the embedder you chose: ${similarity.trouble}`));
  });
}

function show(recalled: Recalled, { store, project }: Opened, time: number, options: Options): void {
  const { explain = false } = options;
  if (recalled.memories.length === 0 && process.stdout.isTTY) printNothing(recalled, options);
  else if (process.stdout.isTTY)
    print(recallLines(recalled, { style, now: time, explain, project }).join("\n"));
  else {
    const language = languageIn(store.project(project), undefined);
    print(composeRecall(recalled, { now: time, language, ...preferencesIn(hostEnv()) }));
    if (explain) print(explanationLines(recalled).join("\n"));
  }
}

function printNothing({ searched }: Recalled, options: Options): void {
  const { kind, since, until, session, thread, file, allProjects } = options;
  const isFiltered = [kind, since, until, session, thread, file].some((option) => option !== undefined);
  print(`Nothing matches. ${searched} ${searched === 1 ? "memory was" : "memories were"} looked through.`);
  const tries = [
    "other words: the name of a file, a function or a branch, a command, the text of an error",
    ...(isFiltered ? ["fewer conditions"] : []),
    ...(allProjects ? [] : ["--all-projects"]),
  ];
  print(style.dim(`Try ${tries.join("; or ")}.`));
}

function filterFrom(options: Options, opened: Opened, time: number): RecallFilter {
  const { allProjects = false } = options;
  const since = options.since === undefined ? undefined : parseWhen(options.since, "--since", time).from;
  const until = options.until === undefined ? undefined : parseWhen(options.until, "--until", time).to;
  if (since !== undefined && until !== undefined && since >= until) {
    throw new TidemarkError("bad-argument", "--until ends before --since begins.", {
      hint: "Such as: --since 2w --until 1w",
    });
  }
  return {
    kind: options.kind === undefined ? undefined : parseChoice(options.kind, "--kind", MEMORY_KINDS),
    since,
    until,
    session: options.session === undefined ? undefined : sessionIn(opened, options.session, allProjects),
    thread: options.thread === undefined ? undefined : threadIn(opened, options.thread, allProjects),
    file: options.file === undefined ? undefined : fileIn(opened, options.file),
  };
}

function sessionIn(opened: Opened, start: string, isOfAll: boolean): string {
  const { session, project } = findSession(opened, start);
  if (project === opened.project || isOfAll) return session;
  throw new TidemarkError("not-found", `The session "${start}" is of another project.`, {
    hint: "Go to that project's folder, or add --all-projects.",
  });
}

function threadIn({ store, project }: Opened, start: string, isOfAll: boolean): string {
  if (isOfAll) {
    throw new TidemarkError(
      "bad-argument",
      "A thread is of one project: --thread goes without --all-projects.",
    );
  }
  return findThread(store, project, start).id;
}

/** Relative to the project root, as in memory. */
function fileIn({ place }: Opened, path: string): string {
  const root = `${place.root}/`;
  return path.startsWith(root) ? path.slice(root.length) : path.replace(/^(?:\.\/)+/, "");
}

function unasked(): TidemarkError {
  return new TidemarkError("bad-argument", "Say what to look for.", {
    hint: 'Such as: tidemark recall "how did we fix the upload test?"',
  });
}
