import { type AddHelpTextContext, type Command, Help } from "commander";
import { TidemarkError } from "../error.js";

/** The group of former words and short forms of subcommands. They work, but help does not list them. */
export const OLD_WORDS = "Old words";

/** Help text in which `tidemark @` stands for the command as it was typed, because some have two names. */
export function examples(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => text.replaceAll("tidemark @", pathOf(command));
}

/** Keeps help to one screen: subcommands by name alone, and the groups of the whole program without gaps. */
export const helpFormat: Partial<Help> = {
  subcommandTerm: (command) => command.name(),
  visibleArguments: (command) => command.registeredArguments.filter(({ description }) => description !== ""),
  visibleOptions: (command) => (command.parent === null ? [] : new Help().visibleOptions(command)),
  formatItemList: (heading, items) =>
    items.length === 0 || heading === OLD_WORDS
      ? []
      : [heading, ...items, ...(heading.endsWith(":") ? [""] : [])],
};

/** Rejects words that a command has no argument for, naming its subcommands if it has some. */
export function requireNoExcess(command: Command): void {
  const { args, registeredArguments: known, commands } = command;
  const extra = args[known.length];
  if (extra === undefined || known.at(-1)?.variadic) return;
  const path = pathOf(command).replace(/^\S+ /, "");
  const names = commands.map((sub) => sub.name()).join(", ");
  throw new TidemarkError(
    "bad-argument",
    names !== "" && known.length === 0
      ? `${path} takes ${names}; not "${extra}".`
      : `${path} takes no "${extra}".`,
    { hint: "Run it with --help for usage." },
  );
}

/** "tidemark session list". */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
