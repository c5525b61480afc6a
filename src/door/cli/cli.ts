import { Command, CommanderError } from "commander";
import { hostEnv, requireWholeHome } from "../../host/env.js";
import { register as branch } from "./command/branch.js";
import { register as chat } from "./command/chat.js";
import { register as checkpoint } from "./command/checkpoint.js";
import { register as clean } from "./command/clean.js";
import { register as decisions } from "./command/decisions.js";
import { register as dismiss } from "./command/dismiss.js";
import { register as doctor } from "./command/doctor.js";
import { register as embed } from "./command/embed.js";
import { register as exportSession } from "./command/export.js";
import { register as focus } from "./command/focus.js";
import { register as forget } from "./command/forget.js";
import { register as history } from "./command/history.js";
import { register as imports } from "./command/import.js";
import { register as init } from "./command/init.js";
import { register as inject } from "./command/inject.js";
import { register as insights } from "./command/insights.js";
import { register as ledger } from "./command/ledger.js";
import { register as mcp } from "./command/mcp.js";
import { register as memory } from "./command/memory.js";
import { register as merge } from "./command/merge.js";
import { register as pin } from "./command/pin.js";
import { register as pins } from "./command/pins.js";
import { register as profile } from "./command/profile.js";
import { register as rate } from "./command/rate.js";
import { register as rebuild } from "./command/rebuild.js";
import { register as recall } from "./command/recall.js";
import { register as remember } from "./command/remember.js";
import { register as remove } from "./command/remove.js";
import { register as resume } from "./command/resume.js";
import { register as session } from "./command/session.js";
import { register as sessions } from "./command/sessions.js";
import { register as state } from "./command/state.js";
import { register as status } from "./command/status.js";
import { register as tag } from "./command/tag.js";
import { register as thread } from "./command/thread.js";
import { register as threads } from "./command/threads.js";
import { register as tour } from "./command/tour.js";
import { register as unpin } from "./command/unpin.js";
import { register as verify } from "./command/verify.js";
import { printError } from "./print-error.js";
import { usageError } from "./usage-error.js";
import { withWords } from "./words.js";

declare const TIDEMARK_VERSION: string;

const COMMANDS = [
  init,
  remove,
  doctor,
  status,
  inject,
  resume,
  sessions,
  session,
  tag,
  branch,
  merge,
  threads,
  thread,
  state,
  history,
  imports,
  exportSession,
  ledger,
  insights,
  checkpoint,
  dismiss,
  recall,
  memory,
  decisions,
  pin,
  pins,
  unpin,
  focus,
  remember,
  rate,
  profile,
  embed,
  mcp,
  chat,
  forget,
  clean,
  rebuild,
  verify,
  tour,
];

/** What somebody typed, to its end. */
export async function run(): Promise<void> {
  const program = describeProgram();
  for (const register of COMMANDS) register(program);
  // A reader that closes early (head, less) is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.exit(printError(error, false));
  });
  try {
    await program.parseAsync(withWords(process.argv));
  } catch (error) {
    const wrong = error instanceof CommanderError ? usageError(error) : error;
    if (wrong !== undefined) process.exitCode = printError(wrong, process.argv.includes("--json"));
    else process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
  }
}

function describeProgram(): Command {
  return (
    new Command("tidemark")
      .description("Continuity for AI coding agents: the next session knows where the work stands.")
      .version(TIDEMARK_VERSION, "-v, --version", "print the version")
      .helpOption("-h, --help", "show help")
      .helpCommand(false)
      // What is wrong is said by `run`, like any other error; commands take this over when they are registered.
      .configureOutput({ outputError: () => {} })
      .exitOverride()
      .hook("preAction", () => requireWholeHome(hostEnv()))
      .addHelpText(
        "after",
        `
Examples:
  $ tidemark init                 connect your agents, after showing what will change
  $ tidemark status               where the work in this folder stands
  $ tidemark inject --explain     what the next session would be told, and why
  $ tidemark tour                 a one-minute story, in a temporary folder

Data: TIDEMARK_HOME, else your platform's folder for application data. Everything stays on this machine.`,
      )
  );
}
