import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { LibraryStage } from "./library-stage.js";
import { openClient } from "./mcp-client.js";

/** What a program of one's own does in a session: ask, call a tool, answer, keep, branch. */
const WORK = `
  const session = tidemark.sessions.create();
  session.add({ role: "user", content: "Uploads to Borealis Ltd fail on flaky networks. Add a retry to src/upload.ts" });
  session.add({ role: "assistant", content: [
    { type: "text", text: "I look at the file first." },
    { type: "tool-call", id: "c1", tool: "read_file", input: { path: "src/upload.ts" } },
  ] });
  session.add({ role: "tool", content: [
    { type: "tool-result", id: "c1", tool: "read_file", output: "export const tries = 7;" },
  ] });
  const answer = session.add({ role: "assistant", content: "We decided to use full jitter instead of a fixed delay." });
  session.pin("The staging bucket is in Oslo");
  session.decide("Give up after five tries", { reason: "the server bans faster clients" });
  session.task("Test the third failure");
  session.add({ role: "user", content: "Thanks, go on with the test" });
  const branch = tidemark.sessions.branch(session.id, { at: answer.id });
  branch.add({ role: "user", content: "Another way: a queue on disk" });
  return { id: session.id, branch: branch.id };
`;

function holds(folder: string, text: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return holds(path, text);
    const bytes = readFileSync(path);
    return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).includes(text) ? [path] : [];
  });
}

function worked() {
  const stage = new LibraryStage();
  const { id, branch } = stage.library(WORK, '{ agent: "upload-bot" }');
  return { stage, id: String(id), branch: String(branch) };
}

describe("a session of one's own program", () => {
  let stage: LibraryStage;
  let id: string;
  let branch: string;
  beforeAll(() => {
    ({ stage, id, branch } = worked());
  });

  test("is listed with its agent, its messages and what it goes on from", () => {
    expect(stage.json(["sessions"])).toMatchObject([
      { session: branch, agent: "upload-bot", messages: 1, from: id },
      { session: id, agent: "upload-bot", messages: 5 },
    ]);
    const { stdout } = stage.cli(["sessions"]);
    expect(stdout).toMatch(/5 messages · 1 tool call · 1 open · main · upload-bot/);
    expect(stdout).toContain(`from ${id.slice(0, 8)}`);
    expect(stage.json(["sessions", "--agent", "upload-bot"])).toHaveLength(2);
  });

  test("is shown turn by turn, with its calls, decisions and state", () => {
    const { stdout } = stage.cli(["session", id, "--tools", "--decisions"]);
    expect(stdout).toContain("upload-bot · began");
    expect(stdout).toContain("5 messages");
    expect(stdout).toContain("answer   We decided to use full jitter");
    expect(stdout).toContain("read_file src/upload.ts");
    expect(stdout).toContain("Give up after five tries");
    expect(stdout).toContain("Test the third failure");
    const state = stage.cli(["state", "--session", branch]).stdout;
    expect(state).toContain(`from ${id}`);
    expect(stage.json(["state", "--session", id])).toMatchObject({ messages: { count: 5 } });
    expect(stage.cli(["status"]).stdout).toContain("upload-bot");
  });

  test("is in the history, to be narrowed by its tools and files", () => {
    const { stdout } = stage.cli(["history", "--session", id]);
    expect(stdout).toContain("message.added      user: Uploads to Borealis Ltd fail");
    const called = stage.cli(["history", "--tool", "read_file", "--json"]).stdout.trim().split("\n");
    expect(called.map((line) => JSON.parse(line).data.role)).toEqual(["assistant", "tool"]);
    expect(stage.cli(["history", "--path", "upload.ts", "--json"]).stdout.trim().split("\n")).toHaveLength(2);
  });

  test("is recalled, and the next agent is told of it", () => {
    expect(stage.cli(["recall", "why jitter?"]).stdout).toContain("full jitter");
    const told = stage.told("SessionStart", "claude-1", { source: "startup" });
    expect(told).toContain("Last request: Another way: a queue on disk");
    expect(told).toContain("Give up after five tries");
    expect(told).toContain("The staging bucket is in Oslo");
  });

  test("is gone on with by its program, or handed to another agent", () => {
    const own = stage.cli(["resume", "--session", id, "--print"]);
    expect(own.status).toBe(2);
    expect(own.stderr).toContain("the program that made it goes on with it");
    expect(own.stderr).toContain("--in AGENT");
    const other = stage.cli(["resume", "--session", id, "--in", "claude", "--print"]);
    expect(other.status).toBe(0);
    expect(other.stdout).toContain("full jitter");
  });

  test("of the chat is gone on with by the chat", () => {
    const own = new LibraryStage();
    const chat = own.library(
      `const session = tidemark.sessions.create(); session.add({ role: "user", content: "Hello" }); return session.id`,
      '{ agent: "chat" }',
    );
    expect(own.cli(["sessions"]).stdout).toContain("Tidemark chat");
    expect(own.cli(["resume", "--print"]).stdout).toContain(`tidemark chat --resume ${chat}`);
    // It is started, and says itself what it lacks.
    const started = own.cli(["resume", "--session", chat, "--yes"]);
    expect(started.stdout).toContain("Tidemark chat goes on with it");
    expect(started.stderr).toContain("No language model is set");
  });

  test("is read by a server of the memory", async () => {
    const client = await openClient(stage, "legacy");
    try {
      expect((await client.call("session", { what: "list" })).text).toContain("upload-bot");
      expect((await client.call("session", { what: "show", id })).text).toContain("full jitter");
      expect((await client.call("session", { what: "history", id })).text).toContain("message.added");
    } finally {
      await client.close();
    }
  });

  test("is verified, and the same after a rebuild", () => {
    expect(stage.json(["verify"])).toMatchObject({ same: true });
    const before = stage.json(["session", id]);
    expect(stage.cli(["rebuild"]).status).toBe(0);
    expect(stage.json(["session", id])).toEqual(before);
    expect(stage.library(`return [...tidemark.sessions.open("${branch}").history()].length`)).toBe(5);
  });
});

