import { type ContextRule, rulesOf } from "../model/fold/declared/declared.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import type { Here } from "./here.js";
import { findByPrefix, fromProject, type Opened } from "./open.js";

export function addRule(here: Here, text: string, speaker?: Speaker): ContextRule {
  const data = { text: declaredText(here, text, "rule") };
  return { ...declare(here, { type: "rule.added", data }, speaker), text: data.text };
}

/** The rule with the same text. */
export function ruleAlready(opened: Opened, text: string): ContextRule | undefined {
  const kept = declaredText(opened, text, "rule");
  return fromProject(opened, rulesOf).find((rule) => rule.text === kept);
}

/** Removes a rule, by its id or the start of it. */
export function removeRule(opened: Opened, prefix: string, speaker?: Speaker): ContextRule {
  const found = findByPrefix(fromProject(opened, rulesOf), prefix, "rule", "tidemark profile");
  declare(opened, { type: "rule.removed", data: { rule: found.id } }, speaker);
  return found;
}
