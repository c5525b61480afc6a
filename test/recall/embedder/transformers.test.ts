import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { transformersEmbedder } from "../../../src/recall/embedder/transformers.js";

/** As much of the package as is used: it knows one model, and only from the disk. */
const FAKE = `
import { existsSync } from "node:fs";
import { join } from "node:path";
export const env = { allowRemoteModels: true, localModelPath: "" };
export const seen = [];
export async function pipeline(task, model, options) {
  seen.push({ task, model, options, env: { ...env } });
  if (!existsSync(join(env.localModelPath, model, "config.json"))) throw new Error("no such model");
  return async (texts, how) => {
    seen.push({ texts, how });
    return { dims: [texts.length, 3], data: Float32Array.from(texts.flatMap((text) => [text.length, 1, 0])) };
  };
}
`;

function place(): { folder: string; load: () => Promise<{ seen: unknown[] }> } {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-transformers-"));
  mkdirSync(join(folder, "model", "tiny"), { recursive: true });
  writeFileSync(join(folder, "model", "tiny", "config.json"), "{}");
  const file = join(folder, "index.mjs");
  writeFileSync(file, FAKE);
  return { folder: join(folder, "model"), load: () => import(pathToFileURL(file).href) };
}

describe("a model in this process", () => {
  test("comes from the disk alone, is loaded once, and gives a vector for each text", async () => {
    const { folder, load } = place();
    const embedder = transformersEmbedder({ model: "tiny", folder, load });
    expect(embedder.name).toBe("transformers:tiny");
    const vectors = await embedder.embed(["ab", "c"], "memory");
    await embedder.embed(["d"], "question");
    expect(vectors.map((vector) => vector[0]! / vector[1]!)).toEqual([2, 1]);
    expect(embedder.dimensions).toBe(3);
    const { seen } = await load();
    expect(seen).toEqual([
      {
        task: "feature-extraction",
        model: "tiny",
        options: { local_files_only: true },
        env: { allowRemoteModels: false, allowLocalModels: true, localModelPath: folder },
      },
      { texts: ["ab", "c"], how: { pooling: "mean", normalize: true } },
      { texts: ["d"], how: { pooling: "mean", normalize: true } },
    ]);
  });

  test("that is not there is said, with where to put it", async () => {
    const { folder, load } = place();
    const embedder = transformersEmbedder({ model: "other", folder, load });
    await expect(embedder.embed(["a"], "memory")).rejects.toMatchObject({
      code: "embedder-failed",
      message: expect.stringContaining(folder),
      hint: expect.stringContaining("config.json"),
    });
  });

  test("a package of another form is refused", async () => {
    const embedder = transformersEmbedder({ model: "tiny", folder: "", load: async () => ({ default: {} }) });
    await expect(embedder.embed(["a"], "memory")).rejects.toMatchObject({ code: "embedder-failed" });
  });
});
