import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import type { Envelope } from "../../event/envelope.js";
import { modelText } from "../../event/message-text.js";
import { messageIn } from "../../event/present.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { eachEvent } from "../../model/history.js";
import { here } from "../../project/here.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseCount, type Texts } from "../../terminal/option.js";
import { print, printJsonLine, style } from "../../terminal/print.js";
import { localTime, parseWhen } from "../../terminal/time.js";

type Options = Flags<"all" | "json"> &
  Texts<"session" | "type" | "tool" | "path" | "since" | "until" | "limit">;

const EXAMPLES = `
Examples:
  $ tidemark @                         the last events of this project
  $ tidemark @ --type prompt --since 1d
  $ tidemark @ --tool Bash --since yesterday --until today
  $ tidemark @ --path src/upload.ts    what touched a file, by tool or by command
  $ tidemark @ --all --json            every stored event, one JSON object a line`;

export function historyCommand(command: Command): void {
  command
    .description("show the recorded events, straight from the journal")
    .option("--all", "of every project, without a limit")
    .option("--session <id>", "only this session's (the start of its id is enough)")
    .option("--type <name>", "only this event (tool.finished) or family (tool)")
    .option("--tool <name>", "only calls of this tool")
    .option("--path <path>", "only what names this file; a part of its path is enough")
    .option("--since <when>", "only from then on: 2h, 3d, 1w, today, yesterday, a date or a month")
    .option("--until <when>", "only up to then; a day counts whole")
    .option("--limit <n>", "only the last n (default: 50 without --all)")
    .option("--json", "print JSON lines")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

function run(options: Options): void {
  const { all, session, type, tool, path } = options;
  const limit = options.limit === undefined ? (all ? undefined : 50) : parseCount(options.limit, "--limit");
  const time = now();
  const since = options.since === undefined ? undefined : parseWhen(options.since, "--since", time).from;
  const until = options.until === undefined ? undefined : parseWhen(options.until, "--until", time).to;
  if (since !== undefined && until !== undefined && since >= until)
    throw new TidemarkError("bad-argument", "--until ends before --since begins.");
  const { home, project } = here(hostEnv(), process.cwd());
  const filter = { session, type, tool, path, since, until };
  const show = (event: Envelope) =>
    options.json ? printJsonLine(event) : print(lineOf(event, event.project !== project));
  const printed = printLast(limit, show, (visit) =>
    eachEvent(home, all ? filter : { ...filter, project }, visit),
  );
  if (printed > 0) return;
  // A session can be named by its id from any project.
  const elsewhere =
    all || session === undefined ? 0 : printLast(limit, show, (visit) => eachEvent(home, filter, visit));
  if (elsewhere === 0 && !options.json)
    print("No event matches. Events appear here once a connected agent has worked: tidemark init");
}

/** Prints the last `limit` visited events, or all, and returns how many there were. */
function printLast(
  limit: number | undefined,
  show: (event: Envelope) => void,
  visitAll: (visit: (event: Envelope) => void) => void,
): number {
  let found = 0;
  let last: Envelope[] = [];
  visitAll((event) => {
    found++;
    if (limit === undefined) return show(event);
    last.push(event);
    if (last.length > 2 * limit) last = last.slice(-limit);
  });
  for (const event of last.slice(-(limit ?? 0))) show(event);
  return found;
}

function lineOf(event: Envelope, isElsewhere: boolean): string {
  const text = messageText(event) ?? JSON.stringify(event.data) ?? "";
  const mark = isElsewhere ? style.yellow(" (another project)") : "";
  return `${style.dim(localTime(event.at))} ${style.bold(event.session.slice(0, 8))}${mark} ${event.type.padEnd(18)} ${text.length > 140 ? `${text.slice(0, 139)}…` : text}`;
}

function messageText(event: Envelope): string | undefined {
  const message = messageIn(event);
  if (message === undefined) return undefined;
  const { role, content } = message.data;
  return `${role}: ${modelText(content).replace(/\s+/g, " ").trim()}`;
}
