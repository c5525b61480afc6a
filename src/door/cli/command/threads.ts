import type { Command } from "commander";
import { agentTitle } from "../../../agent/agents.js";
import { allThreads, threadsOf } from "../../../app/session/threads.js";
import { now } from "../../../host/clock.js";
import { withMemory } from "../memory.js";
import { parseCount } from "../option.js";
import { count, print, printJson, style } from "../print.js";
import { threadJson } from "../thread-json.js";
import { ago } from "../time.js";

interface Options {
  readonly limit: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark threads                  the lines of work in this project, the latest first
  $ tidemark threads --limit 5
  $ tidemark threads --json`;

export function register(program: Command): void {
  program
    .command("threads")
    .description("list the lines of work of this project, across sessions")
    .option("--limit <n>", "at most this many", "20")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  await withMemory(({ store, project }) => {
    const agentOf = (session: string) => store.session(project, session)?.state.agent || [];
    const { hot } = threadsOf(store, project);
    const threads = allThreads(store, project);
    const shown = threads.slice(0, limit);
    if (options.json) {
      printJson(shown.map((thread) => threadJson(thread, hot)));
      return;
    }
    if (threads.length === 0) {
      print("No thread yet. Turns join threads once a connected agent has worked here: tidemark init");
      return;
    }
    const time = now();
    for (const { id, title, topics, turns, files, branches, lastAt, sessions } of shown) {
      const agents = [...new Set(sessions.flatMap(agentOf))].map((name) => agentTitle(name) ?? name);
      const facts = [
        count(turns, "turn"),
        ...(files.length > 0 ? [count(files.length, "file")] : []),
        ...branches.slice(-1),
        ...(agents.length > 1 ? [agents.join(", ")] : []),
      ];
      const mark = id === hot ? style.green("hot ") : "    ";
      print(`${style.bold(id)}  ${mark}${ago(lastAt, time).padEnd(16)} ${style.dim(facts.join(" · "))}`);
      print(`           ${title}${topics.length > 0 ? style.dim(`  ${topics.join(", ")}`) : ""}`);
    }
    if (threads.length > shown.length)
      print(style.dim(`… and ${threads.length - shown.length} more: --limit ${threads.length}`));
  });
}
