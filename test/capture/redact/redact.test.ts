import { describe, expect, it } from "vitest";
import { redact } from "../../../src/capture/redact/redact.js";
import { allRules } from "../../../src/capture/redact/ruleset.js";
import { contexts, untouched } from "./example/context.js";
import { tokens } from "./example/token.js";
import { vendors } from "./example/vendor.js";

const all = [...tokens, ...vendors, ...contexts];

describe("every rule", () => {
  it("has an example", () => {
    const shown = new Set(all.map((example) => example.rule));
    expect([...new Set(allRules().map((rule) => rule.name))].filter((name) => !shown.has(name))).toEqual([]);
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
