import { assignment } from "./rule/assignment.js";
import { cloud } from "./rule/cloud.js";
import { command } from "./rule/command.js";
import { header } from "./rule/header.js";
import { key } from "./rule/key.js";
import { named } from "./rule/named.js";
import { platform } from "./rule/platform.js";
import { fromLine, fromVendorLine, type Rule } from "./rule/rule.js";
import { saas } from "./rule/saas.js";
import { url } from "./rule/url.js";
import { vendors } from "./rule/vendor.js";

// If several rules match, the first one names the marker, so exact rules come before guesses.
const exact = [...key, ...cloud, ...platform, ...saas, ...url];
const rows: (Rule | string)[] = [...exact, ...vendors, ...header, ...assignment, ...named, ...command];

// A line becomes a rule when its keyword first occurs.
export function ruleAt(rank: number): Rule {
  const row = rows[rank];
  if (typeof row === "object") return row;
  const isVendor = rank >= exact.length && rank < exact.length + vendors.length;
  const rule = isVendor ? fromVendorLine(row ?? "") : fromLine(row ?? "");
  rows[rank] = rule;
  return rule;
}

export function allRules(): Rule[] {
  return rows.map((_, rank) => ruleAt(rank));
}
