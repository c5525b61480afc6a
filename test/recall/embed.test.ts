import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readErrors } from "../../src/host/log.js";
import type { Memory } from "../../src/model/fold/memory/memory-state.js";
import { foldProject } from "../../src/model/fold/project.js";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { defaultEmbedder } from "../../src/recall/default-embedder.js";
import { embed, embeddingStatus } from "../../src/recall/embed.js";
import { ollamaEmbedder } from "../../src/recall/embedder/ollama.js";
import { dotPacked, signatureOf } from "../../src/recall/embedder/packed-vector.js";
import type { Embedder } from "../../src/recall/embedder/port.js";
import { configureEmbedder } from "../../src/recall/embedder.js";
import { ollamaAnswer, ScriptedServer } from "./embedder/scripted-server.js";

const retries = { timeout: 5_000, tries: 1, backoff: 1 };
const BATCH = 64;
let server: ScriptedServer | undefined;
let store: Store | undefined;

afterEach(async () => {
  store?.close();
  store = undefined;
  await server?.stop();
});

function newHome(): string {
  return join(mkdtempSync(join(tmpdir(), "tidemark-embed-")), "data");
}

function memory(n: number): Memory {
  const base = { kind: "prompt", by: "user", at: n, session: "s", author: "d", files: [] } as const;
  return { ...base, id: `m${n}`, text: `the upload of photo ${n} fails` };
}

/** A store with some memories in it. */
function filled(home: string, count: number, from = 0): Store {
  store?.close();
  store = openStore(home);
  store.transact((writer) => {
    writer.putProject(
      foldProject(writer.project("p"), [
        {
          id: "e",
          type: "session.started",
          v: 1,
          at: 1,
          clock: 1,
          author: "d",
          project: "p",
          session: "s",
          agent: "claude",
          data: { source: "startup" },
        },
      ]),
    );
    writer.memories.add(
      "p",
      "s",
      Array.from({ length: count }, (_, n) => memory(from + n)),
    );
  });
  return store;
}

function numbersOf(opened: Store): number[] {
  return opened.memories.ofSession("p", "s").map(({ n }) => n);
}

describe("embedding", () => {
  test("gives every memory its vector, and nearby ones are found by it", async () => {
    const home = newHome();
    const opened = filled(home, 30);
    const seen: number[] = [];
    const result = await embed(home, opened, defaultEmbedder, { onProgress: (n) => seen.push(n) });
    expect(result).toEqual({ model: "glove40k", dimensions: 100, embedded: 30 });
    expect(seen).toEqual([30]);
    expect(embeddingStatus(opened, defaultEmbedder)).toEqual({
      memories: 30,
      model: "glove40k",
      dimensions: 100,
      embedded: 30,
      others: [],
    });
    const question = defaultEmbedder.embedNow("photo upload fails");
    const [near] = opened.embeddings.nearest("p", "glove40k", signatureOf(question), 1);
    const kept = opened.embeddings.at([near?.n ?? -1], "glove40k").get(near?.n ?? -1);
    expect(dotPacked(question, kept!)).toBeGreaterThan(0.6);
    expect(existsSync(join(home, "embed.lock"))).toBe(false);
  });

  test("again does nothing, and what is new is added", async () => {
    const home = newHome();
    await embed(home, filled(home, 3), defaultEmbedder);
    expect(await embed(home, store!, defaultEmbedder)).toMatchObject({ embedded: 0 });
    expect(await embed(home, filled(home, 2, 3), defaultEmbedder)).toMatchObject({ embedded: 2 });
  });

  test("another model replaces the first one's vectors, which serve until then", async () => {
    const home = newHome();
    const opened = filled(home, BATCH + 6);
    await embed(home, opened, defaultEmbedder);
    server = await ScriptedServer.start((asked, n) => (n === 2 ? { status: 500 } : ollamaAnswer(asked)));
    const embedder = ollamaEmbedder({ model: "plain", url: server.url, retries });
    await expect(embed(home, opened, embedder)).rejects.toMatchObject({ code: "embedder-failed" });
    expect(embeddingStatus(opened, embedder)).toMatchObject({
      embedded: BATCH,
      dimensions: 8,
      others: [{ model: "glove40k", count: 6 }],
    });
    expect(await embed(home, opened, embedder)).toMatchObject({ embedded: 6 });
    expect(opened.embeddings.models()).toEqual([{ model: embedder.name, dimensions: 8, count: BATCH + 6 }]);
    expect(server.asked.map(({ body }) => body.input.length)).toEqual([BATCH, 6, 6]);
  });

  test("a model that has other dimensions than it had begins anew", async () => {
    const home = newHome();
    const opened = filled(home, 3);
    const model = (dimensions: number): Embedder => ({
      name: "same",
      dimensions,
      batch: 10,
      embed: async (texts) => texts.map(() => new Float32Array(dimensions).fill(1)),
    });
    await embed(home, opened, model(4));
    await embed(home, filled(home, 1, 3), model(6));
    expect(store?.embeddings.models()).toEqual([{ model: "same", dimensions: 6, count: 4 }]);
  });

  test("a text no model knows a word of is not asked for again and again", async () => {
    const home = newHome();
    const opened = filled(home, 0);
    opened.transact((writer) => writer.memories.add("p", "s", [{ ...memory(0), text: "…" }]));
    expect(await embed(home, opened, defaultEmbedder)).toMatchObject({ embedded: 1 });
    expect(await embed(home, opened, defaultEmbedder)).toMatchObject({ embedded: 0 });
  });

  test("one process at a time; one that is gone is not waited for", async () => {
    const home = newHome();
    const opened = filled(home, 1);
    const lock = join(home, "embed.lock");
    writeFileSync(lock, String(process.pid), { mode: 0o600 });
    expect(await embed(home, opened, defaultEmbedder)).toBeUndefined();
    // No process has this number.
    writeFileSync(lock, "2147483646", { mode: 0o600 });
    expect(await embed(home, opened, defaultEmbedder)).toMatchObject({ embedded: 1 });
  });

  test("who lost the turn stops, and does not end the other's", async () => {
    const home = newHome();
    const opened = filled(home, 3);
    const lock = join(home, "embed.lock");
    const other = String(process.ppid);
    const slow: Embedder = {
      ...defaultEmbedder,
      batch: 1,
      async embed(texts, kind) {
        writeFileSync(lock, other);
        return defaultEmbedder.embed(texts, kind);
      },
    };
    expect(await embed(home, opened, slow)).toBeUndefined();
    expect(readFileSync(lock, "utf8")).toBe(other);
    expect(opened.embeddings.models()).toMatchObject([{ count: 1 }]);
  });

  test("the turn is renewed while a batch takes long", async () => {
    const home = newHome();
    const opened = filled(home, 1);
    const lock = join(home, "embed.lock");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const slow: Embedder = {
      ...defaultEmbedder,
      async embed(texts, kind) {
        utimesSync(lock, 0, 0);
        vi.advanceTimersByTime(60_000);
        expect(statSync(lock).mtimeMs).toBeGreaterThan(0);
        return defaultEmbedder.embed(texts, kind);
      },
    };
    expect(await embed(home, opened, slow).finally(() => vi.useRealTimers())).toMatchObject({ embedded: 1 });
    expect(existsSync(lock)).toBe(false);
  });

  test("takes each of thousands of memories once, in full batches", async () => {
    const home = newHome();
    const opened = filled(home, 10_000);
    const batches: (readonly string[])[] = [];
    const counting: Embedder = {
      ...defaultEmbedder,
      embed(texts, kind) {
        batches.push(texts);
        return defaultEmbedder.embed(texts, kind);
      },
    };
    expect(await embed(home, opened, counting)).toMatchObject({ embedded: 10_000 });
    expect(batches).toHaveLength(Math.ceil(10_000 / defaultEmbedder.batch));
    expect(new Set(batches.flat()).size).toBe(10_000);
  });
});

