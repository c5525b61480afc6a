import type { Command } from "commander";

/**
 * Arguments in the order that commander needs: `help X Y` becomes `X Y --help`, and the name of a subcommand comes right
 * after its command, because it was allowed to stand behind options or to be written as one (`checkpoint --list`).
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

/** Says that the next argument holds all the words: some agents quote what a person typed as a whole. */
const WORDS = "--words";

/** Splits the text after `--words` into arguments. */
export function withWords(argv: readonly string[]): string[] {
  const at = argv.indexOf(WORDS);
  // Only at the end: further in, it is part of a text.
  if (at < 0 || at < argv.length - 2) return [...argv];
  return [...argv.slice(0, at), ...wordsOf(argv[at + 1] ?? "")];
}

// Quotes count around a whole word or the value of an option; elsewhere they are letters, as in "don't".
const WORD = /(?<=^|\s)(?:(--[\w-]+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|(\S+))/g;

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(
    ([, option = "", double, single, plain]) => option + (double ?? single ?? plain ?? ""),
  );
}
