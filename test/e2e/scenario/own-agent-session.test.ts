import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LibraryStage } from "../library-stage.js";
import { anthropicWire, HISTORY, modelOf } from "./own-agent.js";

describe("a session survives", () => {
  test("it is saved by itself, with each message, and all of it is there after a restart", () => {
    const stage = new LibraryStage();
    const said = stage.library(`
      const session = tidemark.sessions.create();
      session.add({ role: "user", content: "Remember the number 4711." });
      session.add({ role: "assistant", content: [
        { type: "text", text: "I note it." },
        { type: "tool-call", id: "c1", tool: "note", input: { number: 4711, list: [null, true, { a: "é😀" }] } },
      ] });
      session.add({ role: "tool", content: [{ type: "tool-result", id: "c1", output: { ok: true } }] });
      return ${HISTORY};
    `);
    expect(stage.library(`const session = tidemark.sessions.resumeLast(); return ${HISTORY};`)).toMatchObject(
      said,
    );
    expect(said).toHaveLength(3);
  });

  test("a process that is killed takes nothing along", () => {
    const stage = new LibraryStage();
    const killed = stage.start(
      stage.write(`
        import { openTidemark } from "tidemark";
        const session = openTidemark().sessions.create();
        for (let n = 0; n < 100; n++) session.add({ role: "user", content: "Message " + n });
        process.kill(process.pid, "SIGKILL");
      `),
    );
    expect(killed.signal).toBe("SIGKILL");
    const found = stage.library(`const session = tidemark.sessions.resumeLast(); return ${HISTORY};`);
    expect(found).toHaveLength(100);
    expect(found.at(-1)).toEqual({ role: "user", content: "Message 99" });
  });

  test("the last session is resumed by itself, and a new one on demand", async () => {
    const stage = new LibraryStage();
    const { server, env } = await modelOf(anthropicWire());
    try {
      const ask = (...args: string[]) => stage.cliAside(["chat", ...args], env);
      expect((await ask("--print", "My cat is called Minka.")).stdout).toContain("Answer 1.");
      expect((await ask("--print", "What is my cat called?")).stdout).toContain("Answer 2.");
      expect(server.asked.at(-1)?.body.messages).toEqual([
        { role: "user", content: "My cat is called Minka." },
        { role: "assistant", content: "Answer 1." },
        { role: "user", content: "What is my cat called?" },
      ]);
      await ask("--new-session", "--print", "Hello again.");
      expect(server.asked.at(-1)?.body.messages).toEqual([{ role: "user", content: "Hello again." }]);
      const [latest, first] = stage.json(["sessions"]);
      expect([latest.messages, first.messages]).toEqual([2, 4]);
      await ask("--resume", first.session, "--print", "And now?");
      expect(server.asked.at(-1)?.body.messages).toHaveLength(5);
    } finally {
      await server.stop();
    }
  });

  test("sessions are listed with what is known of them", () => {
    const stage = new LibraryStage();
    const listed = stage.library(`
      const first = tidemark.sessions.create();
      first.add({ role: "user", content: "Add retry to uploads" });
      first.end();
      const second = tidemark.sessions.create();
      second.add({ role: "user", content: "Cache thumbnails" });
      second.add({ role: "assistant", content: "In Redis." });
      return tidemark.sessions.list();
    `);
    expect(listed).toMatchObject([
      { title: "Cache thumbnails", messages: 2, tags: [], agent: "library" },
      { title: "Add retry to uploads", messages: 1, status: "ended" },
    ]);
    for (const { id, startedAt, lastAt } of listed) {
      expect(id).toMatch(/^[0-9a-z]{12,}$/);
      expect(lastAt).toBeGreaterThanOrEqual(startedAt);
    }
    const { stdout } = stage.cli(["sessions"]);
    expect(stdout).toContain("Cache thumbnails");
    expect(stdout).toContain("2 messages");
  });

  test("there is a working set from the first message on", () => {
    const stage = new LibraryStage();
    const set = stage.library(`
      const session = tidemark.sessions.create();
      const empty = session.workingSet();
      session.add({ role: "user", content: "Add retry to src/upload.ts" });
      session.pin("The staging bucket is in Oslo");
      session.decide("Full jitter", { reason: "all clients come back at once" });
      session.task("Test the third failure");
      session.recordTool({ tool: "edit_file", action: "edit", paths: ["src/upload.ts"], ok: true });
      return { empty, ...session.workingSet() };
    `);
    expect(set.empty).toMatchObject({
      summary: "",
      facts: [],
      decisions: [],
      tasks: [],
      files: [],
      messages: [],
    });
    expect(set.facts.join()).toContain("Oslo");
    expect(set.decisions.join()).toContain("Full jitter");
    expect(set.tasks.join()).toContain("Test the third failure");
    expect(set.files.join()).toContain("src/upload.ts");
    expect(set.messages).toHaveLength(1);
    expect(set.tokens).toMatchObject({ limit: 100_000, by: expect.any(String) });
    expect(set.tokens.used).toBeGreaterThan(0);
  });
});

describe("two processes on one session", () => {
  test("both write, nothing is lost, and the order is the same for both afterwards", async () => {
    const stage = new LibraryStage();
    const id = stage.library(
      `const s = tidemark.sessions.create(); s.add({ role: "user", content: "go" }); return s.id;`,
    );
    const body = (name: string) => `
      const session = tidemark.sessions.open("${id}");
      for (let n = 0; n < 200; n++) session.add({ role: "assistant", content: "${name} " + n });
    `;
    await Promise.all([stage.libraryAside(body("a")), stage.libraryAside(body("b"))]);
    const order = `return [...tidemark.sessions.open("${id}").history()].map(({ id }) => id)`;
    const [one, other] = [stage.library(order), stage.library(order)];
    expect(one).toHaveLength(401);
    expect(new Set(one).size).toBe(401);
    expect(other).toEqual(one);
    expect(readdirSync(join(stage.home, "journal")).length).toBeGreaterThan(0);
    expect(stage.json(["verify"])).toMatchObject({ same: true });
    expect(readFileSync(join(stage.home, "device"), "utf8")).not.toBe("");
  });
});
