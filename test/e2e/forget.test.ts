import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

function newStage(): Stage {
  const stage = new Stage();
  for (const session of ["aaaa-1111", "bbbb-2222"]) {
    stage.hook("SessionStart", session, { source: "startup" });
    stage.hook("UserPromptSubmit", session, { prompt: `Send the offer to Borealis Ltd (${session})` });
    stage.hook("PostToolUse", session, {
      tool_name: "Edit",
      tool_input: { file_path: "offer/price.md", old_string: "", new_string: "For Borealis Ltd" },
    });
    stage.hook("Stop", session, { last_assistant_message: "Sent, see offer/price.md." });
  }
  return stage;
}

function holds(folder: string, text: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return holds(path, text);
    const bytes = readFileSync(path);
    return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).includes(text) ? [path] : [];
  });
}

describe("forget", () => {
  let stage: Stage;
  beforeEach(() => {
    stage = newStage();
  });

  test("shows what would go without naming it, and changes nothing unless agreed", () => {
    const dry = stage.cli(["forget", "--pattern", "Borealis Ltd", "--dry-run"]);
    expect(dry.status).toBe(0);
    expect(dry.stdout).toMatch(/events +4 in 2 sessions; 0 go whole/);
    expect(dry.stdout).toContain("[forgotten]");
    expect(dry.stdout).not.toContain("Borealis");
    const asked = stage.cli(["forget", "--pattern", "Borealis Ltd"]);
    expect(asked.status).toBe(1);
    expect(asked.stderr).toContain("--yes");
    expect(holds(stage.home, "Borealis").length).toBeGreaterThan(0);
    expect(stage.json(["forget", "--pattern", "Borealis Ltd"])).toMatchObject({ applied: false, events: 4 });
    expect(stage.json(["forget", "--pattern", "Borealis Ltd", "--dry-run"])).toMatchObject({
      by: "pattern",
      applied: false,
      events: 4,
      gone: 0,
      sessions: 2,
    });
  });

  test("a text is gone from every file, and what is left is as good as before", () => {
    const { status, stdout } = stage.cli(["forget", "--pattern", "Borealis Ltd", "--yes"]);
    expect({ status, stdout: stdout.split("\n").at(-2) }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Forgotten\. 0 events gone, 4 others rewritten/),
    });
    expect(holds(stage.home, "Borealis")).toEqual([]);
    expect(stage.json(["verify"])).toMatchObject({ same: true, sessions: 2, badLines: 0 });
    expect(stage.json(["state", "--session", "aaaa"])).toMatchObject({
      work: { request: "Send the offer to [forgotten] (aaaa-1111)" },
    });
    const history = stage.cli(["history", "--type", "history.forgotten", "--json"]).stdout;
    expect(JSON.parse(history).data).toEqual({ by: "pattern", events: 4 });
    expect(stage.cli(["forget", "--pattern", "Borealis Ltd", "--dry-run"]).stdout).toContain("nowhere");
  });

  test("a text is meant whatever its case; nothing to forget is said as that alone", () => {
    stage.cli(["tag", "aaaa", "Zebracorn"]);
    expect(stage.cli(["forget", "--pattern", "Zebracorn", "--yes"]).status).toBe(0);
    expect(holds(stage.home, "zebracorn")).toEqual([]);
    const { status, stdout } = stage.cli(["forget", "--pattern", "Zebracorn", "--yes"]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "It is nowhere in what Tidemark keeps.\n" });
    expect(stage.json(["forget", "--pattern", "Zebracorn", "--yes"])).toMatchObject({ applied: false });
  });

  test("files that sessions were exported into are written anew, removed, or named", () => {
    const [json = "", packed = "", markdown = "", changed = "", gone = ""] = [
      "a.json",
      "b.json.gz",
      "c.md",
      "d.json",
      "e.json",
    ].map((name) => join(stage.root, name));
    stage.cli(["export", "aaaa", "--output", json]);
    stage.cli(["export", "aaaa", "--gzip", "--output", packed]);
    stage.cli(["export", "bbbb", "--format", "markdown", "--output", markdown]);
    for (const file of [changed, gone]) stage.cli(["export", "bbbb", "--output", file]);
    writeFileSync(changed, "my notes on Borealis Ltd");
    rmSync(gone);
    const { stdout } = stage.cli(["forget", "--pattern", "Borealis Ltd", "--yes"]);
    expect(stdout).toContain("3 exported files written anew.");
    for (const file of [changed, gone])
      expect(stdout).toContain(`${file} was exported, and is changed or gone`);
    expect(holds(stage.root, "Borealis")).toEqual([changed]);
    expect(JSON.parse(readFileSync(json, "utf8")).state.session).toBe("aaaa-1111");
    expect(existsSync(gone)).toBe(false);
    expect(stage.cli(["forget", "--session", "aaaa", "--yes"]).stdout).toContain("2 exported files removed.");
    expect([json, packed, markdown].map((file) => existsSync(file))).toEqual([false, false, true]);
    expect(holds(stage.home, "aaaa-1111")).toEqual([]);
  });

  test("a layout keeps no folder of a session that is gone", () => {
    const to = join(stage.root, "out");
    stage.cli(["export", "--layout", "session-folder", "--to", to]);
    const { stdout } = stage.cli(["forget", "--session", "aaaa", "--yes"]);
    expect(stdout).toMatch(/\d exported files? removed\./);
    expect(readdirSync(join(to, "sessions")).filter((name) => name.includes("aaaa"))).toEqual([]);
  });

  test("a text may come from standard input", () => {
    const { status } = stage.run("cli.js", ["forget", "--pattern", "-", "--yes"], "Borealis Ltd\n");
    expect(status).toBe(0);
    expect(holds(stage.home, "Borealis")).toEqual([]);
  });

  test("a session, by the start of its id", () => {
    expect(stage.cli(["forget", "--session", "aaaa", "--yes"]).status).toBe(0);
    expect(holds(stage.home, "aaaa-1111")).toEqual([]);
    expect(stage.json(["sessions"])).toMatchObject([{ session: "bbbb-2222" }]);
    expect(stage.cli(["session", "aaaa"]).stderr).toContain('no session "aaaa"');
  });

  test("a file, named from where one stands", () => {
    expect(stage.cli(["forget", "--path", "./offer/price.md", "--yes"]).status).toBe(0);
    expect(holds(stage.home, "price.md")).toEqual([]);
    expect(stage.json(["session", "aaaa"]).turns.at(-1)).toMatchObject({ edited: [] });
  });

  test("an event, by the start of its id", () => {
    const [event] = stage
      .cli(["history", "--type", "prompt", "--json"])
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(stage.cli(["forget", "--event", event.id.slice(0, 20), "--yes"]).status).toBe(0);
    expect(stage.cli(["history", "--type", "prompt", "--json"]).stdout).not.toContain("aaaa-1111");
  });

  test("keeps files of the user's in the data folder, and names them", () => {
    writeFileSync(join(stage.home, "config.json"), '{"note":"Borealis Ltd"}', { mode: 0o600 });
    const { stdout, stderr } = stage.cli(["forget", "--pattern", "Borealis Ltd", "--yes"]);
    expect(stderr).toBe("");
    expect(stdout).toContain("config.json has it, too");
    expect(existsSync(join(stage.home, "config.json"))).toBe(true);
  });

  test("that was interrupted is told by status until it is done again", () => {
    writeFileSync(join(stage.home, "forget.unfinished"), '{"by":"session","at":1}', { mode: 0o600 });
    expect(stage.cli(["status"]).stdout).toContain("a session was to be forgotten, and that did not end");
    expect(stage.json(["status"]).forgetting).toEqual({ by: "session", at: 1 });
    expect(stage.cli(["forget", "--session", "gone-3333", "--yes"]).status).toBe(0);
    expect(stage.cli(["status"]).stdout).not.toContain("did not end");
  });
});

test.each(["forget", "clean"])("%s --help has examples", (command) => {
  const { status, stdout } = new Stage().cli([command, "--help"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Examples:\n {2}\$ tidemark /);
});

describe("forget refuses", () => {
  let stage: Stage;
  beforeAll(() => {
    stage = newStage();
  });

  test.each([
    [["forget"], 2, "one of --event"],
    [["forget", "--pattern", "Borealis", "--session", "a"], 2, "one of --event"],
    [["forget", "--pattern", "Bo"], 2, "too short"],
    [["forget", "--pattern", "/(a+)+$/"], 2, "repeats"],
    [["forget", "--pattern", "/[/"], 2, "no regular expression"],
    [["forget", "--session", "zzzz"], 1, "no session"],
    [["forget", "--event", "zzzz"], 1, "no event"],
    [["forget", "--path", "."], 2, "whole project"],
    [["forget", "--pattern", "Borealis", "--project", "--all"], 2, "exclude each other"],
  ] as const)("%j", (args, code, message) => {
    const { status, stderr } = stage.cli(args);
    expect(status).toBe(code);
    expect(stderr).toContain(message);
    expect(holds(stage.home, "Borealis").length).toBeGreaterThan(0);
  });
});
