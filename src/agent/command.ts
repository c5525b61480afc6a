import { join } from "node:path";
import { TidemarkError } from "../error.js";
import type { SetupFile, Wiring } from "./setup.js";

export interface AgentCommand {
  readonly name: string;
  readonly description: string;
  /** The arguments, for the person who types them. */
  readonly hint: string;
  /** The arguments of `tidemark`, before those of the user. */
  readonly run: readonly string[];
  /** The agent follows this when it has the output. */
  readonly afterwards: string;
}

const SHOW = "Show me what it printed, as it is.";

export const COMMANDS: readonly AgentCommand[] = [
  {
    name: "resume",
    description: "Go on with the session that was cut off, or was last at work here",
    hint: "[--session ID]",
    run: ["resume", "--print"],
    afterwards:
      "Start nothing of what it names. Say in one sentence where that work stands and what comes next, then go on with it.",
  },
  {
    name: "sessions",
    description: "List the sessions of this project",
    hint: "[--status crashed] [--since 3d] [--all]",
    run: ["sessions"],
    afterwards: SHOW,
  },
  {
    name: "session",
    description: "Show one session turn by turn",
    hint: "[ID] [--tools] [--files] [--decisions] [--errors]",
    run: ["session"],
    afterwards: SHOW,
  },
  {
    name: "checkpoint",
    description: "Keep files and state as they are now, or list, compare and restore what was kept",
    hint: "[create | list | show ID | diff ID | restore ID]",
    run: ["checkpoint"],
    afterwards: `${SHOW} Only once I agreed to a restore that it described may you run it again with --yes.`,
  },
  {
    name: "session-state",
    description: "Show the state a session is in: intent, progress, files, plan",
    hint: "[--session ID]",
    run: ["state"],
    afterwards: SHOW,
  },
  {
    name: "session-history",
    description: "Show what was recorded, event by event",
    hint: "[--type prompt] [--path FILE] [--since 1d] [--limit N]",
    run: ["history"],
    afterwards: SHOW,
  },
  {
    name: "session-export",
    description: "Write out a whole session, to read or to hand on",
    hint: "[ID] [--output FILE]",
    run: ["export", "--format", "markdown"],
    afterwards: "Tell me where it was written; if nowhere, show me what it printed, as it is.",
  },
  {
    name: "recall",
    description: "Look for something in the memory of this project",
    hint: "QUESTION",
    run: ["recall"],
    afterwards: "Answer my question from what it printed, and say how old that is.",
  },
  {
    name: "pin",
    description: "Have something said in every session of this project",
    hint: "TEXT [--priority high] [--expires 5d]",
    run: ["pin"],
    afterwards: SHOW,
  },
  {
    name: "remember",
    description: "State something that later sessions should know",
    hint: "[decision | fact | next | convention | …] TEXT",
    run: ["remember"],
    afterwards: SHOW,
  },
];

/** How an agent writes its commands. */
export interface CommandFormat {
  /** The path below the agent's folder of commands. */
  fileOf(name: string): string;
  textOf(command: AgentCommand, line: string): string;
}

export function commandFiles(folder: string, { fileOf, textOf }: CommandFormat): SetupFile[] {
  return COMMANDS.map((command) =>
    ownFile(join(folder, fileOf(command.name)), (wiring) => textOf(command, commandLine(command, wiring))),
  );
}

/** A file that only we write. */
export function ownFile(path: string, textFor: (wiring: Wiring) => string): SetupFile {
  const isOurs = (text: string) => text.includes(PROGRAM) && /tidemark/i.test(text);
  return {
    path,
    part: "commands",
    add(text, wiring) {
      if (text === undefined || text.trim() === "" || isOurs(text)) return textFor(wiring);
      throw new TidemarkError("settings-malformed", "There is a command of your own in its place.", {
        hint: "Give it another name, then run the command again; nothing was changed.",
      });
    },
    // Keep a file that a person has changed.
    remove: (text) => (isWritten(text, textFor) ? "" : text),
    holds: isOurs,
    hooks: () => [],
  };
}

const PROGRAM = "cli.mjs";

/** Whether we wrote the text, for any Node and folder. */
function isWritten(text: string, textFor: (wiring: Wiring) => string): boolean {
  return ["/FOLDER", "\\FOLDER"].some((folder) => {
    const written = textFor({ hook: "", node: "/NODE", folder }).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const pattern = written.replace(/\/NODE/g, ".+?").replace(/(?:\/|\\+)FOLDER/g, ".+?");
    return new RegExp(`^${pattern}$`).test(text);
  });
}

/** The shell command line, without the user's arguments. */
export function commandLine({ run }: AgentCommand, { node, folder }: Wiring): string {
  const isWindows = folder.includes("\\");
  const quote = (word: string) => (isWindows ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`);
  const program = isWindows ? `${folder}\\${PROGRAM}` : `${folder}/${PROGRAM}`;
  return [quote(node), quote(program), ...run].join(" ");
}
