import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Patience } from "../../../src/library/llm/model-server.js";
import { failureOf } from "./failure-of.js";
import { MAKERS } from "./maker.js";
import { type Act, type Asked, inChunks, type Said, ScriptedServer } from "./scripted-server.js";

const KEY = "key-0123456789-abcdef";
const QUICK: Partial<Patience> = {
  connect: 20_000,
  first: 20_000,
  silence: 20_000,
  total: 40_000,
  tries: 3,
  backoff: 5,
};
const TEXT = ["Ünïcode ", "🌊 and ", "漢字\n", "end."];
const WHOLE = TEXT.join("");
const USAGE = { asked: 1_204, answered: 310 };
const question = { messages: [{ role: "user", content: "hello" }], most: 100 } as const;

let server: ScriptedServer | undefined;
afterEach(() => server?.stop());

describe.each(MAKERS)("$name", (maker) => {
  const { type, write, begin } = maker;
  const stream = (...acts: Act[]): Said => ({ headers: { "content-type": type }, acts });

  async function model(answer: (asked: Asked, n: number) => Said, patience: Partial<Patience> = {}) {
    await server?.stop();
    server = await ScriptedServer.start(answer);
    return maker.make({
      model: "some-model",
      url: server.url,
      key: KEY,
      patience: { ...QUICK, ...patience },
    });
  }

  test("hands over each piece, and tells end and usage", async () => {
    const asked = await model(() => stream(write({ text: TEXT, usage: USAGE })));
    const pieces: string[] = [];
    expect(await asked.ask(question, (piece) => pieces.push(piece))).toEqual({
      text: WHOLE,
      end: "done",
      usage: USAGE,
    });
    expect(pieces).toEqual(TEXT);
    expect(asked.name).toBe(`${maker.name}:some-model@${new URL(server?.url ?? "").host}`);
    expect(server?.asked).toMatchObject([{ path: maker.path, body: { model: "some-model", stream: true } }]);
    expect(JSON.stringify(server?.asked[0]?.headers)).toContain(KEY);
  });

  test("an answer at its longest is full, and one without usage has none", async () => {
    const asked = await model(() => stream(write({ text: TEXT, end: "full" })));
    expect(await asked.ask(question)).toMatchObject({ text: WHOLE, end: "full" });
    const silent = await (await model(() => stream(write({ text: ["x"] })))).ask(question);
    expect(silent.usage?.asked).toBeUndefined();
  });

  test("any chunking of a stream gives the same answer", async () => {
    let lengths: readonly number[] = [1];
    let isReturned = false;
    let pieces: readonly string[] = TEXT;
    const asked = await model(() => {
      const text = write({ text: pieces, usage: USAGE });
      return stream(...inChunks(isReturned ? text.replaceAll("\n", "\r\n") : text, lengths));
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (sizes, returned, texts) => {
          [lengths, isReturned, pieces] = [sizes, returned, texts];
          const answer = await asked.ask(question);
          expect(answer).toEqual({ text: texts.join(""), end: "done", usage: USAGE });
        },
      ),
      { numRuns: 25 },
    );
    [lengths, isReturned, pieces] = [[1], true, TEXT];
    expect((await asked.ask(question)).text).toBe(WHOLE);
  });

  test("stopped while it answers: what came is the answer, and the line is closed", async () => {
    const asked = await model(() => stream(begin(["one ", "two "]), { wait: 60 }, begin(["three"]), "hang"));
    const controller = new AbortController();
    const answer = await asked.ask({ ...question, signal: controller.signal }, (piece) => {
      if (piece === "three") controller.abort();
    });
    expect(answer).toMatchObject({ text: "one two three", end: "stopped" });
    await until(() => server?.closed === 1);
  });

  test("stopped inside a chunk: no later piece is handed over", async () => {
    const asked = await model(() => stream(write({ text: TEXT })));
    const controller = new AbortController();
    const answer = await asked.ask({ ...question, signal: controller.signal }, () => controller.abort());
    expect(answer).toMatchObject({ text: TEXT[0], end: "stopped" });
  });

  test("stopped before, while it is silent, and while it is waited for another try", async () => {
    const mute = await model(() => ({ isMute: true, acts: [] }));
    expect(await mute.ask({ ...question, signal: AbortSignal.abort() })).toEqual(STOPPED);
    expect(server?.asked).toEqual([]);
    expect(await mute.ask({ ...question, signal: AbortSignal.timeout(30) })).toEqual(STOPPED);
    const controller = new AbortController();
    const busy = await model(() => {
      setTimeout(() => controller.abort(), 50);
      return { status: 429, headers: { "retry-after": "30" }, acts: ["{}"] };
    });
    const began = performance.now();
    expect(await busy.ask({ ...question, signal: controller.signal })).toEqual(STOPPED);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(server?.asked.length).toBe(1);
  });

  test.each([408, 409, 429, 500, 502, 503, 529])(
    "a server that answers %i is asked again",
    async (status) => {
      const asked = await model((_, n) =>
        n < 3 ? { status, acts: [maker.refusal("busy")] } : stream(write({ text: TEXT })),
      );
      expect(await asked.ask(question)).toMatchObject({ text: WHOLE, end: "done" });
      expect(server?.asked.length).toBe(3);
    },
  );

  test("tries are bounded, and the last failure is told", async () => {
    const asked = await model(() => ({
      status: 529,
      acts: [maker.refusal("Overloaded", "overloaded_error")],
    }));
    expect((await failureOf(asked.ask(question))).message).toMatch(
      /^127\.0\.0\.1:\d+ answered 529: Overloaded\.$/,
    );
    expect(server?.asked.length).toBe(3);
  });

  test("waits as long as the server says, and not where that is too long", async () => {
    const asked = await model((_, n) =>
      n === 1 ? { status: 429, headers: { "retry-after": "0.3" }, acts: [] } : stream(write({ text: TEXT })),
    );
    const began = performance.now();
    await asked.ask(question);
    expect(performance.now() - began).toBeGreaterThan(250);
    const later = await model(() => ({
      status: 429,
      headers: { "retry-after": "3600" },
      acts: [maker.refusal("slow down")],
    }));
    expect(await failureOf(later.ask(question))).toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("is asked too much (429): slow down."),
    });
    expect(server?.asked.length).toBe(1);
  });

  test("a line that breaks before the first piece is tried again, after it never", async () => {
    const early = await model((_, n) => stream(n === 1 ? "hang up" : write({ text: TEXT })));
    expect((await early.ask(question)).text).toBe(WHOLE);
    expect(server?.asked.length).toBe(2);
    const pieces: string[] = [];
    const dying = await model(() => stream(begin(["half "]), { wait: 20 }, "hang up"));
    const failure = await failureOf(dying.ask(question, (piece) => pieces.push(piece)));
    expect(failure.message).toContain("broke off in the middle of its answer");
    expect(pieces).toEqual(["half "]);
    expect(server?.asked.length).toBe(1);
  });

  test("an answer that just ends, without its end, is none", async () => {
    const asked = await model(() => stream(begin(["half "])));
    expect((await failureOf(asked.ask(question))).message).toContain("broke off");
    expect(server?.asked.length).toBe(1);
  });

  test("an error in the middle is told in the server's words", async () => {
    const asked = await model(() => stream(begin(["half "]), maker.error("The engine died")));
    expect((await failureOf(asked.ask(question))).message).toContain(
      "broke off with an error: The engine died.",
    );
    expect(server?.asked.length).toBe(1);
  });

  test("each wait has its limit: for an answer, its first byte, and between two", async () => {
    const mute = await model(() => ({ isMute: true, acts: [] }), { connect: 60 });
    expect((await failureOf(mute.ask(question))).message).toContain("gave no answer within 0.06 seconds");
    const empty = await model(() => stream("hang"), { first: 60 });
    expect((await failureOf(empty.ask(question))).message).toContain("sent nothing for 0.06 seconds");
    const silent = await model(() => stream(begin(["half "]), "hang"), { silence: 60 });
    expect((await failureOf(silent.ask(question))).message).toContain("was silent for 0.06 seconds");
    const endless = await model(
      () => stream(...Array.from({ length: 200 }, (): Act[] => [begin(["x"]), { wait: 10 }]).flat()),
      {
        total: 200,
      },
    );
    expect((await failureOf(endless.ask({ ...question, most: 10_000 }))).message).toContain(
      "was not done within",
    );
  });

  test("a slow server that goes on speaking is waited for", async () => {
    const acts = inChunks(write({ text: ["slow"] }), [40]).flatMap((chunk): Act[] => [chunk, { wait: 20 }]);
    const asked = await model(() => stream(...acts), { silence: 10_000 });
    expect((await asked.ask(question)).text).toBe("slow");
  });

  test("the key is refused: its names are told, never the key or the server's words", async () => {
    for (const status of [401, 403]) {
      const asked = await model(() => ({ status, acts: [maker.refusal(`Incorrect key: ${KEY}`)] }));
      const failure = await failureOf(asked.ask(question));
      expect(failure).toMatchObject({
        code: "model-failed",
        message: expect.stringContaining(`refuses the key (${status})`),
      });
      expect(failure.hint).toContain("TIDEMARK_MODEL_KEY");
      expect(everythingIn(failure)).not.toContain("0123456789");
    }
  });

  test("a key in the words of any other error is not repeated, in part neither", async () => {
    const said = `no: ${KEY}, "${KEY}" or ${KEY.slice(0, 8)}***${KEY.slice(-6)} \u001b[31mred`;
    for (const status of [400, 418, 500]) {
      const asked = await model(() => ({ status, acts: [maker.refusal(said)] }), { tries: 1 });
      const failure = await failureOf(asked.ask(question));
      expect(everythingIn(failure)).not.toMatch(/0123|abcdef|\u001b/);
      expect(failure.message).toContain("[key]");
    }
    const midway = await model(() => stream(begin(["x"]), maker.error(said)));
    expect(everythingIn(await failureOf(midway.ask(question)))).not.toMatch(/0123|abcdef/);
  });

  test("an unknown model is named, with what to do", async () => {
    const asked = await model(() => ({ status: 404, acts: [maker.refusal("model 'some-model' not found")] }));
    const failure = await failureOf(asked.ask(question));
    expect(failure.message).toContain("knows no model some-model");
    expect(failure.hint).toContain(maker.name === "ollama" ? "ollama pull some-model" : "name right");
  });

  test.each([
    [400, "prompt is too long: 210000 tokens > 200000 maximum"],
    [400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"],
    [400, "the input length exceeds the context length"],
    [400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"],
    [413, "Request exceeds the maximum size"],
  ])("more than it can hold (%i: %s)", async (status, words) => {
    const asked = await model(() => ({ status, acts: [maker.refusal(words)] }));
    const failure = await failureOf(asked.ask(question));
    expect(failure.message).toContain(`More was sent than ${asked.name} can hold`);
    expect(failure.hint).toContain("compact");
    expect(server?.asked.length).toBe(1);
  });

  test("an answer wanted longer than the model gives is not said to be too much sent", async () => {
    const words = "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens";
    const asked = await model(() => ({ status: 400, acts: [maker.refusal(words)] }));
    expect((await failureOf(asked.ask(question))).message).toContain(`answered 400: ${words}`);
    expect(server?.asked.length).toBe(1);
  });

  test("patience longer than any timer is patience all the same", async () => {
    const long = { connect: 1e12, first: 1e12, silence: 1e12, total: 1e12 };
    const asked = await model(() => stream(begin(["x"]), { wait: 30 }, write({ text: ["y"] })), long);
    expect((await asked.ask(question)).text).toBe("xy");
  });

  test("nobody listens: said at once, with what to do", async () => {
    const asked = await model(() => stream());
    await server?.stop();
    const failure = await failureOf(asked.ask(question));
    expect(failure).toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("cannot be reached (ECONNREFUSED)"),
    });
    expect(failure.hint).toBeTruthy();
  });

  test("a redirect is not followed, and the key stays", async () => {
    const other = await ScriptedServer.start(() => stream(write({ text: TEXT })));
    try {
      const asked = await model(() => ({ status: 307, headers: { location: `${other.url}/v1` }, acts: [] }));
      expect((await failureOf(asked.ask(question))).message).toContain("points to another address (307)");
      expect(other.asked).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test("a proxy's page, something else, and a piece that cannot be read", async () => {
    const page = await model(() => ({
      headers: { "content-type": "text/html" },
      acts: ["<html>Log in</html>"],
    }));
    expect((await failureOf(page.ask(question))).message).toContain("answered with a web page");
    const bare = await model(() => stream("<!doctype html>\n<p>Log in"));
    expect((await failureOf(bare.ask(question))).message).toMatch(/answered with a web page|cannot be read/);
    const torn = await model(() => stream(maker.name === "ollama" ? '{"mess\n' : 'data: {"mess\n\n'));
    expect((await failureOf(torn.ask(question))).message).toContain("sent a piece that cannot be read");
    expect(server?.asked.length).toBe(1);
    const nothing = await model(() => stream(), { tries: 1 });
    expect((await failureOf(nothing.ask(question))).message).toContain("broke off");
  });

  test("a server that does not keep to the longest answer is cut", async () => {
    const long = "x".repeat(1_000);
    const asked = await model(() => stream(...Array.from({ length: 50 }, () => begin([long])), "hang"));
    const answer = await asked.ask({ ...question, most: 10 });
    expect(answer).toMatchObject({ end: "full", text: "x".repeat(240) });
    await until(() => server?.closed === 1);
  });

  test("a line without an end is refused", async () => {
    const asked = await model(() => stream(...Array.from({ length: 40 }, () => "x".repeat(1 << 16))));
    expect((await failureOf(asked.ask(question))).message).toContain("sent a line without an end");
  });

  test("values of wrong types are passed over", async () => {
    const odd = [null, 7, "text", [], { choices: 3, message: 4, delta: [], usage: "x", type: {} }];
    const lines = odd.map((value) =>
      maker.name === "ollama" ? `${JSON.stringify(value)}\n` : `data: ${JSON.stringify(value)}\n\n`,
    );
    const asked = await model(() => stream(...lines, write({ text: TEXT, usage: USAGE })));
    expect(await asked.ask(question)).toEqual({ text: WHOLE, end: "done", usage: USAGE });
  });

  test("an error of the one who listens is his own", async () => {
    const asked = await model(() => stream(write({ text: TEXT })));
    const mine = new Error("mine");
    await expect(
      asked.ask(question, () => {
        throw mine;
      }),
    ).rejects.toBe(mine);
    expect(server?.asked.length).toBe(1);
  });

  test("the system's text and messages are sent in a form every server takes", async () => {
    const asked = await model(() => stream(write({ text: TEXT })));
    await asked.ask({
      system: "Be brief.",
      most: 55,
      messages: [
        { role: "assistant", content: "earlier" },
        { role: "user", content: "one" },
        { role: "user", content: "two \ud83c" },
        { role: "assistant", content: "   " },
        { role: "user", content: "three" },
      ],
    });
    const body = server?.asked[0]?.body;
    const turns = body?.messages?.filter(({ role }) => role !== "system");
    expect(turns?.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(turns?.at(-1)?.content).toBe("one\n\ntwo \ufffd\n\nthree");
    expect(JSON.stringify(body)).toContain("Be brief.");
    expect(JSON.stringify(body)).toContain(":55");
    expect((await failureOf(asked.ask({ messages: [{ role: "user", content: " " }], most: 5 }))).code).toBe(
      "bad-argument",
    );
    for (const odd of [
      { most: 0 },
      { messages: "hello" },
      { messages: [{ role: "user", content: [] }] },
      { system: 7 },
    ])
      expect((await failureOf(Reflect.apply(asked.ask, asked, [{ ...question, ...odd }]))).code).toBe(
        "bad-argument",
      );
  });
});

const STOPPED = { text: "", end: "stopped", usage: {} };

function everythingIn(error: Error): string {
  return `${error.message} ${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
