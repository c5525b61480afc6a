import type { ShellWord } from "../shell-step.js";

/** A program with its arguments. */
export interface Call {
  /** The name without its folder, in lower case. */
  readonly program: string;
  readonly args: readonly ShellWord[];
  /** It runs repeatedly: in a loop, by `xargs` or `find`. */
  readonly isRepeated: boolean;
  /** Its standard input if the command contains it. */
  readonly input: string | undefined;
}

/** Whether a call destroys: always, or only if the named file exists. */
export type Verdict = boolean | { readonly over: string };

export type Rule = (call: Call) => Verdict;

export type Rules = { readonly [program: string]: Rule };

/** Whether the call has an option: one of the letters, alone or among others, or one of the long names. */
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

/** The arguments that are not options; the options in `valued` take the next argument. */
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

/** The operands in lower case. */
export function verbs(call: Pick<Call, "args">, ...valued: readonly string[]): readonly string[] {
  return operands(call, ...valued).map(({ text }) => text.toLowerCase());
}

/** Whether the words are, or may expand to, more than one file. */
export function isSeveral(words: readonly ShellWord[], { isRepeated }: Pick<Call, "isRepeated">): boolean {
  return words.length > 1 || isRepeated || words.some(({ isMany }) => isMany);
}

export function asksForHelp({ args }: Pick<Call, "args">): boolean {
  return args.some(({ text }) => text === "--help" || text === "--version" || text === "-help");
}

/** A table of programs with the same rule. */
export function sharing(programs: string, rule: Rule): Rules {
  return Object.fromEntries(programs.split(" ").map((program) => [program, rule]));
}
