import { describe, expect, test } from "vitest";
import { MAKERS } from "../../library/llm/maker.js";
import { ScriptedServer } from "../../library/llm/scripted-server.js";
import { LibraryStage } from "../library-stage.js";
import { anthropicWire, HISTORY, LONG, modelOf } from "./own-agent.js";

describe("a context that fits", () => {
  test("compaction is due beyond 15,000 tokens, and not before", () => {
    const stage = new LibraryStage();
    const due = stage.library(`
      const session = tidemark.sessions.create();
      const due = [];
      for (let n = 1; n <= 40; n++) {
        session.add({ role: "user", content: "word ".repeat(500) });
        due.push([session.context({ last: 100 }).tokens.used > 15_000, session.shouldCompact()]);
      }
      return due;
    `);
    expect(due.filter(([isBeyond, isDue]: boolean[]) => isBeyond !== isDue)).toEqual([]);
    expect(due.at(0)).toEqual([false, false]);
    expect(due.at(-1)).toEqual([true, true]);
  });

  test("what is old is summed up, with facts, decisions, tasks and files, and the model gets that and the last messages", () => {
    const stage = new LibraryStage();
    const told = stage.library(`
      const session = tidemark.sessions.create();
      ${LONG}
      const due = session.shouldCompact();
      const before = session.context();
      const compacted = await session.compact();
      const after = session.context();
      return {
        due, compacted, system: after.system, messages: after.messages.length, tokens: after.tokens,
        before: before.tokens.used, again: session.shouldCompact(), kept: [...session.history()].length,
        set: session.workingSet(),
      };
    `);
    expect(told.due).toBe(true);
    expect(told.compacted).toMatchObject({ done: true, covered: 222 });
    expect(told.compacted.summary).not.toBe("");
    expect(told.compacted.tokens.after).toBeLessThanOrEqual(1_000);
    expect(told.compacted.tokens.before).toBeGreaterThan(15_000);
    for (const kept of [
      "Oslo",
      "full jitter",
      "Give up after five tries",
      "Document the limits",
      "PostgreSQL",
      "part-60.ts",
    ])
      expect(told.system, kept).toContain(kept);
    expect(told.set.facts.join()).toContain("Oslo");
    expect(told.set.decisions.join()).toContain("five tries");
    expect(told.messages).toBe(20);
    expect(told.again).toBe(false);
    // All of it is still on disk.
    expect(told.kept).toBe(242);
  });

  test("it stays under its budget, whatever that is, and costs less than the whole", () => {
    const stage = new LibraryStage();
    const told = stage.library(`
      const session = tidemark.sessions.create();
      ${LONG}
      await session.compact();
      return [500, 2_000, 8_000, 100_000].map((limit) => session.context({ limit })).map(({ tokens, messages }) => ({ ...tokens, messages: messages.length }));
    `);
    for (const { used, limit } of told) expect(used).toBeLessThanOrEqual(limit);
    expect(told.at(-1).messages).toBe(20);
    expect(told.at(-1).used).toBeLessThan(8_000);
    expect(told[1].messages).toBeGreaterThan(0);
  });

  test("what is no longer sent is still found, and read from disk by others", () => {
    const stage = new LibraryStage();
    const id = stage.library(`
      const session = tidemark.sessions.create();
      ${LONG}
      await session.compact();
      return session.id;
    `);
    const again = stage.library(`
      const session = tidemark.sessions.open("${id}");
      const { system, messages } = session.context();
      return { system, messages: messages.length, kept: ${HISTORY} };
    `);
    expect(again.kept).toHaveLength(242);
    expect(again.messages).toBe(20);
    expect(again.system).toContain("full jitter");
    expect(again.kept[0].content).toContain("PostgreSQL instead of MongoDB");
    expect(stage.cli(["recall", "why PostgreSQL?"]).stdout).toContain("MongoDB");
    const { events } = JSON.parse(stage.cli(["export", id]).stdout);
    expect(events.filter(({ type }: { type: string }) => type === "message.added")).toHaveLength(242);
  });

  test.each(MAKERS.map((wire) => [wire.name, wire] as const))(
    "a model of %s sums it up, streamed",
    async (_name, wire) => {
      const stage = new LibraryStage();
      const words = ["The user wants uploads that survive ", "flaky networks; jitter was chosen."];
      const { server, env } = await modelOf(wire, () => words);
      try {
        const told = await stage.libraryAside(
          `
        const session = tidemark.sessions.create();
        ${LONG}
        const pieces = [];
        const compacted = await session.compact({ onText: (piece) => pieces.push(piece) });
        return { pieces, compacted, system: session.context().system, kept: [...session.history()].length };
      `,
          "{ model: languageModel(process.env.TIDEMARK_MODEL) }",
          env,
        );
        expect(told.compacted.failure).toBeUndefined();
        expect(told.compacted.model).toContain(`${wire.name}:scripted`);
        expect(told.pieces.join("")).toContain("flaky networks; jitter was chosen.");
        expect(told.pieces.length).toBeGreaterThan(1);
        expect(told.system).toContain("survive flaky networks");
        expect(told.compacted.cost).toMatch(/token/);
        expect(told.kept).toBe(242);
        expect(JSON.stringify(server.asked[0]?.body)).toContain("PostgreSQL");
      } finally {
        await server.stop();
      }
    },
  );

  test("a model that fails costs nothing: the summary without it is taken, and says why", async () => {
    const stage = new LibraryStage();
    const server = await ScriptedServer.start(() => ({
      status: 400,
      acts: [anthropicWire().refusal("no such model")],
    }));
    try {
      const told = await stage.libraryAside(
        `
        const session = tidemark.sessions.create();
        ${LONG}
        const compacted = await session.compact();
        return { compacted, system: session.context().system, kept: [...session.history()].length };
      `,
        "{ model: languageModel(process.env.TIDEMARK_MODEL) }",
        { TIDEMARK_MODEL: `anthropic:scripted@${server.url}` },
      );
      expect(told.compacted).toMatchObject({
        done: true,
        covered: 222,
        failure: expect.stringMatching(/no such model/),
      });
      expect(told.compacted.model).toBeUndefined();
      expect(told.system).toContain("Give up after five tries");
      expect(told.kept).toBe(242);
    } finally {
      await server.stop();
    }
  });

  test("a chat compacts by itself once it is due", async () => {
    const stage = new LibraryStage();
    const { server, env } = await modelOf(anthropicWire(), (n) => [
      n === 1 ? "Welcome back." : "All was about counting.",
    ]);
    try {
      const id = stage.library(
        `const session = tidemark.sessions.create();
        ${LONG}
        return session.id;`,
        '{ agent: "chat" }',
      );
      const { stdout, status } = await stage.cliAside(["chat", "--print", "Where were we?"], env);
      expect({ stdout, status }).toEqual({ stdout: "Welcome back.\n", status: 0 });
      const { compaction, messages } = stage.json(["state", "--session", id]);
      expect(compaction.covered).toBeGreaterThan(0);
      expect(messages.count).toBe(244);
      await stage.cliAside(["chat", "--print", "And now?"], env);
      const { system, messages: sent } = server.asked.at(-1)?.body ?? {};
      expect(system).toContain("All was about counting.");
      expect(sent?.length).toBeLessThan(25);
    } finally {
      await server.stop();
    }
  });
});
