import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secureFolder } from "../../src/host/file/folder.js";
import { defaultEmbedder } from "../../src/recall/default-embedder.js";
import {
  chosenEmbedder,
  configuredChoice,
  configuredEmbedder,
  configureEmbedder,
} from "../../src/recall/embedder.js";

const installed = isInstalled("@huggingface/transformers");

function isInstalled(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== "";
  } catch {
    return false; // The tests of it are skipped.
  }
}

function newHome(): string {
  return join(mkdtempSync(join(tmpdir(), "tidemark-embed-")), "data");
}

describe("which embedder is chosen", () => {
  function homeWith(config: string): string {
    const home = newHome();
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "config.json"), config, { mode: 0o600 });
    return home;
  }

  test("the table by default, the environment's before the file's", () => {
    const home = homeWith('{"embedder": "ollama:nomic-embed-text"}');
    expect(chosenEmbedder({}, newHome())).toBe(defaultEmbedder);
    expect(chosenEmbedder({}, home)?.name).toBe("ollama:nomic-embed-text");
    expect(chosenEmbedder({ TIDEMARK_EMBEDDER: "none" }, home)).toBeUndefined();
    expect(chosenEmbedder({ TIDEMARK_EMBEDDER: "openai:m@http://localhost:1/v1" }, home)?.name).toBe(
      "openai:m@localhost:1/v1",
    );
    expect(configuredChoice(homeWith("{}"))).toEqual({ is: "table" });
  });

  test("what runs by itself goes by the file alone", () => {
    const env = { TIDEMARK_EMBEDDER: "openai:m@https://models.example/v1" };
    expect(configuredEmbedder(env, newHome())).toBe(defaultEmbedder);
    expect(configuredEmbedder(env, homeWith('{"embedder": "none"}'))).toBeUndefined();
  });

  test("is written down, beside what else stands there, unless it is none", () => {
    const home = newHome();
    configureEmbedder(home, "ollama:nomic-embed-text");
    expect(configuredEmbedder({}, home)?.name).toBe("ollama:nomic-embed-text");
    expect(() => configureEmbedder(home, "glove")).toThrow(expect.objectContaining({ code: "bad-argument" }));
    writeFileSync(join(home, "config.json"), '{"other": 1, "embedder": "none"}');
    configureEmbedder(home, "table");
    expect(JSON.parse(readFileSync(join(home, "config.json"), "utf8"))).toEqual({
      other: 1,
      embedder: "table",
    });
    expect(statSync(join(home, "config.json")).mode & 0o777).toBe(0o600);
  });

  test("a file that is a link is told and not followed", () => {
    const home = homeWith("{}");
    const elsewhere = join(newHome(), "..", "elsewhere.json");
    writeFileSync(elsewhere, '{"embedder": "openai:m"}');
    rmSync(join(home, "config.json"));
    symlinkSync(elsewhere, join(home, "config.json"));
    expect(() => configuredEmbedder({}, home)).toThrow(expect.objectContaining({ code: "home-unsafe" }));
  });

  test("a folder that has nothing but what a person put there becomes the data folder", () => {
    const home = homeWith("{}");
    mkdirSync(join(home, "model"));
    chmodSync(home, 0o755);
    secureFolder(home);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    writeFileSync(join(home, "main.py"), "");
    chmodSync(home, 0o755);
    expect(() => secureFolder(home)).toThrow(expect.objectContaining({ code: "home-unsafe" }));
  });

  test.each(["{", "[]x", '{"embedder": 3}', "null"])(
    "%s in the file is told, with how it should be",
    (config) => {
      const home = homeWith(config);
      expect(() => chosenEmbedder({}, home)).toThrow(
        expect.objectContaining({ code: "settings-malformed", hint: expect.stringContaining("embedder") }),
      );
    },
  );

  test("the key comes from the environment and does not travel in the open", () => {
    const env = { TIDEMARK_EMBEDDER: "openai:m@http://models.example/v1", TIDEMARK_EMBEDDER_KEY: "k" };
    expect(() => chosenEmbedder(env, newHome())).toThrow(expect.objectContaining({ code: "bad-argument" }));
  });

  test.skipIf(installed)("a package that is not installed is told, with how to install it", async () => {
    const home = newHome();
    const embedder = chosenEmbedder({ TIDEMARK_EMBEDDER: "transformers:tiny" }, home);
    await expect(embedder?.embed(["a"], "memory")).rejects.toMatchObject({
      code: "embedder-failed",
      hint: `Run: npm install --prefix '${home}' @huggingface/transformers`,
    });
  });

  test("a package in the data folder is found, and a model by its path", async () => {
    const home = newHome();
    const folder = join(home, "node_modules", "@huggingface", "transformers");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "package.json"), '{"name": "@huggingface/transformers", "main": "index.cjs"}');
    writeFileSync(
      join(folder, "index.cjs"),
      "exports.env = {}; exports.pipeline = async (task, model) => async (texts) => ({ data: new Float32Array([exports.env.localModelPath.length, model.length]) });",
    );
    const embedder = chosenEmbedder({ TIDEMARK_EMBEDDER: "transformers:/models/tiny" }, home);
    expect(embedder?.name).toBe("transformers:/models/tiny");
    const [vector] = (await embedder?.embed(["a"], "memory")) ?? [];
    expect(vector![0]! / vector![1]!).toBeCloseTo("/models".length / "tiny".length, 5);
  });

  test.skipIf(!installed)("the real @huggingface/transformers never fetches a model", async () => {
    const embedder = chosenEmbedder({ TIDEMARK_EMBEDDER: "transformers:Xenova/all-MiniLM-L6-v2" }, newHome());
    await expect(embedder?.embed(["a"], "memory")).rejects.toMatchObject({
      message: expect.stringContaining("cannot be loaded from"),
    });
  });

  const model = process.env["TIDEMARK_TEST_MODEL"];
  test.skipIf(!installed || !model)(
    "the real @huggingface/transformers embeds (TIDEMARK_TEST_MODEL)",
    async () => {
      const embedder = chosenEmbedder({ TIDEMARK_EMBEDDER: `transformers:${model}` }, newHome());
      const vectors = (await embedder?.embed(["a cat", "a kitten", "the stock market"], "memory")) ?? [];
      expect(vectors).toHaveLength(3);
      expect(embedder?.dimensions).toBeGreaterThan(10);
    },
  );
});
