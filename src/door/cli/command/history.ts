import type { Command } from "commander";
import type { Envelope } from "../../../event/envelope.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseCount } from "../option.js";
import { print, printJsonLine, style } from "../print.js";
import { localTime, parseSince } from "../time.js";

interface Options {
  readonly all?: boolean;
  readonly session?: string;
  readonly type?: string;
  readonly since?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark history                         the last events of this project
  $ tidemark history --type prompt --since 1d
  $ tidemark history --all --json            every stored event, one JSON object a line`;

export function register(program: Command): void {
  program
    .command("history")
    .description("show the recorded events, straight from the journal")
    .option("--all", "of every project, without a limit")
    .option("--session <id>", "only this session's (the start of its id is enough)")
    .option("--type <name>", "only this event (tool.finished) or family (tool)")
    .option("--since <when>", "only since: 2h, 3d, 1w or a date")
    .option("--limit <n>", "only the last n (default: 50 without --all)")
    .option("--json", "print JSON lines")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { all, session, type } = options;
  const limit = options.limit === undefined ? (all ? undefined : 50) : parseCount(options.limit, "--limit");
  const since = options.since === undefined ? undefined : parseSince(options.since, now());
  const [{ eachEvent }, { identifyProject }, { dataHome }] = await Promise.all([
    import("../../../app/history.js"),
    import("../../../app/identify-project.js"),
    import("../../../host/env.js"),
  ]);
  const env = hostEnv();
  const home = dataHome(env);
  const filter = {
    ...(all ? {} : { project: identifyProject(process.cwd(), home, env).project }),
    ...(session === undefined ? {} : { session }),
    ...(type === undefined ? {} : { type }),
    ...(since === undefined ? {} : { since }),
  };
  const show = (event: Envelope) => (options.json ? printJsonLine(event) : print(describe(event)));
  if (limit === undefined) {
    eachEvent(home, filter, show);
    return;
  }
  let last: Envelope[] = [];
  eachEvent(home, filter, (event) => {
    last.push(event);
    if (last.length > 2 * limit) last = last.slice(-limit);
  });
  if (last.length === 0 && !options.json)
    print("No event matches. Events appear here once a connected agent has worked: tidemark init");
  for (const event of last.slice(-limit)) show(event);
}

function describe(event: Envelope): string {
  const { data } = event;
  const text = JSON.stringify(data) ?? "";
  return `${style.dim(localTime(event.at))} ${style.bold(event.session.slice(0, 8))} ${event.type.padEnd(18)} ${text.length > 140 ? `${text.slice(0, 139)}…` : text}`;
}
