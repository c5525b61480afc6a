import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { outlived } from "../../src/checkpoint/retain.js";
import { configKeys, configured, configuredIfReadable, unknownKeys } from "../../src/home/config.js";
import { checkConfig, configProblems } from "../../src/setup/check-config.js";

function homeWith(config: unknown): string {
  const home = mkdtempSync(join(tmpdir(), "tidemark-config-"));
  const text = typeof config === "string" ? config : JSON.stringify(config);
  writeFileSync(join(home, "config.json"), text, { mode: 0o600 });
  return home;
}

test("the documentation has a row for every key, and no other", () => {
  const path = resolve(import.meta.dirname, "../../docs/reference/config.md");
  const rows = [...readFileSync(path, "utf8").matchAll(/^\| `([^`]+)` /gm)].map(([, key]) => key);
  expect(rows.sort()).toEqual([...configKeys()].sort());
});

test("a key in an object is known by its dotted name, too", () => {
  for (const config of [{ checkpoints: { max_per_session: 3 } }, { "checkpoints.max_per_session": 3 }]) {
    const home = homeWith(config);
    expect(configured(home, "checkpoints.max_per_session")).toBe(3);
    expect(configured(home, "checkpoints")).toBeUndefined();
    expect(configProblems(home)).toEqual([]);
  }
});

test("a malformed value and an unknown key cost nothing else, and each is named", () => {
  const home = homeWith({ checkpoints: "no", colour: "red", storage: { max: 1 }, quota: "3 MB", model: 7 });
  expect(configured(home, "quota")).toBe("3 MB");
  expect(configuredIfReadable(home, "checkpoints")).toBeUndefined();
  expect(() => configured(home, "checkpoints")).toThrow('"checkpoints" takes true or false');
  expect(unknownKeys(home)).toEqual(["colour", "storage.max"]);
  const findings = checkConfig(home, {});
  expect(findings.map(({ ok, detail }) => [ok, detail.replace(/.*config\.json/, "")])).toEqual([
    [false, ' is not what it should be: "model" takes a text.'],
    [false, ' is not what it should be: "checkpoints" takes true or false.'],
    ["warn", ': "colour" is no setting and is ignored.'],
    ["warn", ': "storage.max" is no setting and is ignored.'],
  ]);
});

test.each(["{", "null", "[1]", ""])("a file with %j is one problem", (text) => {
  expect(configProblems(homeWith(text))).toEqual([
    expect.objectContaining({ what: expect.stringContaining("is not what it should be") }),
  ]);
});

test("what other session tools are set with is understood", () => {
  const home = homeWith({
    storage: { max_sessions: 10 },
    serialization: { interval_ms: 30_000 },
    recovery: { auto_resume: true },
    checkpoints: { max_per_session: 2 },
  });
  expect(configProblems(home)).toEqual([]);
  const made = [1, 2, 3, 4].map((n) => ({
    ...{ id: `c${n}`, at: n, project: "p", session: "s", agent: "claude", root: "/p" },
    ...{ reason: "tools" as const, trees: [], commit: "", left: [], leftCount: 0 },
  }));
  expect(outlived(made, 5, configured(home, "checkpoints.max_per_session")).sort()).toEqual(["c1", "c2"]);
  expect(outlived(made, 5)).toEqual([]);
});