describe("the program in the background", () => {
  const root = resolve(import.meta.dirname, "../..");

  /** As the build makes it, in a folder from which the database's driver is found. */
  async function program(): Promise<string> {
    const outfile = join(root, "node_modules", ".cache", "tidemark", `embed-${process.pid}.cjs`);
    await build({
      absWorkingDir: root,
      entryPoints: ["src/hook/embed.ts"],
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20.19",
      external: ["libsql", "node:sqlite"],
      define: { "import.meta.url": "__filename" },
      outfile,
    });
    return outfile;
  }

  function start(file: string, home: string, env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [file], {
      env: { PATH: process.env["PATH"], TIDEMARK_HOME: home, ...env },
    });
    return { child, ended: new Promise((end) => child.once("exit", end)) };
  }

  test("killed in the middle, goes on with the batch it had not kept", async () => {
    const home = newHome();
    const total = 5 * BATCH;
    filled(home, total);
    let third: () => void = () => {};
    const isThird = new Promise<void>((end) => (third = end));
    let isSlow = true;
    server = await ScriptedServer.start((asked, n) => {
      if (n === 3) third();
      return { ...ollamaAnswer(asked), ...(isSlow && n === 3 ? { after: 30_000 } : {}) };
    });
    const file = await program();
    configureEmbedder(home, `ollama:plain@${server.url}`);
    const model = `ollama:plain@${new URL(server.url).host}`;

    const first = start(file, home);
    await isThird;
    first.child.kill("SIGKILL");
    await first.ended;
    expect(store!.embeddings.models()).toMatchObject([{ count: 2 * BATCH }]);
    expect(existsSync(join(home, "embed.lock"))).toBe(true);

    isSlow = false;
    await start(file, home).ended;
    expect(store!.embeddings.models()).toEqual([{ model, dimensions: 8, count: total }]);
    // Five batches, and the one that was lost once more.
    expect(server.asked.length).toBe(6);
    const texts = server.asked.flatMap(({ body }) => body.input);
    expect(new Set(texts).size).toBe(total);
    expect(server.asked[3]?.body.input).toEqual(server.asked[2]?.body.input);
    expect(store!.embeddings.at(numbersOf(store!), model).size).toBe(total);
  });

  test("leaves a note of what went wrong", async () => {
    const home = newHome();
    filled(home, 1);
    configureEmbedder(home, "ollama:plain@http://127.0.0.1:1");
    await start(await program(), home).ended;
    expect(readErrors(home)).toMatchObject([
      { hook: "embed", error: expect.stringContaining("cannot be reached") },
    ]);
  });

  test("sends nothing to where a variable points", async () => {
    const home = newHome();
    filled(home, 1);
    server = await ScriptedServer.start(ollamaAnswer);
    await start(await program(), home, { TIDEMARK_EMBEDDER: `ollama:plain@${server.url}` }).ended;
    expect(server.asked).toEqual([]);
    // Nothing but the table is there to embed with, and this program does not stand beside its file.
    expect(store!.embeddings.models().map(({ model }) => model)).not.toContain("ollama:plain");
  });
});
