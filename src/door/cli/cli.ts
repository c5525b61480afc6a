import { Command, CommanderError } from "commander";
import { hostEnv, requireWholeHome } from "../../host/env.js";
import { orderArguments, withWords } from "./argv.js";
import { chatCommand } from "./chat/register.js";
import { branchCommand } from "./command/branch.js";
import { checkpointCommand } from "./command/checkpoint.js";
import { cleanCommand } from "./command/clean.js";
import { databaseCommand, rebuildCommand, verifyCommand } from "./command/database.js";
import { decisionsCommand } from "./command/decisions.js";
import { dismissCommand } from "./command/dismiss.js";
import { doctorCommand } from "./command/doctor.js";
import { embedCommand } from "./command/embed.js";
import { exportCommand } from "./command/export.js";
import { focusCommand } from "./command/focus.js";
import { forgetCommand } from "./command/forget.js";
import { historyCommand } from "./command/history.js";
import { importCommand } from "./command/import.js";
import { initCommand } from "./command/init.js";
import { injectCommand } from "./command/inject.js";
import { insightsCommand } from "./command/insights.js";
import { ledgerCommand } from "./command/ledger.js";
import { mcpCommand } from "./command/mcp.js";
import { memoryCommand } from "./command/memory.js";
import { mergeCommand } from "./command/merge.js";
import { pinCommand, pinsCommand, unpinCommand } from "./command/pin.js";
import { profileCommand } from "./command/profile.js";
import { rateCommand } from "./command/rate.js";
import { recallCommand } from "./command/recall.js";
import { rememberCommand } from "./command/remember.js";
import { removeCommand } from "./command/remove.js";
import { resumeCommand } from "./command/resume.js";
import { sessionCommand } from "./command/session.js";
import { sessionsCommand } from "./command/sessions.js";
import { stateCommand } from "./command/state.js";
import { statusCommand } from "./command/status.js";
import { tagCommand } from "./command/tag.js";
import { threadCommand, threadListCommand } from "./command/thread.js";
import { tourCommand } from "./command/tour.js";
import { helpFormat, OLD_WORDS, requireNoExcess } from "./help.js";
import { printError, usageError } from "./print-error.js";

declare const TIDEMARK_VERSION: string;

const EXAMPLES = `

Examples:
  $ tidemark init                connect your agents, after showing what will change
  $ tidemark inject --explain    what the next session would be told, and why

More: tidemark help COMMAND [SUBCOMMAND]. All data stays on this machine, in TIDEMARK_HOME.`;

type Describe = (command: Command) => void;

/** The commands, by what people do. */
const GROUPS: { readonly [group: string]: { readonly [name: string]: Describe } } = {
  Connect: {
    init: initCommand,
    import: importCommand,
    doctor: doctorCommand,
    remove: removeCommand,
    mcp: mcpCommand,
    tour: tourCommand,
  },
  Look: {
    status: statusCommand,
    inject: injectCommand,
    session: group(sessionCommand, {
      list: sessionsCommand,
      state: stateCommand,
      history: historyCommand,
      export: exportCommand,
      tag: tagCommand,
      dismiss: dismissCommand,
    }),
    thread: threadCommand,
    insights: group(insightsCommand, { ledger: ledgerCommand }),
  },
  "Go back": {
    resume: resumeCommand,
    checkpoint: checkpointCommand,
    branch: group(branchCommand, { merge: mergeCommand }),
  },
  Remember: {
    recall: recallCommand,
    remember: rememberCommand,
    memory: group(memoryCommand, { decisions: decisionsCommand, rate: rateCommand }),
    pin: pinCommand,
    focus: focusCommand,
    profile: profileCommand,
    chat: chatCommand,
  },
  Upkeep: {
    forget: forgetCommand,
    clean: cleanCommand,
    database: group(databaseCommand, {
      verify: verifyCommand,
      rebuild: rebuildCommand,
      embed: embedCommand,
    }),
  },
  [OLD_WORDS]: {
    sessions: sessionsCommand,
    state: stateCommand,
    history: historyCommand,
    export: exportCommand,
    tag: tagCommand,
    dismiss: dismissCommand,
    threads: threadListCommand,
    ledger: ledgerCommand,
    merge: mergeCommand,
    decisions: decisionsCommand,
    rate: rateCommand,
    pins: pinsCommand,
    unpin: unpinCommand,
    verify: verifyCommand,
    rebuild: rebuildCommand,
    embed: embedCommand,
  },
};

/** Runs what was typed. */
export async function run(): Promise<void> {
  // A reader that closes early (head, less) is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.exit(printError(error, false));
  });
  const program = createProgram(TIDEMARK_VERSION);
  try {
    await program.parseAsync(orderArguments(program, withWords(process.argv.slice(2))), { from: "user" });
  } catch (error) {
    const wrong = error instanceof CommanderError ? usageError(error) : error;
    if (wrong !== undefined) process.exitCode = printError(wrong, process.argv.includes("--json"));
    else process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
  }
}

export function createProgram(version: string): Command {
  const program = new Command("tidemark")
    .usage("<command> [options]")
    .description("Continuity for AI coding agents: the next session knows where the work stands.")
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .configureHelp(helpFormat)
    .enablePositionalOptions()
    .allowExcessArguments()
    // `run` prints what is wrong, like any other error. Commands inherit this, so it comes before them.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .hook("preAction", (_, command) => {
      requireNoExcess(command);
      requireWholeHome(hostEnv());
    })
    .addHelpText("after", EXAMPLES);
  for (const [name, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(name);
    for (const [word, describe] of Object.entries(commands))
      describe(program.command(word).helpCommand(false));
  }
  return program;
}

function group(describe: Describe, subcommands: { readonly [name: string]: Describe }): Describe {
  return (command) => {
    describe(command);
    for (const [word, describeOne] of Object.entries(subcommands)) describeOne(command.command(word));
  };
}
