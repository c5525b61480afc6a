import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Env } from "../../src/host/env.js";
import {
  type AskedRecall,
  askRecall,
  chosenSimilarity,
  immediateSimilarity,
} from "../../src/recall/ask-recall.js";
import { embed } from "../../src/recall/embed.js";
import { chosenEmbedder, configureEmbedder } from "../../src/recall/embedder.js";
import type { Recollection } from "../../src/recall/recollection.js";
import { serveOnLoopback } from "../loopback.js";
import { redact } from "../redact.js";
import { NOW, Story, tellPhotoBox } from "./recall-story.js";

let story: Story;
beforeEach(() => {
  story = new Story();
  tellPhotoBox(story);
});
afterEach(() => story.close());

async function ask(query: string, env: Env = {}, more: Partial<AskedRecall> = {}) {
  const means = await chosenSimilarity({ home: story.home, redact }, env, query);
  const ground = { home: story.home, env, store: story.store, project: "p", place: { root: "/nowhere" } };
  return { means, ...askRecall(ground, { query, now: NOW, ...more }, means) };
}

describe("what meaning is compared by", () => {
  test("is the table, unless nothing but words is wanted", async () => {
    const usual = await chosenSimilarity({ home: story.home, redact }, {}, "upload");
    expect(usual).toMatchObject({ model: "glove40k", vector: { isTable: true } });
    expect(usual.vector?.vector).toEqual(immediateSimilarity(story.home, "upload").vector?.vector);
    expect(
      await chosenSimilarity({ home: story.home, redact }, { TIDEMARK_EMBEDDER: "none" }, "upload"),
    ).toEqual({});
    configureEmbedder(story.home, "none");
    expect(immediateSimilarity(story.home, "upload")).toEqual({});
  });

  test("a hook asks no server", () => {
    configureEmbedder(story.home, "ollama:any");
    const server = immediateSimilarity(story.home, "upload");
    expect(server.words).toBeDefined();
    expect(server.vector).toBeUndefined();
  });

  test.each(['{"embedder": "what is this"}', '{"embedder": 1}', "{"])(
    "%s in the file costs nothing but the choice",
    async (config) => {
      writeFileSync(join(story.home, "config.json"), config, { mode: 0o600 });
      const expected = { vector: { model: "glove40k", isTable: true }, trouble: expect.any(String) };
      expect(immediateSimilarity(story.home, "upload")).toMatchObject(expected);
      const { means, memories } = await ask("flaky upload test");
      expect(means).toMatchObject(expected);
      expect(memories[0]?.session).toBe("upload-a");
    },
  );

  test("no secret goes to a server with the question", async () => {
    const asked: string[] = [];
    const vectorOf = (text: string) => [asked.push(text), 1];
    await serving(vectorOf, async (url) => {
      const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
      await ask(`why is ${secret} refused <private>Ada</private>`, {
        TIDEMARK_EMBEDDER: `ollama:any@${url}`,
      });
      expect(asked).toEqual([expect.stringMatching(/^why is \[redacted:[a-z0-9-]+\] refused \[private\]$/)]);
    });
  });

  test("vectors of another length than the question's are passed over", async () => {
    let length = 3;
    const vectorOf = () => new Array<number>(length).fill(1);
    await serving(vectorOf, async (url) => {
      const env = { TIDEMARK_EMBEDDER: `ollama:grown@${url}` };
      await embed(story.home, story.store, chosenEmbedder(env, story.home)!);
      for (length of [2, 8, 300]) {
        const { means, memories } = await ask("flaky upload test", env);
        expect(means.vector?.vector).toHaveLength(length);
        expect(memories[0]?.session).toBe("upload-a");
      }
    });
  });

  test("where no server listens, the words answer and the trouble is said", async () => {
    const { means, memories } = await ask("flaky upload test", {
      TIDEMARK_EMBEDDER: "ollama:any@http://127.0.0.1:9",
    });
    expect(means.trouble).toContain("cannot be reached");
    expect(memories[0]?.session).toBe("upload-a");
  });

  test("a server that takes too long is not waited for", async () => {
    await serving(undefined, async (url) => {
      const { means, memories } = await ask("flaky upload test", { TIDEMARK_EMBEDDER: `ollama:slow@${url}` });
      expect(means.trouble).toMatch(/time|within/);
      expect(memories[0]?.session).toBe("upload-a");
    });
  });

  test("a server's vectors find what shares no word with the question", async () => {
    const about = (text: string) => (/wharf|harbour map/i.test(text) ? [1, 0, 0] : [0, 1, 0]);
    await serving(about, async (url) => {
      const env = { TIDEMARK_EMBEDDER: `ollama:tiny@${url}` };
      const embedder = chosenEmbedder(env, story.home);
      if (embedder === undefined) throw new Error("no embedder");
      await embed(story.home, story.store, embedder);
      const { means, memories } = await ask("harbour wharf", env);
      expect(means).toMatchObject({ vector: { model: embedder.name, isTable: false } });
      // Nothing is made in the background by what a variable says.
      expect(means.model).toBeUndefined();
      configureEmbedder(story.home, env.TIDEMARK_EMBEDDER);
      expect((await chosenSimilarity({ home: story.home, redact }, {}, "wharf")).model).toBe(embedder.name);
      expect(memories[0]?.session).toBe("map");
      expect(memories[0]?.parts.find(({ name }) => name === "near")?.value).toBeGreaterThan(0);
    });
  });
});

