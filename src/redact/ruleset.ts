import { assignment } from "./rule/assignment.js";
import { cloud } from "./rule/cloud.js";
import { command } from "./rule/command.js";
import { header } from "./rule/header.js";
import { key } from "./rule/key.js";
import { platform } from "./rule/platform.js";
import { fromLine, fromVendorLine, type Rule } from "./rule/rule.js";
import { saas } from "./rule/saas.js";
import { told } from "./rule/told.js";
import { url } from "./rule/url.js";
import { vendors } from "./rule/vendor.js";

// Earlier rules name the marker where several match: what is known exactly comes before what is guessed.
const exact = [...key, ...cloud, ...platform, ...saas, ...url];
const rows: (Rule | string)[] = [...exact, ...vendors, ...header, ...assignment, ...told, ...command];

// A line becomes a rule when its keyword first occurs: most never do.
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
