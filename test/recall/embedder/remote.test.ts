import { afterEach, describe, expect, test } from "vitest";
import { TidemarkError } from "../../../src/error.js";
import { ollamaEmbedder } from "../../../src/recall/embedder/ollama.js";
import { openaiEmbedder } from "../../../src/recall/embedder/openai.js";
import { dot } from "./dot.js";
import { type Asked, ollamaAnswer, type Said, ScriptedServer, vectorFor } from "./scripted-server.js";

const retries = { timeout: 2_000, tries: 3, backoff: 5 };
const KEY = "key-0123456789";
let server: ScriptedServer | undefined;

afterEach(() => server?.stop());

async function serve(answer: (asked: Asked, n: number) => Said): Promise<ScriptedServer> {
  server = await ScriptedServer.start(answer);
  return server;
}

async function ollama(answer: (asked: Asked, n: number) => Said, model = "plain", limits = retries) {
  return ollamaEmbedder({ model, url: (await serve(answer)).url, retries: limits });
}

function hostOf(scripted: ScriptedServer | undefined): string {
  return new URL(scripted?.url ?? "").host;
}

async function failureOf(work: Promise<unknown>): Promise<TidemarkError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TidemarkError)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}

describe("Ollama", () => {
  test("is asked in its own form, and its vectors get length 1", async () => {
    const embedder = await ollama(ollamaAnswer);
    expect(embedder).toMatchObject({ name: `ollama:plain@${hostOf(server)}`, dimensions: undefined });
    const [first, second] = await embedder.embed(["first text", "second"], "memory");
    expect(server?.asked).toMatchObject([
      { path: "/api/embed", body: { model: "plain", input: ["first text", "second"], truncate: true } },
    ]);
    expect(embedder.dimensions).toBe(8);
    expect(dot(first!, first!)).toBeCloseTo(1, 5);
    expect(second![0]! / second![1]!).toBeCloseTo(vectorFor("second")[0]! / vectorFor("second")[1]!, 4);
  });

  test("models that want words in front of a text get them", async () => {
    const embedder = await ollama(ollamaAnswer, "nomic-embed-text");
    await embedder.embed(["a"], "memory");
    await embedder.embed(["a"], "question");
    expect(server?.asked.map(({ body }) => body.input[0])).toEqual(["search_document: a", "search_query: a"]);
  });

  test("gets many texts in portions, in their order, and never an empty one", async () => {
    const embedder = await ollama(ollamaAnswer);
    const texts = ["", ...Array.from({ length: 149 }, (_, n) => `text ${n}`)];
    const vectors = await embedder.embed(texts, "memory");
    expect(server?.asked.map(({ body }) => body.input.length)).toEqual([64, 64, 22]);
    expect(server?.asked.flatMap(({ body }) => body.input).slice(1)).toEqual(texts.slice(1));
    expect(server?.asked[0]?.body.input[0]).not.toBe("");
    expect(vectors.length).toBe(150);
    const [again] = await embedder.embed(["text 100"], "memory");
    expect(vectors[101]).toEqual(again);
  });

  test("long texts are cut, and portions are bounded by characters too", async () => {
    const embedder = await ollama(ollamaAnswer);
    await embedder.embed(
      Array.from({ length: 40 }, () => "x".repeat(50_000)),
      "memory",
    );
    expect(server?.asked.length).toBe(3);
    expect(server?.asked[0]?.body.input[0]?.length).toBe(6_000);
  });

  test("a model that is not there is named by the server, with what to do", async () => {
    const embedder = await ollama(() => ({
      status: 404,
      json: { error: 'model "plain" not found, try pulling it first' },
    }));
    const error = await failureOf(embedder.embed(["a"], "memory"));
    expect(error).toMatchObject({
      code: "embedder-failed",
      message: expect.stringContaining("try pulling it first"),
    });
    expect(error.hint).toContain("model");
    expect(server?.asked.length).toBe(1);
  });

  test("nobody there: said at once, with what to do", async () => {
    const { url } = await serve(ollamaAnswer);
    await server?.stop();
    const embedder = ollamaEmbedder({ model: "plain", url, retries: { ...retries, backoff: 60_000 } });
    const error = await failureOf(embedder.embed(["a"], "memory"));
    expect(error.message).toContain("cannot be reached");
    expect(error.hint).toContain("ollama pull plain");
  });
});

