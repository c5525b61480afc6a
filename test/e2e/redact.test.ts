import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTree } from "../../src/host/file/remove-tree.js";
import { Stage } from "./stage.js";

const stage = new Stage();
const hidden = [
  ...["diary-nested", "diary-shouted", "diary-inner", "diary-open", "diary-command", "acme-4711"],
  ...["diary-failure", "diary-tail", "diary-unclosed", "diary-patch", "diary-edit"],
];

beforeAll(() => {
  mkdirSync(stage.home, { mode: 0o700 });
  writeFileSync(
    join(stage.home, "config.json"),
    JSON.stringify({ redact: ["acme-\\d+", "(a+)+b", "project [A-Z]{4,12}"] }),
    { mode: 0o600 },
  );
  const session = "s-1";
  stage.hook("SessionStart", session, { source: "startup" });
  stage.hook("UserPromptSubmit", session, {
    prompt:
      "Keep acme-4711 out. <private>a <private>diary-inner</private> diary-nested</private> Then <PRIVATE>diary-shouted</Private> go on.",
  });
  stage.hook("PostToolUse", session, {
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: "echo '<private>diary-command</private>' && deploy acme-4711" },
    tool_response: { stdout: "sent to acme-4711\n<private>diary-open and the rest", stderr: "" },
  });
  // Of long outputs a few lines are kept, of changes those that changed: seldom the tags.
  const shell = (n: number, command: string) => ({
    tool_name: "Bash",
    tool_use_id: `long-${n}`,
    tool_input: { command },
  });
  const long = "line\n".repeat(8_000);
  stage.hook("PostToolUseFailure", session, {
    ...shell(1, "npm test"),
    error: `Exit code 1\n<private>\n${long}AssertionError: diary-failure\n</private>\n${"tail\n".repeat(4)}`,
  });
  stage.hook("PostToolUse", session, {
    ...shell(2, "npm run report"),
    tool_response: { stdout: `<private >\n${long}Error: diary-tail\n</private>`, stderr: "" },
  });
  stage.hook("PostToolUse", session, {
    ...shell(3, "npm run report -- all"),
    tool_response: { stdout: `<private>\n${long}diary-unclosed`, stderr: "" },
  });
  const edit = (n: number, tool_response: object) => ({
    tool_name: "Edit",
    tool_use_id: `edit-${n}`,
    tool_input: {
      file_path: join(stage.project, "notes.md"),
      old_string: "a\n<private>\nb\ndiary-edit 1\nc\n",
      new_string: "a\n<private>\nb\ndiary-edit 2\nc\n",
    },
    tool_response,
  });
  const lines = [" <private>", "-diary-patch x", "+diary-patch y", " </private>", "+kept in the open"];
  stage.hook("PostToolUse", session, edit(1, { structuredPatch: [{ lines }] }));
  stage.hook("PostToolUse", session, edit(2, {}));
  stage.hook("Stop", session, { last_assistant_message: "Done for acme-4711 of project NIGHT." });
  stage.cli(["pin", "ask acme-4711 <private>diary-nested"]);
  stage.cli(["rebuild"]);
});
afterAll(() => removeTree(stage.root));

describe("what a person keeps back", () => {
  test("is in no file of the data folder, however it was fenced off", () => {
    const files = filesIn(stage.home).filter((path) => !path.endsWith("config.json"));
    expect(files.length).toBeGreaterThan(2);
    const kept = files.flatMap((path) => {
      const text = readFileSync(path, "latin1");
      return hidden.filter((word) => text.includes(word)).map((word) => `${word} in ${path}`);
    });
    expect(kept).toEqual([]);
    const journal = files
      .filter((path) => path.includes("journal"))
      .map((path) => readFileSync(path, "utf8"))
      .join("");
    expect(journal).toContain("Keep [redacted:own] out. [private] Then [private] go on.");
    expect(journal).toContain("[redacted:own] of [redacted:own]");
    expect(journal).toContain("kept in the open");
  });

  test("is told to doctor where a pattern cannot be used, and noted once by the hooks", () => {
    const { stdout } = stage.cli(["doctor"]);
    expect(stdout).toContain('the pattern "(a+)+b" in "redact" is not used');
    const notes = filesIn(join(stage.home, "log"))
      .map((path) => readFileSync(path, "utf8"))
      .join("");
    expect(notes.match(/\(a\+\)\+b/g)).toHaveLength(1);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
