import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { hostEnv } from "../../host/env.js";
import { idStart } from "../../model/fold/stamp.js";
import { withMemory } from "../../project/command/open.js";
import { here } from "../../project/here.js";
import { addRule, removeRule } from "../../project/rule.js";
import { quote } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import type { Known, Profile } from "./profile.js";
import { setProfile, viewProfile } from "./set-profile.js";

interface Options {
  readonly json?: boolean;
}

const EXAMPLES = `
Preferences: language, verbosity, emoji, technical-level, style, notes; also name and relationship.

Examples:
  $ tidemark profile                                      what was set, and what was learned
  $ tidemark profile set-role "backend developer"
  $ tidemark profile set-preference verbosity concise
  $ tidemark profile set-preference verbosity auto        have it learned again
  $ tidemark profile set-preference style codes           tell agents in bare lines
  $ tidemark profile set notes on                         ask agents to end a turn with codes
  $ tidemark profile add-rule "Prefer simple solutions"
  $ tidemark profile remove-rule 0mi1zq8k2`;

export function profileCommand(command: Command): void {
  const describe = (one: Command, description: string, example: string) =>
    one
      .description(description)
      .option("--json", "print as JSON")
      .addHelpText("after", `\nExamples:\n  $ tidemark profile ${example}`);
  command
    .description("show or change what is known of you in this project")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(view);
  describe(command.command("view"), "show it (the default)", "view").action(view);
  describe(command.command("set-role"), "say what you are", "set-role developer")
    .argument("[role...]", "such as backend developer")
    .action((words, options) => setValue("role", words, "set-role developer", options));
  describe(
    command.command("set-preference").alias("set"),
    "say what you prefer",
    "set-preference verbosity concise",
  )
    .argument("[name]", "language, verbosity, emoji, technical-level, style or notes")
    .argument("[value...]", "what it is to be; auto has it learned again")
    .action((name = "", words, options) =>
      setValue(name, words, "set-preference verbosity concise", options),
    );
  describe(command.command("add-rule"), "add a rule for agents", 'add-rule "Prefer simple solutions"')
    .argument("[text...]", "the rule")
    .action(giveRule);
  describe(command.command("remove-rule"), "take a rule back", "remove-rule 0mi1zq8k2")
    .argument("[id]", "the rule's id, or the start of it", "")
    .action(takeRule);
}

async function view(options: Options): Promise<void> {
  await withMemory((opened) => {
    const profile = viewProfile(opened);
    if (options.json) printJson(profile);
    else show(profile);
  });
}

function setValue(key: string, words: readonly string[], example: string, options: Options): void {
  if (words.length === 0) {
    throw new TidemarkError("bad-argument", "Say what it is to be.", {
      hint: `Such as: tidemark profile ${example}`,
    });
  }
  const set = setProfile(here(hostEnv(), process.cwd()), key, words.join(" "));
  if (options.json) printJson(set);
  else if (set.value === "")
    print(`${set.key} is no longer set; what can be learned is learned from your prompts again.`);
  else {
    print(`${set.key} is ${set.value}.`);
    const undo = set.key === "role" ? "set-role auto" : `set-preference ${set.key} auto`;
    print(style.dim(`Undo: tidemark profile ${undo}`));
  }
}

function giveRule(words: readonly string[], options: Options): void {
  const rule = addRule(here(hostEnv(), process.cwd()), words.join(" "));
  if (options.json) {
    printJson(rule);
    return;
  }
  print(`Rule: ${rule.text}`);
  print(style.dim(`Undo: tidemark profile remove-rule ${idStart(rule.id)}`));
}

async function takeRule(id: string, options: Options): Promise<void> {
  await withMemory((opened) => {
    const rule = removeRule(opened, id);
    if (options.json) return printJson(rule);
    print(`No longer a rule: ${rule.text}`);
    print(style.dim(`Undo: tidemark profile add-rule ${quote(rule.text)}`));
  });
}

function show({ identity, preferences, patterns, rules }: Profile): void {
  const rows = [
    row("name", identity.name),
    row("role", identity.role),
    row("relationship", identity.relationship),
    row("language", preferences.language),
    row("verbosity", preferences.verbosity),
    row("emoji", preferences.emoji, (wanted) => (wanted ? "yes" : "no")),
    row("level", preferences.technicalLevel),
    row("style", preferences.style),
    row("notes", preferences.notes),
    listed("hours", patterns.activeHours),
    listed("tasks", patterns.commonTasks),
    patterns.averageSessionMinutes === undefined
      ? []
      : [`${label("sessions")}${patterns.averageSessionMinutes} min as a rule`],
    rules.map(
      ({ id, text, from }, index) =>
        `${label(index === 0 ? "rules" : "")}${text}  ${from === "set" ? style.cyan(idStart(id)) : style.dim(from)}`,
    ),
  ].flat();
  for (const text of rows) print(text);
  if (rows.length > 0) return;
  print("Nothing is known of you in this project yet; it is learned from what you write.");
  print(style.dim("Or say it: tidemark profile set-role developer"));
}

function row<T>(
  name: string,
  known: Known<T> | undefined,
  say: (value: T) => string = (value) => String(value),
): string[] {
  return known === undefined ? [] : [`${label(name)}${say(known.value)}  ${style.dim(known.from)}`];
}

function listed(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${label(name)}${items.join(", ")}`];
}

function label(name: string): string {
  return style.dim(name.padEnd(14));
}
