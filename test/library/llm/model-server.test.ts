import { describe, expect, test } from "vitest";
import { TidemarkError } from "../../../src/error.js";
import { languageModel, readModelChoice } from "../../../src/library/llm/language-model.js";
import type { Maker } from "../../../src/library/llm/model-server.js";
import { type ModelOptions, serverFor } from "../../../src/library/llm/model-server.js";

const KEYS = { ANTHROPIC_API_KEY: "key-of-anthropic", OPENAI_API_KEY: "key-of-openai" };
const GENERAL = { TIDEMARK_MODEL_KEY: "key-of-all" };

function problem(work: () => unknown): TidemarkError {
  try {
    work();
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a choice", () => {
  test.each([
    ["anthropic:claude-x", { maker: "anthropic", model: "claude-x" }],
    [" ollama:llama3.2:3b ", { maker: "ollama", model: "llama3.2:3b" }],
    [
      "openai:org/model@v2@https://host/v1",
      { maker: "openai", model: "org/model@v2", url: "https://host/v1" },
    ],
    ["none", undefined],
    ["", undefined],
  ])("%s", (text, choice) => {
    expect(readModelChoice(text)).toEqual(choice);
  });

  test.each(["claude-x", "anthropic:", "gemini:x", "openai"])("%s names no model", (text) => {
    expect(problem(() => readModelChoice(text))).toMatchObject({
      code: "bad-argument",
      hint: expect.stringContaining("ollama:MODEL"),
    });
  });

  test.each([
    ["openai:gpt@foo", '"foo" is no address'],
    ["openai:gpt@", '"" is no address'],
    ["ollama:m@127.0.0.1:8000", '"127.0.0.1:8000" is no address'],
  ])("%s has no address", (text, sentence) => {
    expect(problem(() => readModelChoice(text))).toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining(sentence),
      hint: expect.stringContaining("http://"),
    });
  });

  test("makes a model", () => {
    expect(languageModel("anthropic:claude-x", KEYS).name).toBe("anthropic:claude-x");
    expect(
      languageModel({ model: "openai:m@http://127.0.0.1:1/v1", price: { in: 1, out: 2 } }, {}),
    ).toMatchObject({
      name: "openai:m@127.0.0.1:1/v1",
      price: { in: 1, out: 2 },
    });
    expect(languageModel("ollama:m", {}).name).toBe("ollama:m");
    const elsewhere = { model: "openai:m", url: "http://127.0.0.1:1/v1" };
    expect(languageModel(elsewhere, {}).name).toBe("openai:m@127.0.0.1:1/v1");
  });

  test.each([undefined, null, 7, {}, { model: 7 }, "none", { model: "none" }])("%j makes none", (value) => {
    expect(problem(() => Reflect.apply(languageModel, undefined, [value, {}])).code).toBe("bad-argument");
  });
});

describe("keys", () => {
  const keyOf = (maker: Maker, options: Partial<ModelOptions>, env: Record<string, string>) =>
    serverFor(maker, { model: "m", ...options }, env).key;

  test("one that is given comes first, then ours, then the maker's", () => {
    expect(keyOf("anthropic", { key: "mine" }, { ...KEYS, ...GENERAL })).toBe("mine");
    expect(keyOf("anthropic", {}, { ...KEYS, ...GENERAL })).toBe("key-of-all");
    expect(keyOf("anthropic", {}, KEYS)).toBe("key-of-anthropic");
    expect(keyOf("openai", {}, { ...KEYS, TIDEMARK_MODEL_KEY: "" })).toBe("key-of-openai");
  });

  test("a maker's key goes to no other server", () => {
    expect(keyOf("openai", { url: "https://elsewhere.example/v1" }, KEYS)).toBeUndefined();
    expect(keyOf("anthropic", { url: "http://127.0.0.1:9" }, KEYS)).toBeUndefined();
    expect(keyOf("openai", { url: "https://elsewhere.example/v1" }, GENERAL)).toBe("key-of-all");
    expect(keyOf("ollama", {}, { ...KEYS, ...GENERAL })).toBeUndefined();
  });

  test.each(["anthropic", "openai"] as const)("without one, %s cannot be asked", (maker) => {
    expect(problem(() => serverFor(maker, { model: "m" }, {}))).toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("no key"),
      hint: expect.stringContaining("TIDEMARK_MODEL_KEY"),
    });
  });

  test("never in the open, except on this machine", () => {
    for (const maker of ["anthropic", "openai", "ollama"] as const) {
      const error = problem(() =>
        serverFor(maker, { model: "m", url: "http://host.example", key: "my-key" }, {}),
      );
      expect(error).toMatchObject({
        code: "bad-argument",
        message: expect.stringContaining("for all to read"),
      });
      expect(error.message).not.toContain("my-key");
    }
    expect(keyOf("openai", { url: "http://[::1]:9/v1" }, GENERAL)).toBe("key-of-all");
    expect(keyOf("ollama", { url: "http://host.example" }, GENERAL)).toBeUndefined();
  });

  test("one that would break the header is refused, and not repeated", () => {
    const error = problem(() => serverFor("openai", { model: "m", key: "my-key\r\nevil: 1" }, {}));
    expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain("my-key");
    expect(keyOf("openai", { key: " my-key\n" }, {})).toBe("my-key");
  });
});

describe("where Ollama is", () => {
  test.each([
    [undefined, "http://127.0.0.1:11434"],
    ["", "http://127.0.0.1:11434"],
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:8080", "http://127.0.0.1:8080"],
    [":8080", "http://127.0.0.1:8080"],
    ["box.local", "http://box.local:11434"],
    ["https://box.example/ollama/", "https://box.example/ollama"],
  ])("OLLAMA_HOST=%s", (host, url) => {
    expect(serverFor("ollama", { model: "m" }, { OLLAMA_HOST: host }).url).toBe(url);
    expect(serverFor("ollama", { model: "m", url: "http://127.0.0.1:5" }, { OLLAMA_HOST: host }).url).toBe(
      "http://127.0.0.1:5",
    );
  });

  test("only on this machine it costs nothing", () => {
    expect(serverFor("ollama", { model: "m" }, {}).price).toEqual({ in: 0, out: 0 });
    expect(serverFor("ollama", { model: "m:cloud" }, {}).price).toBeUndefined();
    expect(serverFor("ollama", { model: "m" }, { OLLAMA_HOST: "box.local" }).price).toBeUndefined();
  });
});

test.each([
  { model: "" },
  { model: "a b" },
  { model: "m\n" },
  { model: "m".repeat(201) },
  { model: "m", url: "ftp://host" },
  { model: "m", url: "nowhere" },
  { model: "m", url: "http://me:secret@host" },
  { model: "m", price: { in: -1, out: 1 } },
  { model: "m", price: { in: 1, out: Number.NaN } },
  { model: "m", patience: { tries: 0 } },
  { model: "m", patience: { first: "long" } },
  { model: "m", key: 7 },
  { model: "m", url: {} },
  { key: "k" },
  undefined,
  "m",
  { model: "m", patience: { silence: Number.POSITIVE_INFINITY } },
])("%j is refused", (options) => {
  const error = problem(() => Reflect.apply(serverFor, undefined, ["ollama", options, {}]));
  expect(error.code).toBe("bad-argument");
  expect(error.message).not.toContain("secret");
});
