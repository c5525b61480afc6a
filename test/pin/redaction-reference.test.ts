import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { allRules } from "../../src/redact/ruleset.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/reference/redaction.md"), "utf8");

test("the reference names every kind of secret that is redacted, and no other", () => {
  const names = [...new Set(allRules().map((rule) => rule.name))].sort();
  const list = page.slice(page.indexOf("## The kinds"));
  expect([...list.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name)).toEqual(names);
  expect(names.length).toBeGreaterThan(200);
  expect(page).toContain(`knows ${names.length} kinds`);
});
