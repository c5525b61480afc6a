import { describe, expect, it } from "vitest";
import type { Rule } from "../../src/redact/rule/rule.js";
import { allRules } from "../../src/redact/ruleset.js";
import { redact } from "../redact.js";
import { contexts, untouched } from "./example/context.js";
import { tokens } from "./example/token.js";
import { vendors } from "./example/vendor.js";

const all = [...tokens, ...vendors, ...contexts];

describe("every rule", () => {
  it("has an example of its own, of what it takes and of what it leaves", () => {
    const without = allRules().filter(
      (rule) => !all.some(({ rule: name, text }) => name === rule.name && takes(rule, text)),
    );
    expect(without.map(({ name, keyword }) => `${name}: ${keyword.join(" ")}`)).toEqual([]);
    expect(all.filter(({ text, harmless }) => harmless === text || harmless === "")).toEqual([]);
  });

  it.each(all)("$rule takes the secret and leaves the rest: $text", ({ text, redacted }) => {
    expect(redact(text)).toBe(redacted);
    expect(redact(redacted)).toBe(redacted);
    expect(redact(`before\n${text}\nafter`)).toBe(`before\n${redacted}\nafter`);
  });

  it.each(all)("$rule leaves $harmless", ({ harmless }) => {
    expect(redact(harmless)).toBe(harmless);
  });

  it("names its keywords so that the index finds them", () => {
    const odd = allRules()
      .flatMap((rule) => rule.keyword)
      .filter((word) => word.length < 3);
    expect(odd).toEqual([]);
  });
});

describe("what is no secret", () => {
  it.each(untouched)("stays: %s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

// Whether this very rule matches, and not only another of the same name.
function takes(rule: Rule, text: string): boolean {
  return Array.from(text, (_, at) => at).some((at) => {
    const pattern = rule.pattern();
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return false;
    const secret = match.findLast((group) => group !== undefined) ?? "";
    const start = rule.before ? rule.before(text, at) : pattern.lastIndex - secret.length;
    if (start < 0 || rule.left?.(text.slice(Math.max(0, at - 40), at)) === false) return false;
    return rule.accept?.(text.slice(start, pattern.lastIndex), match[0]) !== false;
  });
}
