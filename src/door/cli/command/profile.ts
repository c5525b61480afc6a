import type { Command } from "commander";
import { addRule, removeRule, setProfile, viewProfile } from "../../../app/declare/profile.js";
import { here } from "../../../app/place/here.js";
import { TidemarkError } from "../../../error.js";
import type { Known, Profile } from "../../../fold/profile/profile.js";
import { idStart } from "../../../fold/stamp.js";
import { hostEnv } from "../../../host/env.js";
import { withMemory } from "../memory.js";
import { parseChoice } from "../option.js";
import { print, printJson, style } from "../print.js";
import { quote } from "../quote.js";

interface Options {
  readonly json?: boolean;
}

const ACTIONS = ["view", "set-role", "set-preference", "add-rule", "remove-rule"] as const;

const EXAMPLES = `
Examples:
  $ tidemark profile                                      what was set, and what was learned
  $ tidemark profile set-role "backend developer"
  $ tidemark profile set-preference verbosity concise
  $ tidemark profile set-preference verbosity auto        have it learned again
  $ tidemark profile set-preference style codes           have agents told in bare lines
  $ tidemark profile add-rule "Prefer simple solutions"
  $ tidemark profile remove-rule 0mi1zq8k2

Preferences: language, verbosity, emoji, technical-level, style; also name and relationship.`;

export function register(program: Command): void {
  program
    .command("profile")
    .argument("[action]", ACTIONS.join(", "), "view")
    .argument("[value...]", "what the action is about")
    .description("show or change what is known of you in this project")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(name: string, words: readonly string[], options: Options): Promise<void> {
  const action = parseChoice(name, "profile", ACTIONS);
  const [key = "", ...rest] = words;
  switch (action) {
    case "view":
      return view(options);
    case "set-role":
      return setValue("role", words, "tidemark profile set-role developer", options);
    case "set-preference":
      return setValue(key, rest, "tidemark profile set-preference verbosity concise", options);
    case "add-rule":
      return giveRule(words, options);
    case "remove-rule":
      return takeRule(key, options);
  }
}

async function view(options: Options): Promise<void> {
  await withMemory((opened) => {
    const profile = viewProfile(opened);
    if (options.json) printJson(profile);
    else show(profile);
  });
}

async function setValue(
  key: string,
  words: readonly string[],
  example: string,
  options: Options,
): Promise<void> {
  if (words.length === 0) {
    throw new TidemarkError("bad-argument", "Say what it is to be.", { hint: `Such as: ${example}` });
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

async function giveRule(words: readonly string[], options: Options): Promise<void> {
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
    if (options.json) {
      printJson(rule);
      return;
    }
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
    listed("hours", patterns.activeHours),
    listed("tasks", patterns.commonTasks),
    patterns.averageSessionMinutes === undefined
      ? []
      : [`${label("sessions")}${patterns.averageSessionMinutes} min as a rule`],
    rules.map(
      ({ id, text }, index) => `${label(index === 0 ? "rules" : "")}${text}  ${style.cyan(idStart(id))}`,
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
