import { TidemarkError } from "../error.js";
import { emptyProfile, type Profile, profileOf, SETTINGS } from "../extra/profile/profile.js";
import { now, utcOffset } from "../host/clock.js";
import { type ContextRule, rulesOf } from "../model/fold/declared/declared.js";
import { taskKindOf } from "../text/prose/task-kind.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import { findByPrefix } from "./find-by-prefix.js";
import type { Here } from "./here.js";
import type { Opened } from "./open.js";

// Enough to know how long a sitting is.
const SESSIONS = 100;
// What is asked for lately is what matters.
const CLOSELY = 20;
/** Takes back what was set: from then on it is learned again. */
const AUTO = "auto";

/** What is known of the person who works here. */
export function viewProfile({ store, project }: Pick<Opened, "store" | "project">): Profile {
  const state = store.project(project);
  if (state === undefined) return emptyProfile;
  const sessions = store.sessions({ project, worked: true, limit: SESSIONS });
  const tasks = sessions
    .slice(0, CLOSELY)
    .flatMap(({ session }) => store.turns(project, session))
    .flatMap(({ request }) => taskKindOf(request) ?? []);
  return profileOf(state, { sessions, utcOffsetMinutes: utcOffset(now()), tasks });
}

/** Sets a value of the profile by hand, or, with "auto", leaves it to be learned. Returns it as it is kept. */
export function setProfile(
  here: Here,
  name: string,
  text: string,
  speaker?: Speaker,
): { key: string; value: string } {
  const key = keyOf(name);
  const value = text.trim().toLowerCase() === AUTO ? "" : valueFor(here, key, text);
  declare(here, { type: "profile.set", data: { key, value } }, speaker);
  return { key, value };
}

export function addRule(here: Here, text: string, speaker?: Speaker): ContextRule {
  const data = { text: declaredText(here, text, "rule") };
  return { ...declare(here, { type: "rule.added", data }, speaker), text: data.text };
}

/** The rule that says this already. */
export function ruleAlready(opened: Opened, text: string): ContextRule | undefined {
  const state = opened.store.project(opened.project);
  const kept = declaredText(opened, text, "rule");
  return state === undefined ? undefined : rulesOf(state).find((rule) => rule.text === kept);
}

/** Takes a rule away, by its id or the start of it. */
export function removeRule(opened: Opened, prefix: string, speaker?: Speaker): ContextRule {
  const state = opened.store.project(opened.project);
  const rules = state === undefined ? [] : rulesOf(state);
  const found = findByPrefix(rules, prefix, "rule", "tidemark profile");
  declare(opened, { type: "rule.removed", data: { rule: found.id } }, speaker);
  return found;
}

type Key = keyof typeof SETTINGS;

// "technical-level", "technical_level" and "technicalLevel" are one.
function keyOf(name: string): Key {
  const plain = name.toLowerCase().replace(/[-_\s]/g, "");
  const found = keys.find((key) => key.toLowerCase() === plain);
  if (found !== undefined) return found;
  throw new TidemarkError("bad-argument", `There is no "${name}" in a profile.`, {
    hint: `Use one of: ${keys.join(", ")}`,
  });
}

function isKey(name: string): name is Key {
  return Object.hasOwn(SETTINGS, name);
}

const keys = Object.keys(SETTINGS).filter(isKey);

function valueFor(here: Here, key: Key, text: string): string {
  const choices: readonly string[] = SETTINGS[key];
  if (choices.length === 0) return declaredText(here, text, "name");
  const value = text.trim().toLowerCase();
  if (choices.includes(value)) return value;
  throw new TidemarkError("bad-argument", `${key} takes ${choices.join(", ")}; not "${text}".`, {
    hint: `Or "${AUTO}", to have it learned from your prompts.`,
  });
}
