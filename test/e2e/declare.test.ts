import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const DAY = 86_400_000;

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

function journal(): string {
  const folder = join(stage.home, "journal");
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("");
}

/** The command that a result offers for taking it back. */
function undo(stdout: string): string[] {
  const words = /^Undo: tidemark (.+)$/m.exec(stdout)?.[1] ?? "";
  return [...words.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll("'\\''", "'") ?? bare ?? "",
  );
}

const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text);

test.each(["pin", "pins", "unpin", "focus", "remember", "rate", "profile"])(
  "%s --help has examples",
  (command) => {
    const { status, stdout } = stage.cli([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ tidemark /);
  },
);

describe("pins", () => {
  test("are added, listed by priority, and expire", () => {
    expect(stage.cli(["pins"]).stdout).toContain("Nothing is pinned here.");
    expect(stage.cli(["pin", "use", "pnpm"]).stdout).toContain("Pinned: use pnpm");
    stage.cli(["pin", "démo vendredi", "--priority", "high", "--expires", "5d"]);
    expect(texts(stage.json(["pins"]))).toEqual(["démo vendredi", "use pnpm"]);
    const later = { TIDEMARK_CLOCK_OFFSET: String(6 * DAY) };
    expect(stage.cli(["pins"], later).stdout).not.toContain("démo");
    expect(stage.cli(["pins", "--all"], later).stdout).toMatch(/high +démo vendredi +6 days ago, expired/);
  });

  test("are not added twice, but again once they are over", () => {
    stage.cli(["pin", "use pnpm", "--expires", "5d"]);
    const again = stage.cli(["pin", " use\tpnpm", "--priority", "high"]);
    expect(again.status).toBe(0);
    expect(again.stdout).toMatch(/^Already pinned, with normal priority until .*: use pnpm\n/);
    expect(journal().match(/"pin\.added"/g)).toHaveLength(1);
    const [known] = stage.json(["pins"]);
    expect(stage.json(["pin", "use pnpm"]).id).toBe(known.id);
    const later = { TIDEMARK_CLOCK_OFFSET: String(6 * DAY) };
    expect(stage.cli(["pin", "use pnpm"], later).stdout).toContain("Pinned: use pnpm");
  });

  test("can be taken back, and that as well", () => {
    const added = stage.cli(["pin", "it's a rule: no mocks", "--priority", "low"]);
    const removed = stage.cli(undo(added.stdout));
    expect(removed.stdout).toContain("No longer pinned: it's a rule: no mocks");
    expect(stage.json(["pins", "--all"])).toEqual([]);
    stage.cli(undo(removed.stdout));
    expect(stage.json(["pins"])).toMatchObject([{ text: "it's a rule: no mocks", priority: "low" }]);
  });

  test("belong to the project of the folder", () => {
    stage.cli(["pin", "here only"]);
    const elsewhere = new Stage();
    expect(stage.cli(["pins", "--json"]).stdout).toContain("here only");
    expect(elsewhere.cli(["pins", "--json"], { TIDEMARK_HOME: stage.home }).stdout).toBe("[]\n");
    expect(stage.json(["status"])).toMatchObject({ sessions: 0, project: { name: "photo-box" } });
  });
});

test("what is declared is redacted, without control characters and bounded before it is written", () => {
  const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  stage.cli(["pin", `use ${token}\u001b[31m now\u202e\n<private>diary</private>`]);
  stage.cli([
    "remember",
    "fact",
    "x".repeat(5_000),
    "--because",
    `${token.slice(0, 20)}\u200b${token.slice(20)}`,
  ]);
  stage.cli(["profile", "add-rule", `never print ${token}`]);
  stage.cli(["focus", token]);
  expect(journal()).not.toMatch(/16C7e42F|7710c838|diary|\\u001b|\u202e/);
  expect(texts(stage.json(["pins"]))).toEqual(["use [redacted:github-token] now [private]"]);
  expect(stage.json(["remember"])[0].text).toMatch(/^x{599}…$/);
});

describe("focus", () => {
  test("is set for a time, shown, and cleared", () => {
    expect(stage.json(["focus"])).toEqual({ topics: [] });
    stage.cli(["focus", "upload,retry", "the gallery", "--for", "2h"]);
    expect(stage.json(["focus"])).toMatchObject({ topics: ["upload", "retry", "the gallery"] });
    expect(stage.cli(["focus"], { TIDEMARK_CLOCK_OFFSET: String(DAY) }).stdout).toContain(
      "There is no focus.",
    );
    const cleared = stage.cli(["focus", "--clear"]);
    expect(stage.json(["focus"])).toEqual({ topics: [] });
    stage.cli(undo(cleared.stdout));
    expect(stage.json(["focus"])).toEqual({ topics: ["upload", "retry", "the gallery"] });
  });
});

describe("remember", () => {
  test("keeps a decision with its reason and what was rejected, until it is taken back", () => {
    const told = stage.cli([
      ...["remember", "decision", "retry three times", "--because", "the API is flaky"],
      ...["--rejected", "a queue", "--rejected", "nothing"],
    ]);
    expect(told.stdout).toContain(
      "Remembered as decision: retry three times, because the API is flaky (rejected: a queue, nothing)",
    );
    stage.cli(["remember", "next", "write the docs page"]);
    expect(stage.json(["remember"])).toMatchObject([
      { kind: "next", text: "write the docs page", by: "user", session: "" },
      { kind: "decision", reason: "the API is flaky", rejected: ["a queue", "nothing"] },
    ]);
    const removed = stage.cli(undo(told.stdout));
    expect(stage.json(["remember"])).toHaveLength(1);
    stage.cli(undo(removed.stdout));
    expect(stage.json(["remember"])[0]).toMatchObject({ kind: "decision", rejected: ["a queue", "nothing"] });
  });
});

test("remember offers to supersede what is about the same, and marks what was superseded", () => {
  stage.cli(["remember", "fact", "the staging database is reset every night"]);
  const { stdout } = stage.cli(["remember", "fact", "the staging database is reset on Sundays"]);
  const id = /--supersedes (\w+)$/m.exec(stdout)?.[1] ?? "";
  expect(stdout).toContain("tidemark remember fact 'the staging database is reset on Sundays' --supersedes");
  stage.cli(["remember", "fact", "the staging database is reset on Sundays", "--supersedes", id]);
  expect(stage.json(["remember"])).toMatchObject([
    { text: "the staging database is reset on Sundays" },
    { text: "the staging database is reset every night", supersededBy: expect.stringMatching(/^0m/) },
  ]);
  expect(stage.cli(["remember"]).stdout).toMatch(/every night.*superseded by 0m/);
});

test("rate counts for a memory, by the start of its id", () => {
  const { id } = JSON.parse(stage.cli(["remember", "fact", "staging is reset at night", "--json"]).stdout);
  stage.cli(["rate", id.slice(0, 14), "up"]);
  expect(JSON.parse(stage.cli(["rate", id, "down", "--json"]).stdout)).toEqual({
    id,
    text: "staging is reset at night",
    up: 1,
    down: 1,
    rating: "down",
  });
});

describe("the profile", () => {
  test("is learned from prompts, in French too, and what is set wins", () => {
    expect(stage.cli(["profile"]).stdout).toContain("Nothing is known of you");
    for (const prompt of [
      "Je suis développeur web et c'est mon projet. Sois bref.",
      "Corrige la file des envois. Sois bref.",
      "Corrige aussi le bouton",
    ]) {
      stage.hook("UserPromptSubmit", "aaaa-1111", { prompt });
      stage.hook("PostToolUse", "aaaa-1111", {
        tool_name: "Bash",
        tool_input: { command: "npm test" },
        tool_response: { stdout: "I'm a designer. Be more detailed." },
      });
      stage.hook("Stop", "aaaa-1111", { last_assistant_message: "I'm a backend engineer. I'm a tester." });
    }
    const learned = stage.json(["profile"]);
    expect(learned).toMatchObject({
      identity: {
        role: { value: "développeur web", from: "learned" },
        relationship: { value: "owner", from: "learned" },
      },
      preferences: {
        language: { value: "fr", from: "learned" },
        verbosity: { value: "concise", from: "learned" },
      },
      patterns: { averageSessionMinutes: 1, commonTasks: ["debugging"] },
    });
    const set = stage.cli(["profile", "set-role", "architecte", "logiciel"]);
    stage.cli(["profile", "set-preference", "technical-level", "expert"]);
    stage.cli(["profile", "set-preference", "emoji_usage", "true"]);
    expect(stage.json(["profile"]).preferences.emoji).toEqual({ value: true, from: "set" });
    expect(stage.cli(["inject"]).stdout).toContain("Tidemark · 🔄 ");
    stage.cli(["profile", "set-preference", "emoji", "auto"]);
    expect(stage.json(["profile"])).toMatchObject({
      identity: { role: { value: "architecte logiciel", from: "set" } },
      preferences: { technicalLevel: { value: "expert", from: "set" } },
    });
    stage.cli(undo(set.stdout));
    expect(stage.json(["profile"]).identity).toEqual(learned.identity);
  });

  test("has rules, which can be taken back", () => {
    const added = stage.cli(["profile", "add-rule", "Préfère les solutions simples"]);
    expect(stage.cli(["profile"]).stdout).toMatch(/rules +Préfère les solutions simples/);
    const removed = stage.cli(undo(added.stdout));
    expect(stage.json(["profile"]).rules).toEqual([]);
    stage.cli(undo(removed.stdout));
    expect(texts(stage.json(["profile"]).rules)).toEqual(["Préfère les solutions simples"]);
  });

  test("has the lasting instructions of prompts as learned rules", () => {
    stage.hook("UserPromptSubmit", "s9", { prompt: "From now on, always use tabs for indentation." });
    expect(stage.json(["profile"]).rules).toContainEqual(
      expect.objectContaining({ text: "From now on, always use tabs for indentation.", from: "learned" }),
    );
    expect(stage.cli(["profile"]).stdout).toMatch(/From now on, always use tabs for indentation\. +learned/);
  });
});

test("what was declared survives a rebuild, byte for byte", () => {
  for (const args of [
    ["pin", "use pnpm"],
    ["focus", "upload"],
    ["remember", "done", "the docs page"],
    ["profile", "set-role", "developer"],
  ]) {
    expect(stage.cli(args)).toMatchObject({ status: 0, stderr: "" });
  }
  const before = stage.cli(["status", "--json"]).stdout;
  expect(stage.json(["verify"])).toMatchObject({ same: true, sessions: 0 });
  expect(stage.json(["rebuild"])).toMatchObject({ events: 5, sessions: 0, badLines: 0 });
  expect(JSON.parse(stage.cli(["status", "--json"]).stdout).project).toEqual(JSON.parse(before).project);
});

test.each([
  [["pin", " "], "There is no text in it", "few words"],
  [["pin", "x", "--priority", "urgent"], "--priority takes high, normal, low", ""],
  [["pin", "x", "--expires", "soon"], '"soon" is no time', "30m, 2h"],
  [["pin", "x", "--expires", "2001-01-01"], "is over", "30m, 2h"],
  [["unpin", "zz"], 'There is no pin "zz"', "tidemark pins"],
  [["focus", "--for", "2h"], "--for needs topics", "tidemark focus upload --for 2h"],
  [["focus", "x", "--clear"], "--clear ends the focus", ""],
  [["rate", "zz", "up"], 'There is no memory "zz"', "tidemark pins"],
  [["rate", "zz", "sideways"], "A rating takes up, down", ""],
  [["remember", "wish", "x"], "remember takes decision", ""],
  [["remember", "next"], "Say what is to be remembered", "tidemark remember decision"],
  [["remember", "--remove", "zz"], 'There is no remembered fact "zz"', "tidemark remember"],
  [["profile", "sing"], "profile takes view", ""],
  [["profile", "set-role"], "Say what it is to be", "set-role developer"],
  [["profile", "set-preference", "mood", "good"], 'no "mood" in a profile', "verbosity"],
  [["profile", "set-preference", "verbosity", "poetic"], "verbosity takes concise", "auto"],
  [["profile", "remove-rule", "zz"], 'There is no rule "zz"', "tidemark profile"],
])("%j is a clear error with a hint", (args, message, hint) => {
  const { status, stdout, stderr } = stage.cli(args);
  expect(status).toBe(message.includes("There is no") && !message.includes("text") ? 1 : 2);
  expect(stdout).toBe("");
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain("    at ");
});
