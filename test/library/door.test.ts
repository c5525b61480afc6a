import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTidemark, TidemarkError } from "../../src/index.js";
import { tidemarkMiddleware } from "../../src/library/ai-sdk/middleware.js";
import { messageRoom } from "./message/message-room.js";

function errorOf(act: () => unknown): TidemarkError {
  try {
    act();
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

/** A program in plain JavaScript, which hands over what it likes. */
function call(act: (...args: never[]) => unknown, ...args: unknown[]): unknown {
  return Reflect.apply(act, undefined, args);
}

describe("what is handed over at the library's door", () => {
  test.each<[string, object, RegExp]>([
    ["a model that is none", { model: 42 }, /A model must be an object/],
    ["a model that cannot be asked", { model: { name: "x" } }, /A model has a name/],
    ["a counter that is none", { tokens: "x" }, /The counter of tokens/],
    ["a flag that is none", { durable: "no" }, /durable must be true or false/],
    ["a folder that depends on where one stands", { home: "data" }, /no whole path/],
    ["an option that nobody knows", { modle: undefined, agnet: "x" }, /have no "agnet"/],
  ])("is refused: %s", (_, options, message) => {
    const { project, home } = messageRoom();
    const error = errorOf(() => call(openTidemark, { project, home, ...options }));
    expect(error).toMatchObject({ code: "bad-argument", message: expect.stringMatching(message) });
  });

  test("is refused with the name that was meant", () => {
    const { open } = messageRoom();
    using tidemark = open();
    const session = tidemark.sessions.create();
    expect(errorOf(() => call(openTidemark, { agnet: "x" })).hint).toContain('"agent"');
    expect(errorOf(() => call(session.context, { limits: 5 })).hint).toContain('"limit"');
    expect(errorOf(() => call(tidemark.sessions.create, { tilte: "x" })).hint).toContain('"title"');
    expect(errorOf(() => call(session.decide, "x", { resaon: "y" })).hint).toContain('"reason"');
  });

  test("is refused where a middleware has no session, or options of another kind", () => {
    const { open } = messageRoom();
    using tidemark = open();
    const session = tidemark.sessions.create();
    for (const args of [
      [null],
      [],
      [{}],
      [session, null],
      [session, { remember: "yes" }],
      [session, { compact: 1 }],
    ])
      expect(errorOf(() => call(tidemarkMiddleware, ...args)).code).toBe("bad-argument");
    expect(tidemarkMiddleware(session, { compact: true }).transformParams).toBeTypeOf("function");
  });

  test("is refused where a file has nothing in it", () => {
    const { open } = messageRoom();
    using tidemark = open();
    const session = tidemark.sessions.create();
    const file = { type: "file" as const, mediaType: "image/png" };
    expect(errorOf(() => session.add({ role: "user", content: [file] })).message).toContain(
      "without data and url",
    );
  });

  test("is a data folder that cannot be one, and everything says so", () => {
    const { project } = messageRoom();
    const file = join(mkdtempSync(join(tmpdir(), "tidemark-door-")), "file");
    writeFileSync(file, "");
    for (const [home, code] of [
      [file, "home-unsafe"],
      [join(file, "below"), "home-unwritable"],
      [join(file, "..", "x".repeat(300)), "home-unwritable"],
    ] as const) {
      using tidemark = openTidemark({ project, home });
      const session = tidemark.sessions.create();
      for (const act of [
        () => session.add({ role: "user", content: "Hello" }),
        () => session.context(),
        () => tidemark.sessions.list(),
        () => tidemark.pin("x"),
      ])
        expect(errorOf(act)).toMatchObject({ code, hint: expect.stringContaining("TIDEMARK_HOME") });
    }
  });
});
