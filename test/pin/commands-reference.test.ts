import { resolve } from "node:path";
import { type Command, Help } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/cli.js";
import { OLD_WORDS } from "../../src/terminal/help.js";

const page = resolve(import.meta.dirname, "../../docs/reference/commands.md");

// After a change of the commands: npx vitest run test/pin/commands-reference.test.ts -u
test("the reference describes every command as its help does", async () => {
  await expect(reference(createProgram("0"))).toMatchFileSnapshot(page);
});

function reference(program: Command): string {
  const of = (group: string) => program.commands.filter((command) => command.helpGroup() === group);
  const groups = new Set(program.commands.map((command) => command.helpGroup()));
  groups.delete(OLD_WORDS);
  const parts = [...groups].map((group) => `## ${group}\n\n${of(group).flatMap(describe).join("\n")}`);
  return `# Commands

\`tidemark help COMMAND [SUBCOMMAND]\` prints the same with examples. This page is made from the program by
\`test/pin/commands-reference.test.ts\`.

${parts.join("\n")}
## Old words

These still work: ${of(OLD_WORDS)
    .map((command) => `\`${command.name()}\``)
    .join(", ")}.
`;
}

/** A command and its subcommands, one section each. */
function describe(command: Command): string[] {
  const shown = new Help();
  const options = shown.visibleOptions(command).filter(({ long }) => long !== "--help");
  const rows = [
    ...shown.visibleArguments(command).map((argument) => [argument.name(), argument.description]),
    ...options.map(({ flags, description }) => [flags, description]),
  ].map(([term = "", meaning = ""]) => [`\`${escapeBars(term)}\``, escapeBars(meaning)]);
  const table = rows.length === 0 ? "" : `\n${tableOf([["argument or option", "meaning"], ...rows])}`;
  const section = `### \`${pathOf(command)}\`\n\n${sentence(command.description())}\n${table}`;
  return [section, ...shown.visibleCommands(command).flatMap(describe)];
}

/** Aligned as the formatter wants it. The first row is the head. */
function tableOf([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}

function escapeBars(text: string): string {
  return text.replaceAll("|", "\\|");
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
