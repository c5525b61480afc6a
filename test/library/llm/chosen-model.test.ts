import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TidemarkError } from "../../../src/error.js";
import { chosenModel } from "../../../src/library/llm/chosen-model.js";
import { configProblems } from "../../../src/setup/check-config.js";

const KEY = { ANTHROPIC_API_KEY: "key-1", OPENAI_API_KEY: "key-2" };

function homeWith(config?: unknown): string {
  const home = mkdtempSync(join(tmpdir(), "tidemark-model-"));
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (config !== undefined) writeFileSync(join(home, "config.json"), JSON.stringify(config), { mode: 0o600 });
  return home;
}

test("none is asked unless one was chosen, whatever keys there are", () => {
  expect(chosenModel(KEY, homeWith())).toBeUndefined();
  expect(chosenModel(KEY, homeWith({ quota: "2 GB" }))).toBeUndefined();
  expect(chosenModel(KEY, homeWith({ model: "none" }))).toBeUndefined();
});

test("TIDEMARK_MODEL counts before config.json, also to want none", () => {
  const home = homeWith({ model: "anthropic:claude-x" });
  expect(chosenModel(KEY, home)?.name).toBe("anthropic:claude-x");
  expect(chosenModel({ ...KEY, TIDEMARK_MODEL: "openai:gpt-x" }, home)?.name).toBe("openai:gpt-x");
  expect(chosenModel({ ...KEY, TIDEMARK_MODEL: "" }, home)?.name).toBe("anthropic:claude-x");
  expect(chosenModel({ ...KEY, TIDEMARK_MODEL: "none" }, home)).toBeUndefined();
});

test("the price belongs to the model it stands beside", () => {
  const price = { in: 3, out: 15 };
  expect(chosenModel(KEY, homeWith({ model: "anthropic:claude-x", price }))?.price).toEqual(price);
  const env = { ...KEY, TIDEMARK_MODEL: "openai:gpt-x" };
  expect(chosenModel(env, homeWith({ model: "anthropic:claude-x", price }))?.price).toBeUndefined();
  expect(chosenModel(env, homeWith({ price }))?.price).toEqual(price);
});

test("a model without a key is said at once, with what to set", () => {
  const choose = () => chosenModel({}, homeWith({ model: "anthropic:claude-x" }));
  expect(choose).toThrow(TidemarkError);
  expect(choose).toThrow("There is no key for api.anthropic.com.");
});

test.each([
  [{ model: 7 }, "is not what it should be"],
  [{ model: "gemini:x" }, "names no model"],
  [{ model: "ollama:x", price: 3 }, "The price of the model must be two amounts"],
  [{ price: { in: "3", out: 15 } }, "The price of the model must be two amounts"],
])("doctor tells of %j", (config, what) => {
  const home = homeWith(config);
  expect(configProblems(home)[0]?.what).toContain(what);
  expect(configProblems(home)[0]?.what).toContain("config.json");
});

test("doctor has nothing to say of a model that can be chosen, even without its key", () => {
  expect(configProblems(homeWith({ model: "anthropic:claude-x", price: { in: 3, out: 15 } }))).toEqual([]);
});
