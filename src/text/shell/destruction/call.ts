import type { ShellWord } from "../shell-step.js";

/** A program with its arguments, out of whatever it was wrapped in. */
export interface Call {
  /** The name alone, in small letters. */
  readonly program: string;
  readonly args: readonly ShellWord[];
  /** It is run for one thing after the other: by a loop, `xargs` or `find`. */
  readonly isRepeated: boolean;
  /** The text that is fed to it, as far as it stands in the command. */
  readonly input: string | undefined;
}

/** Whether a call destroys: always, or where the named file is there. */
export type Verdict = boolean | { readonly over: string };

export type Rule = (call: Call) => Verdict;

export type Rules = { readonly [program: string]: Rule };

/** Whether an option is given: one of the letters, alone or among others, or one of the long names. */
export function hasOption(
  { args }: Pick<Call, "args">,
  letters: string,
  ...names: readonly string[]
): boolean {
  for (const { text } of args) {
    if (text === "--") return false;
    if (text.startsWith("--")) {
      const end = text.indexOf("=");
      if (names.includes(text.slice(2, end === -1 ? undefined : end))) return true;
    } else if (text.startsWith("-") && [...letters].some((letter) => text.includes(letter, 1))) return true;
  }
  return false;
}

/** The arguments that are no options; `valued` are the options whose value is the next argument. */
export function operands({ args }: Pick<Call, "args">, ...valued: readonly string[]): readonly ShellWord[] {
  const found: ShellWord[] = [];
  for (let n = 0; n < args.length; n++) {
    const word = args[n];
    if (word === undefined) break;
    if (word.text === "--") return [...found, ...args.slice(n + 1)];
    if (!word.text.startsWith("-") || word.text === "-") found.push(word);
    else if (valued.includes(word.text)) n++;
  }
  return found;
}

/** The first arguments that are no options, in small letters: what the program is told to do. */
export function verbs(call: Pick<Call, "args">, ...valued: readonly string[]): readonly string[] {
  return operands(call, ...valued).map(({ text }) => text.toLowerCase());
}

/** More than one file, or who knows how many. */
export function isSeveral(words: readonly ShellWord[], { isRepeated }: Pick<Call, "isRepeated">): boolean {
  return words.length > 1 || isRepeated || words.some(({ isMany }) => isMany);
}

/** `--help` and the like do nothing else. */
export function onlyTells({ args }: Pick<Call, "args">): boolean {
  return args.some(({ text }) => text === "--help" || text === "--version" || text === "-help");
}

/** The table of programs that share a rule. */
export function sharing(programs: string, rule: Rule): Rules {
  return Object.fromEntries(programs.split(" ").map((program) => [program, rule]));
}
