import { Command, CommanderError } from "commander";
import { injectCommand } from "../brief/command/inject.js";
import { checkpointCommand } from "../checkpoint/command/checkpoint.js";
import { dismissCommand } from "../checkpoint/command/dismiss.js";
import { branchCommand } from "../extra/branch/command/branch.js";
import { mergeCommand } from "../extra/branch/command/merge.js";
import { chatCommand } from "../extra/chat/chat.js";
import { profileCommand } from "../extra/profile/command.js";
import { hostEnv, requireWholeHome } from "../host/env.js";
import { mcpCommand } from "../mcp/mcp-command.js";
import { decisionsCommand } from "../project/command/decisions.js";
import { focusCommand } from "../project/command/focus.js";
import { itemsCommand } from "../project/command/items.js";
import { memoryCommand } from "../project/command/memory.js";
import { pinCommand, pinsCommand, unpinCommand } from "../project/command/pin.js";
import { rateCommand } from "../project/command/rate.js";
import { rememberCommand } from "../project/command/remember.js";
import { threadCommand, threadListCommand } from "../project/command/thread.js";
import { embedCommand } from "../recall/command/embed.js";
import { recallCommand } from "../recall/command/recall.js";
import { exportCommand } from "../session/command/export.js";
import { historyCommand } from "../session/command/history.js";
import { insightsCommand } from "../session/command/insights.js";
import { ledgerCommand } from "../session/command/ledger.js";
import { resumeCommand } from "../session/command/resume.js";
import { sessionCommand } from "../session/command/session.js";
import { sessionsCommand } from "../session/command/sessions.js";
import { stateCommand } from "../session/command/state.js";
import { tagCommand } from "../session/command/tag.js";
import { doctorCommand } from "../setup/command/doctor.js";
import { initCommand } from "../setup/command/init.js";
import { removeCommand } from "../setup/command/remove.js";
import { tourCommand } from "../setup/command/tour.js";
import { helpFormat, OLD_WORDS, requireNoExcess } from "../terminal/help.js";
import { printError, usageError } from "../terminal/print-error.js";
import { cleanCommand } from "../upkeep/command/clean.js";
import { databaseCommand, rebuildCommand, verifyCommand } from "../upkeep/command/database.js";
import { forgetCommand } from "../upkeep/command/forget.js";
import { importCommand } from "../upkeep/command/import.js";
import { statusCommand } from "./status.js";

declare const TIDEMARK_VERSION: string;

const EXAMPLES = `

Examples:
  $ tidemark init                connect your agents, after showing what will change
  $ tidemark inject --explain    what the next session would be told, and why

More: tidemark help COMMAND [SUBCOMMAND]. All data stays on this machine, in TIDEMARK_HOME.`;

type Describe = (command: Command) => void;

/** The commands by topic. */
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
    memory: group(memoryCommand, { items: itemsCommand, decisions: decisionsCommand, rate: rateCommand }),
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
    items: itemsCommand,
    decisions: decisionsCommand,
    rate: rateCommand,
    pins: pinsCommand,
    unpin: unpinCommand,
    verify: verifyCommand,
    rebuild: rebuildCommand,
    embed: embedCommand,
  },
};

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
    // `run` prints usage errors like all others. Commands inherit this, so it comes before them.
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

/**
 * Orders the arguments for commander: `help X Y` becomes `X Y --help`, and a subcommand comes right after its command, even
 * if it was typed after options or as one (`checkpoint --list`).
 */
export function orderArguments(program: Command, typed: readonly string[]): string[] {
  const [first, ...rest] = typed;
  if (first === "help") {
    const isKnown = rest[0] === undefined || commandNamed(program, rest[0]) !== undefined;
    return isKnown ? [...orderArguments(program, rest), "--help"] : rest;
  }
  const command = first === undefined ? undefined : commandNamed(program, first);
  if (first === undefined || command === undefined || command.commands.length === 0) return [...typed];
  return [first, ...subcommandFirst(command, rest)];
}

function subcommandFirst(command: Command, words: readonly string[]): string[] {
  const isCheckpoint = command.name() === "checkpoint";
  const options = [command, ...command.commands].flatMap((one) => one.options);
  for (let at = 0; at < words.length; at++) {
    const [word = "", value] = (words[at] ?? "").split("=", 2);
    if (word === "--") break;
    if (isCheckpoint && word === "--list") return ["list", ...words.toSpliced(at, 1)];
    if (isCheckpoint && word === "--restore")
      return value === undefined
        ? ["restore", ...words.slice(at + 1, at + 2), ...words.toSpliced(at, 2)]
        : ["restore", value, ...words.toSpliced(at, 1)];
    if (word.startsWith("-")) {
      const takesValue = options.some(
        (option) => (option.long === word || option.short === word) && option.required,
      );
      if (takesValue && value === undefined) at++;
    } else return commandNamed(command, word) ? [word, ...words.toSpliced(at, 1)] : [...words];
  }
  return [...words];
}

function commandNamed(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name);
}

/** Splits the text after `--words` into arguments, because some agents quote everything that a person typed. */
export function withWords(argv: readonly string[]): string[] {
  const at = argv.indexOf("--words");
  // Only at the end; elsewhere it is part of a text.
  if (at < 0 || at < argv.length - 2) return [...argv];
  return [...argv.slice(0, at), ...wordsOf(argv[at + 1] ?? "")];
}

// Quotes are only special around a whole word or the value of an option, not in "don't".
const WORD = /(?<=^|\s)(?:(--[\w-]+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|(\S+))/g;

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(
    ([, option = "", double, single, plain]) => option + (double ?? single ?? plain ?? ""),
  );
}