describe("a server in trouble", () => {
  test.each([429, 500, 503])("that answers %i is asked again", async (status) => {
    const embedder = await ollama((asked, n) => (n < 3 ? { status } : ollamaAnswer(asked)));
    expect(await embedder.embed(["a"], "memory")).toHaveLength(1);
    expect(server?.asked.length).toBe(3);
  });

  test("that hangs up is asked again", async () => {
    const embedder = await ollama((asked, n) => (n === 1 ? { hangUp: true } : ollamaAnswer(asked)));
    expect(await embedder.embed(["a"], "memory")).toHaveLength(1);
  });

  test("that stays busy is left in the end", async () => {
    const embedder = await ollama(() => ({ status: 503, json: { error: { message: "overloaded" } } }));
    const error = await failureOf(embedder.embed(["a"], "memory"));
    expect(error.message).toContain("503: overloaded");
    expect(server?.asked.length).toBe(3);
  });

  test("says how long to wait", async () => {
    const limits = { ...retries, backoff: 60_000 };
    const embedder = await ollama(
      (asked, n) => (n === 1 ? { status: 429, headers: { "retry-after": "0" } } : ollamaAnswer(asked)),
      "plain",
      limits,
    );
    expect(await embedder.embed(["a"], "memory")).toHaveLength(1);
  });

  test("that is wrong is not asked again", async () => {
    const embedder = await ollama(() => ({ status: 400, json: { error: "input length exceeds" } }));
    expect((await failureOf(embedder.embed(["a"], "question"))).message).toContain(
      "400: input length exceeds",
    );
    expect(server?.asked.length).toBe(1);
  });

  test.each([400, 413, 422])(
    "that does not take one text (%i) gives the others their vectors",
    async (status) => {
      const isRefused = (text: string) => text.includes("huge");
      const embedder = await ollama((asked) =>
        asked.body.input.some(isRefused) ? { status, json: { error: "too long" } } : ollamaAnswer(asked),
      );
      const [first, huge, last] = await embedder.embed(["first", "huge", "last"], "memory");
      expect(huge).toEqual(new Float32Array(8));
      expect(dot(first!, first!)).toBeCloseTo(1, 5);
      expect([first, last]).toEqual(await embedder.embed(["first", "last"], "memory"));
      // Also where nothing else is left to embed, and by one who does not know the dimensions yet.
      const again = ollamaEmbedder({ model: "plain", url: server?.url ?? "", retries });
      expect(await again.embed(["huge"], "memory")).toEqual([new Float32Array(8)]);
    },
  );

  test("that takes no text at all is wrong, and no text is given up for it", async () => {
    const embedder = await ollama(() => ({ status: 400, json: { error: "no such model" } }));
    for (const texts of [["a"], ["a", "b"]])
      expect((await failureOf(embedder.embed(texts, "memory"))).message).toContain("400: no such model");
  });

  test("that is silent is not waited for", async () => {
    const limits = { timeout: 300, tries: 2, backoff: 1 };
    const embedder = await ollama(() => ({ after: 5_000 }), "plain", limits);
    expect((await failureOf(embedder.embed(["a"], "memory"))).message).toContain("no answer within");
    expect(server?.asked.length).toBe(2);
  });

  test("is left when the caller gives up, also between two tries", async () => {
    const silent = await ollama(() => ({ after: 5_000 }));
    await expect(silent.embed(["a"], "memory", AbortSignal.timeout(30))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await server?.stop();
    const busy = await ollama(() => ({ status: 503 }), "plain", { ...retries, backoff: 60_000 });
    await expect(busy.embed(["a"], "memory", AbortSignal.timeout(80))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(server?.asked.length).toBe(1);
  });

  test("that sends us elsewhere is not followed", async () => {
    const elsewhere = await ScriptedServer.start(ollamaAnswer);
    const embedder = await ollama(() => ({
      status: 307,
      headers: { location: `${elsewhere.url}/api/embed` },
    }));
    await failureOf(embedder.embed(["a"], "memory"));
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.stop();
  });
});

describe("what comes back is not believed", () => {
  test.each<[string, Said, string]>([
    ["no JSON", { text: "<html>" }, "no JSON"],
    ["null", { json: null }, "0 vectors for 1 texts"],
    ["too few", { json: { embeddings: [] } }, "0 vectors for 1 texts"],
    ["no vector", { json: { embeddings: ["x"] } }, "something else than vectors"],
    ["an empty vector", { json: { embeddings: [[]] } }, "vectors of 0 numbers"],
    ["a gap", { json: { embeddings: [[1, null]] } }, "vectors with gaps"],
  ])("%s", async (_, said, message) => {
    const embedder = await ollama(() => said);
    expect((await failureOf(embedder.embed(["a"], "memory"))).message).toContain(message);
  });

  test("a model that changes its dimensions", async () => {
    const embedder = await ollama((_, n) => ({ json: { embeddings: [new Array(n).fill(1)] } }));
    await embedder.embed(["a"], "memory");
    expect((await failureOf(embedder.embed(["a"], "memory"))).message).toContain("of 1 and of 2 numbers");
  });
});

describe("a server that speaks as OpenAI's", () => {
  const answer = ({ body }: Asked): Said => ({
    // Not in order: the index counts.
    json: { data: body.input.map((text, index) => ({ index, embedding: vectorFor(text) })).reverse() },
  });

  test("is asked in its form, with the key, and its indexes are followed", async () => {
    const { url } = await serve(answer);
    const embedder = openaiEmbedder({ model: "small", url: `${url}/v1`, key: KEY, retries });
    expect(embedder.name).toBe(`openai:small@${hostOf(server)}/v1`);
    const together = await embedder.embed(["first", "second"], "memory");
    expect(server?.asked[0]).toMatchObject({
      path: "/v1/embeddings",
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: "small", input: ["first", "second"], encoding_format: "float" },
    });
    expect(together).toEqual([
      (await embedder.embed(["first"], "memory"))[0],
      (await embedder.embed(["second"], "memory"))[0],
    ]);
  });

  test("without a key none is sent, and without indexes the order counts", async () => {
    const { url } = await serve(({ body }) => ({
      json: { data: body.input.map((text) => ({ embedding: vectorFor(text) })) },
    }));
    const embedder = openaiEmbedder({ model: "small", url, retries });
    expect(await embedder.embed(["a", "b"], "memory")).toHaveLength(2);
    expect(server?.asked[0]?.headers.authorization).toBeUndefined();
  });

  test.each([401, 403, 400, 500])("the key is in no message (%i)", async (status) => {
    const { url } = await serve(() => ({ status, json: { error: { message: `bad key ${KEY}` } } }));
    const embedder = openaiEmbedder({ model: "small", url, key: KEY, retries });
    const error = await failureOf(embedder.embed(["a"], "memory"));
    expect(`${error.message} ${error.hint} ${error.stack} ${String(error.cause)}`).not.toContain(KEY);
    if (status === 401) expect(error.hint).toContain("TIDEMARK_EMBEDDER_KEY");
  });

  test("the key does not travel for all to read", () => {
    const make = (url: string) => () => openaiEmbedder({ model: "small", url, key: KEY, retries });
    expect(make("http://models.example/v1")).toThrow(expect.objectContaining({ code: "bad-argument" }));
    expect(make("https://models.example/v1")).not.toThrow();
    expect(make("http://127.0.0.1:9/v1")).not.toThrow();
  });
});
