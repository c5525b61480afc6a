import { type ContextRule, rulesOf } from "../model/fold/declared/declared.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import { findByPrefix } from "./find-by-prefix.js";
import type { Here } from "./here.js";
import type { Opened } from "./open.js";

export function addRule(here: Here, text: string, speaker?: Speaker): ContextRule {
  const data = { text: declaredText(here, text, "rule") };
  return { ...declare(here, { type: "rule.added", data }, speaker), text: data.text };
}

/** The rule with the same text. */
export function ruleAlready(opened: Opened, text: string): ContextRule | undefined {
  const state = opened.store.project(opened.project);
  const kept = declaredText(opened, text, "rule");
  return state === undefined ? undefined : rulesOf(state).find((rule) => rule.text === kept);
}

/** Removes a rule, by its id or the start of it. */
export function removeRule(opened: Opened, prefix: string, speaker?: Speaker): ContextRule {
  const state = opened.store.project(opened.project);
  const rules = state === undefined ? [] : rulesOf(state);
  const found = findByPrefix(rules, prefix, "rule", "tidemark profile");
  declare(opened, { type: "rule.removed", data: { rule: found.id } }, speaker);
  return found;
}
