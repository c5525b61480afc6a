import {
  type CommandClass,
  classifyCommand,
  isFragment,
  isTrivialCommand,
  normaliseCommand,
  wholeCommand,
} from "./command.js";
import { filesChangedByShell } from "./shell-change.js";

/** All that is read from the text of a shell command. */
export interface ShellReading {
  /** What a person would type again. */
  readonly text: string;
  readonly whole: string;
  readonly class: CommandClass;
  readonly isTrivial: boolean;
  readonly isFragment: boolean;
  readonly changed: readonly string[];
}

const MOST = 256;
const read = new Map<string, ShellReading>();

/** Reads a shell command. People and agents run the same few again and again: what was read is kept for a while. */
export function readShell(command: string): ShellReading {
  const known = read.get(command);
  if (known !== undefined) return known;
  const text = normaliseCommand(command);
  const reading = {
    text,
    whole: wholeCommand(command),
    class: classifyCommand(text),
    isTrivial: isTrivialCommand(text),
    isFragment: isFragment(text),
    changed: filesChangedByShell(command),
  };
  if (read.size >= MOST) read.clear();
  read.set(command, reading);
  return reading;
}