describe("of all projects", () => {
  beforeEach(() => {
    for (const project of ["q", "r"]) {
      const data = { name: `box-${project}`, path: `/src/${project}`, roots: [], remotes: [] };
      story.write({ type: "project.seen", data }, { project });
    }
    story.turn({
      project: "q",
      session: "q1",
      daysAgo: 2,
      ask: "The ferry timetable is wrong",
      answer: "The ferry timetable reads the zone now.",
    });
    story.turn({ project: "r", session: "r1", daysAgo: 2, ask: "Upload the ferry photos", answer: "Done." });
  });

  test("is asked only on demand, and each memory names its project", async () => {
    expect((await ask("ferry timetable")).memories).toEqual([]);
    const { memories, searched } = await ask("ferry timetable", {}, { everywhere: true });
    expect(memories[0]).toMatchObject({ project: "q", projectName: "box-q", session: "q1" });
    expect(searched).toBeGreaterThan((await ask("ferry timetable")).searched);
  });

  test("best first, no more than asked for", async () => {
    const { memories, matched } = await ask("flaky upload", {}, { everywhere: true, limit: 3 });
    expect(memories).toHaveLength(3);
    expect(matched).toBeGreaterThan(3);
    expect(memories[0]?.session).toBe("upload-a");
    const scores = memories.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect((await ask("flaky upload", {}, { everywhere: true })).memories).toHaveLength(5);
    const many = (await ask("upload photos", {}, { everywhere: true, limit: 20 })).memories;
    expect(new Set(many.map(({ project }) => project))).toEqual(new Set(["p", "r"]));
  });

  test("to be the best of a project that says little of the question counts for little", async () => {
    const query = "flaky upload in CI";
    const partsOf = (memories: readonly Recollection[]) =>
      new Map(memories.find(({ project }) => project === "r")?.parts.map(({ name, value }) => [name, value]));
    const all = (await ask(query, {}, { everywhere: true, limit: 50 })).memories;
    const means = immediateSimilarity(story.home, query);
    const ground = {
      home: story.home,
      env: {},
      store: story.store,
      project: "r",
      place: { root: "/nowhere" },
    };
    const own = askRecall(ground, { query, now: NOW }, means).memories;
    const said = Math.max(...own.map(({ share }) => share));
    expect(said).toBeLessThan(0.9);
    for (const name of ["words", "likeBest"])
      expect(partsOf(all).get(name)).toBeCloseTo((partsOf(own).get(name) ?? 0) * said, 2);
    expect(partsOf(all).get("share")).toBe(partsOf(own).get("share"));
  });
});

/** An embedding server that answers so, or never. */
async function serving(
  vectorOf: ((text: string) => readonly number[]) | undefined,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { url, stop } = await serveOnLoopback(({ body }, response) => {
    if (vectorOf === undefined) return;
    const { input }: { input: readonly string[] } = body;
    response.end(JSON.stringify({ embeddings: input.map(vectorOf) }));
  });
  try {
    await work(url);
  } finally {
    await stop();
  }
}
