import type { Known, Profile } from "../../extra/profile/profile.js";
import { setProfile, viewProfile } from "../../extra/profile/set-profile.js";
import { idStart } from "../../model/fold/stamp.js";
import { speakerIn } from "../../project/env.js";
import { here } from "../../project/here.js";
import { addRule, ruleAlready } from "../../project/rule.js";
import { type Answer, recorded } from "../answer.js";
import { type Arguments, required } from "../argument.js";
import { inContext, inContextOrJournal } from "../context.js";
import type { Caller } from "../work.js";

/** Shows or changes the profile of the user. */
export async function profile(args: Arguments<"profile">, caller: Caller): Promise<Answer> {
  const action = args("action") ?? "view";
  if (action === "view") return { text: await profileText(caller) };
  const value = required("value", args("value"));
  if (action === "add_rule") return createRule(value, caller);
  const key = action === "set_role" ? "role" : required("key", args("key"));
  const set = setProfile(here(caller.env, caller.cwd), key, value, speakerIn(caller.env));
  const text = set.value === "" ? `${set.key} is no longer set.` : `${set.key} is set.`;
  return { text, facts: { key: set.key } };
}

async function createRule(text: string, caller: Caller): Promise<Answer> {
  const { rule, isNew } = await inContextOrJournal(
    caller,
    (context) => {
      const known = ruleAlready(context, text);
      return known === undefined
        ? { rule: addRule(context, text, context.speaker), isNew: true }
        : { rule: known, isNew: false };
    },
    (place, speaker) => ({ rule: addRule(place, text, speaker), isNew: true }),
  );
  const id = idStart(rule.id);
  const said = isNew ? `Rule ${id} was added.` : `It is rule ${id} already.`;
  return { text: `${said} To take it back: tidemark profile remove-rule ${id}`, facts: { id, isNew } };
}

export function profileText(caller: Caller): Promise<string> {
  return inContext(caller, (context) => {
    const lines = linesOf(viewProfile(context));
    return lines.length === 0
      ? "Nothing is known of the user in this project yet."
      : recorded("What is known of the user in this project:", lines);
  });
}

function linesOf({ identity, preferences, patterns, rules }: Profile): string[] {
  const known = { ...identity, ...preferences };
  return [
    ...Object.entries(known).flatMap(([name, one]) => (one === undefined ? [] : [lineOf(name, one)])),
    ...(patterns.activeHours.length === 0 ? [] : [`hours: ${patterns.activeHours.join(", ")}`]),
    ...(patterns.commonTasks.length === 0 ? [] : [`tasks: ${patterns.commonTasks.join(", ")}`]),
    ...rules.map(({ id, text, from }) => `rule ${from === "set" ? idStart(id) : `(${from})`}: ${text}`),
  ];
}

function lineOf(name: string, { value, from }: Known<unknown>): string {
  return `${name}: ${String(value)} (${from})`;
}
