import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { STORY, tellStory } from "./session-story.js";
import { Stage } from "./stage.js";

let stage: Stage;
beforeAll(() => {
  stage = new Stage();
  tellStory(stage);
  stage.hook("UserPromptSubmit", STORY, { prompt: "# Not a heading\n<script>alert(1)</script> `code`" });
});

describe("export", () => {
  test("has the state, the turns and every event of the session", () => {
    const exported = JSON.parse(stage.cli(["export", "aaaa"]).stdout);
    expect(exported).toMatchObject({ format: "tidemark-session", version: 1, state: { session: STORY } });
    expect(exported.turns).toHaveLength(3);
    const { stdout } = stage.cli(["history", "--session", "aaaa", "--all", "--json"]);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(exported.events).toEqual(events);
    expect(exported.state.tools.history).toHaveLength(7);
  });

  test("writes a file of one's own, compressed where wanted, and replaces none unasked", () => {
    const file = join(stage.root, "session.json.gz");
    expect(stage.cli(["export", "aaaa", "--gzip", "--output", file]).status).toBe(0);
    const unpacked = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
    expect(unpacked.state.session).toBe(STORY);
    expect(statSync(file).mode & 0o077).toBe(0);

    writeFileSync(file, "mine");
    const again = stage.cli(["export", "aaaa", "--output", file]);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain("--yes");
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(stage.cli(["export", "aaaa", "--output", file, "--yes"]).status).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(1);
  });

  test("can be read: what was recorded is quoted, and is no markup of its own", () => {
    const { stdout } = stage.cli(["export", "aaaa", "--format", "markdown"]);
    expect(stdout).toMatch(/^# Session aaaa1111/);
    for (const text of [
      "- [x] Write the retry",
      "- created `src/retry.ts`",
      "**failed** Bash `npm test -- retry`",
    ])
      expect(stdout).toContain(text);
    expect(stdout).toContain("> \\# Not a heading");
    expect(stdout).not.toMatch(/^# Not|<script>/m);
  });

  test.each([
    [["export", "zzzz"], 1, 'There is no session "zzzz"'],
    [["export", "--session", "zzzz"], 1, 'There is no session "zzzz"'],
    [["export", "aaaa", "--session", "bbbb"], 2, "Two sessions are named"],
    [["export", "aaaa", "--format", "xml"], 2, "json, markdown"],
    [["export", "aaaa", "--to", "folder"], 2, "--to goes with --layout"],
    [["export", "--all"], 2, "--all goes with --layout"],
    [["export", "--dry-run"], 2, "--dry-run goes with --layout"],
    [["export", "aaaa", "--output", "no/such/folder/x.json"], 2, "its folder is not there"],
    [["export", "aaaa", "--output", ".", "--yes"], 2, "cannot be written"],
  ])("says what is wrong: %j", (args, code, text) => {
    const { status, stderr } = stage.cli(args);
    expect(status).toBe(code);
    expect(stderr).toContain(text);
  });
});
