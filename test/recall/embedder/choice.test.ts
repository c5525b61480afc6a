import { describe, expect, test } from "vitest";
import { isLoopback } from "../../../src/host/server-address.js";
import { readEmbedderChoice } from "../../../src/recall/embedder/choice.js";

describe("the choice of an embedder", () => {
  test.each([
    ["", { is: "table" }],
    [" table ", { is: "table" }],
    ["none", { is: "none" }],
    ["ollama:nomic-embed-text", { is: "ollama", model: "nomic-embed-text", url: "http://127.0.0.1:11434" }],
    [
      "ollama:bge-m3:latest@http://10.0.0.5:11434/",
      { is: "ollama", model: "bge-m3:latest", url: "http://10.0.0.5:11434" },
    ],
    [
      "openai:text-embedding-3-small",
      { is: "openai", model: "text-embedding-3-small", url: "https://api.openai.com/v1" },
    ],
    [
      "openai:intfloat/e5@small@http://localhost:1234/v1",
      { is: "openai", model: "intfloat/e5@small", url: "http://localhost:1234/v1" },
    ],
    ["transformers:Xenova/all-MiniLM-L6-v2", { is: "transformers", model: "Xenova/all-MiniLM-L6-v2" }],
  ])("%j", (text, choice) => {
    expect(readEmbedderChoice(text)).toEqual(choice);
  });

  test.each(["glove", "ollama", "ollama:", "openai", "transformers:", "transformers:m@http://h", "Table"])(
    "%j is none, and what can be chosen is said",
    (text) => {
      expect(() => readEmbedderChoice(text)).toThrow(
        expect.objectContaining({ code: "bad-argument", hint: expect.stringContaining("ollama:MODEL") }),
      );
    },
  );

  test("an address is one, and has no password in it", () => {
    expect(() => readEmbedderChoice("openai:m@https://")).toThrow(
      expect.objectContaining({ code: "bad-argument" }),
    );
    const run = () => readEmbedderChoice("openai:m@https://me:geheim@host/v1");
    expect(run).toThrow(expect.objectContaining({ hint: expect.stringContaining("TIDEMARK_EMBEDDER_KEY") }));
    expect(run).not.toThrow("geheim");
  });

  test.each([
    ["http://localhost:1/", true],
    ["http://127.0.0.1", true],
    ["http://[::1]:80", true],
    ["http://127.0.0.1.evil.example", false],
    ["http://localhost.example", false],
    ["https://10.0.0.1", false],
  ])("%s on this machine: %s", (url, expected) => {
    expect(isLoopback(new URL(url))).toBe(expected);
  });
});