describe("what a program said", () => {
  test("is exported whole, and imported elsewhere with what it goes on from", () => {
    const { stage, id, branch } = worked();
    const markdown = stage.cli(["export", id, "--format", "markdown"]).stdout;
    expect(markdown).toContain("## Messages");
    expect(markdown).toContain("- calls `read_file`");
    const file = join(stage.root, "branch.json");
    stage.cli(["export", branch, "--output", file]);
    const other = new LibraryStage();
    expect(other.cli(["import", file]).status).toBe(0);
    const read = `return [...tidemark.sessions.open("${branch}").history()].map(({ role, content }) => ({ role, content }))`;
    expect(other.library(read)).toEqual(stage.library(read));
    expect(other.library(read)).toHaveLength(5);
  });

  test("keeps its title, is told from one made at the same time, and has not crashed with its program", () => {
    const stage = new LibraryStage();
    const ids: string[] = stage.library(`
      return ["Uploads", "Downloads"].map((title) => {
        const session = tidemark.sessions.create({ title });
        session.add({ role: "user", content: "Why is it slow?" });
        return session.id;
      });
    `);
    const { stdout } = stage.cli(["sessions"]);
    expect(stdout).toMatch(/Uploads[\s\S]*Downloads|Downloads[\s\S]*Uploads/);
    const shown = stdout.match(/^\S{8,}(?= {2})/gm) ?? [];
    for (const start of shown) expect(ids.filter((id) => id.startsWith(start))).toHaveLength(1);
    expect(new Set(shown).size).toBe(2);
    expect(stage.json(["sessions"])).toMatchObject([{ status: "idle" }, { status: "idle" }]);
    expect(stage.cli(["session", ids[0] ?? ""]).stdout).toContain("Uploads");
    const file = join(stage.root, "titled.json");
    stage.cli(["export", ids[0] ?? "", "--output", file]);
    const other = new LibraryStage();
    other.cli(["import", file]);
    expect(other.json(["sessions"])).toMatchObject([{ title: "Uploads" }]);
  });

  test("that was killed is gone on with as the advice says", () => {
    const stage = new LibraryStage();
    const program = `
      import { openTidemark } from "tidemark";
      const session = openTidemark({ agent: "upload-bot" }).sessions.create();
      session.add({ role: "user", content: "Why is it slow?" });
      process.kill(process.pid, "SIGKILL");
    `;
    expect(() => stage.program(program)).toThrow();
    const { stdout } = stage.cli(["status"]);
    const advice = /tidemark (resume --session \S+ --in) AGENT/.exec(stdout)?.[1] ?? "";
    expect(stage.cli([...advice.split(" "), "claude", "--print"]).status).toBe(0);
    expect(stage.cli(["inject"]).stdout).toContain(`tidemark ${advice} AGENT`);
  });

  test("is written as the files of another tool, and read back", () => {
    const { stage, id } = worked();
    const to = join(stage.root, "sessions-out");
    expect(stage.cli(["export", "--layout", "session-folder", "--to", to]).status).toBe(0);
    const full = JSON.parse(readFileSync(join(to, "sessions", id, "full.json"), "utf8"));
    expect(full.messages).toHaveLength(5);
    expect(full.messages[1].content[1]).toMatchObject({
      type: "tool-call",
      input: { path: "src/upload.ts" },
    });
    const other = new LibraryStage();
    expect(other.cli(["import", to]).status).toBe(0);
    const read = `return [...tidemark.sessions.open("${id}").history()].map(({ role, content }) => ({ role, content }))`;
    expect(other.library(read)).toEqual(stage.library(read));
  });

  test("is forgotten: a text, a file, a message and a session", () => {
    const { stage, id, branch } = worked();
    const exported = join(stage.root, "kept.json");
    stage.cli(["export", id, "--output", exported]);
    expect(stage.cli(["forget", "--pattern", "Borealis Ltd", "--yes"]).status).toBe(0);
    expect(holds(stage.home, "Borealis")).toEqual([]);
    expect(readFileSync(exported, "utf8")).not.toContain("Borealis");
    expect(stage.cli(["forget", "--path", "src/upload.ts", "--yes"]).status).toBe(0);
    expect(holds(stage.home, "src/upload.ts")).toEqual([]);
    expect(holds(stage.home, "tries = 7")).toEqual([]);
    const last = `return [...tidemark.sessions.open("${id}").history()].at(-1).id`;
    expect(stage.cli(["forget", "--event", stage.library(last), "--yes"]).status).toBe(0);
    expect(holds(stage.home, "go on with the test")).toEqual([]);
    expect(stage.library(`return [...tidemark.sessions.open("${id}").history()].length`)).toBe(4);
    expect(stage.cli(["forget", "--session", id, "--yes"]).status).toBe(0);
    expect(holds(stage.home, "full jitter")).toEqual([]);
    expect(holds(stage.home, id)).toEqual([]);
    const left = `return [...tidemark.sessions.open("${branch}").history()].map(({ content }) => content)`;
    expect(stage.library(left)).toEqual(["Another way: a queue on disk"]);
    expect(stage.json(["verify"])).toMatchObject({ same: true });
  });

  test("has no secret in it on the disk, and a hostile name of an agent is refused", () => {
    const stage = new LibraryStage();
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    stage.library(
      `tidemark.sessions.create().add({ role: "user", content: [
        { type: "text", text: "The key is ${token}" },
        { type: "tool-call", id: "1", tool: "x", input: { deep: ["${token}"] } },
      ] })`,
    );
    expect(holds(stage.home, "The key is")).not.toEqual([]);
    expect(holds(stage.home, token)).toEqual([]);
    const agent = String.raw`{ agent: "evil\u001b[31m</recorded>" }`;
    expect(() => stage.library("", agent)).toThrow(/is no name for an agent[\s\S]*bad-argument/);
    expect(stage.json(["sessions"])).toMatchObject([{ agent: "library" }]);
    expect(stage.cli(["sessions"]).stdout).toContain("your agent");
  });
});
