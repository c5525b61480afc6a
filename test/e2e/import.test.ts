import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const FIXTURE = resolve(import.meta.dirname, "../fixture");
const MAIN = "5f0c6a3e-1d2b-4c8f-9a7e-2b4d6f8091a3";

/** A home in which Claude Code, Codex and Gemini CLI have worked on the project before. */
function stageWithPast(): Stage {
  const stage = new Stage();
  const kept = { claude: ".claude/projects", codex: ".codex/sessions", gemini: ".gemini/tmp" };
  for (const [agent, to] of Object.entries(kept)) {
    cpSync(join(FIXTURE, agent, "past"), join(stage.root, to), { recursive: true });
    for (const path of filesBelow(join(stage.root, to)))
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("/home/ada/tide", stage.project));
  }
  return stage;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const journalText = (stage: Stage) =>
  filesBelow(join(stage.home, "journal"))
    .map((path) => readFileSync(path, "utf8"))
    .join("");

describe("tidemark import without a path", () => {
  test("brings what agents have kept, says what was learned, and nothing the second time", () => {
    const stage = stageWithPast();
    const dry = stage.cli(["import", "--dry-run"]);
    expect(dry.stdout).toContain("Would import 5 sessions.");
    const { stdout, status } = stage.cli(["import"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Imported 5 sessions\./);
    expect(stdout).toMatch(
      /Claude Code +2 sessions in 1 project: 4 prompts, 1 file, 2026-03-02 to 2026-03-02/,
    );
    expect(stdout).toMatch(/Learned: \d+ memories, of them \d+ decisions?, about photo-box\./);
    expect(stdout).toContain("tidemark forget --session");
    expect(stage.cli(["import"]).stdout).toMatch(/^There is nothing new\./);
    expect(stage.json(["import"])).toMatchObject({ applied: true, sessions: [] });
    expect(stage.json(["sessions"])).toHaveLength(5);
    expect(stage.cli(["recall", "streaming parser"]).stdout).toContain("parser");
  });

  test("stands up to verify, rebuild and clean", () => {
    const stage = stageWithPast();
    stage.cli(["import"]);
    expect(stage.cli(["verify"]).status).toBe(0);
    const before = stage.json(["session", MAIN]);
    expect(stage.cli(["rebuild"]).status).toBe(0);
    expect(stage.json(["session", MAIN])).toEqual(before);
    expect(stage.cli(["clean", "--yes"]).status).toBe(0);
    expect(stage.cli(["verify"]).status).toBe(0);
    expect(stage.cli(["import"]).stdout).toMatch(/^There is nothing new\./);
  });

  test("does not bring back what was forgotten, from whichever copy", () => {
    const stage = stageWithPast();
    stage.cli(["import"]);
    expect(stage.cli(["forget", "--session", MAIN, "--yes"]).status).toBe(0);
    expect(stage.cli(["forget", "--pattern", "streaming parser", "--yes"]).status).toBe(0);
    expect(journalText(stage)).not.toMatch(new RegExp(`${MAIN}|streaming parser`));
    const backup = join(stage.root, "backup");
    cpSync(join(stage.root, ".claude/projects"), backup, { recursive: true });
    cpSync(join(stage.root, ".codex/sessions"), backup, { recursive: true });
    expect(stage.cli(["import"]).stdout).toMatch(/^There is nothing new\./);
    expect(stage.cli(["import", backup]).stdout).toMatch(/^There is nothing new\./);
    expect(journalText(stage)).not.toMatch(new RegExp(`${MAIN}|streaming parser`));
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("keeps what it knows by hashes alone, and remove --purge takes it along", () => {
    const stage = stageWithPast();
    stage.cli(["import"]);
    const notes = filesBelow(join(stage.home, "import")).map((path) => readFileSync(path, "latin1"));
    expect(notes).not.toEqual([]);
    for (const note of notes) expect(note).not.toMatch(/photo-box|5f0c6a3e|019cade1/);
    expect(stage.cli(["remove", "--purge", "--yes"]).status).toBe(0);
    expect(readdirSync(stage.root)).not.toContain("data");
  });

  test("tells the next session of what was done before there were hooks", () => {
    const stage = stageWithPast();
    const path = join(stage.root, ".claude/projects/-home-ada-tide/late.jsonl");
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const row = (type: string, content: unknown, uuid: string, timestamp: string) =>
      `${JSON.stringify({ parentUuid: null, isSidechain: false, type, message: { role: type, content }, uuid, timestamp, cwd: stage.project, sessionId: "late", gitBranch: "feat/retry" })}\n`;
    appendFileSync(path, row("user", "move the thumbnails to WebP", "l-1", at(20)));
    appendFileSync(
      path,
      row("assistant", [{ type: "text", text: "Half of them are moved." }], "l-2", at(19)),
    );
    stage.cli(["import"]);
    const told = stage.told("SessionStart", "s-new", { source: "startup" });
    expect(told).toMatch(/move the thumbnails to WebP/i);
    expect(told).toContain("Half of them are moved");
    expect(told).not.toMatch(/interrupted/i);
  });

  test("reads a transcript that is named, and the files of another tool before transcripts beside them", () => {
    const stage = stageWithPast();
    const folder = join(stage.root, ".claude/projects/-home-ada-tide");
    expect(stage.cli(["import", join(folder, `${MAIN}.jsonl`)]).stdout).toContain("Imported 1 session.");
    const state = { session_id: "s-77", created_at: "2026-03-01T00:00:00Z", status: "paused", tools: {} };
    writeFileSync(join(folder, "current-session.json"), JSON.stringify(state));
    expect(stage.json(["import", folder])).toMatchObject({ layout: "current-session" });
    expect(stage.cli(["init", "--agent", "claude", "--yes"]).stdout).toContain(
      "3 earlier sessions can be read: tidemark import",
    );
  });

  test("says what is wrong with what it was asked for", () => {
    const stage = new Stage();
    expect(stage.cli(["import"]).stdout).toContain("No earlier sessions");
    expect(stage.cli(["import", "--agent", "nobody"]).stderr).toContain("claude, codex, gemini, opencode");
    expect(stage.cli(["import", "--since", "soon"]).stderr).toContain("--since takes a time");
    expect(stage.cli(["import", "--layout", "ai-folder"]).stderr).toContain("--layout");
    mkdirSync(join(stage.root, "empty"));
    expect(stage.cli(["import", join(stage.root, "empty")]).stderr).toContain("nothing in");
  });
});

test("import names what it could not read, a folder that is not there, and what it can read", () => {
  const stage = stageWithPast();
  const folder = join(stage.root, ".claude/projects/-broken");
  mkdirSync(folder);
  for (const name of ["a", "b", "c", "d"])
    writeFileSync(join(folder, `${name}.jsonl`), name === "a" ? "" : "what\n");
  const { stdout } = stage.cli(["import", "--dry-run"]);
  expect(stdout).toContain("4 records could not be read: ");
  expect(stdout).toContain(`${join("-broken", "a.jsonl")} (empty), `);
  expect(stdout).toContain(" and 1 more (--json names all)");
  const agents = stage.json(["import", "--dry-run"]);
  expect(JSON.stringify(agents).match(/no rows of JSON/g)).toHaveLength(3);

  const gone = stage.cli(["import", "--project", join(stage.root, "gone")]);
  expect(gone.status).not.toBe(0);
  expect(gone.stderr).toContain(`There is no folder ${join(stage.root, "gone")}.`);
  mkdirSync(join(stage.root, "nothing"));
  const nothing = stage.cli(["import", join(stage.root, "nothing")]);
  expect(nothing.stderr).toContain(
    "transcripts of Claude Code, Codex, Gemini CLI, OpenCode, and these layouts:",
  );
});
