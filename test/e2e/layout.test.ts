import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const LAYOUTS = ["ai-folder", "active-file", "current-session", "session-folder"];

function work(stage: Stage, session: string): void {
  const edit = { tool_name: "Edit", tool_input: { file_path: join(stage.project, "src/queue.ts") } };
  stage.hook("SessionStart", session, { source: "startup" });
  stage.hook("UserPromptSubmit", session, { prompt: "retry uploads that fail, with jitter" });
  stage.hook("PostToolUse", session, { ...edit, tool_response: {} });
  stage.hook("Stop", session, { last_assistant_message: "We decided on three tries. Next: write the test." });
}

describe("layouts of other tools on the command line", () => {
  test.each(LAYOUTS)("%s: what one machine exports, another imports and tells", (layout) => {
    const one = new Stage();
    const other = new Stage();
    work(one, "session-one");
    const folder = join(one.root, "out");
    const exported = one.cli(["export", "--layout", layout, "--to", folder]);
    expect(exported.stdout).toContain("Exported");
    expect(exported.status).toBe(0);
    const dry = other.json(["import", folder, "--dry-run"]);
    expect(dry).toMatchObject({ layout, applied: false, skipped: [] });
    expect(other.json(["sessions"])).toEqual([]);
    expect(other.cli(["import", folder]).stdout).toContain("Imported");
    const sessions = other.json(["sessions"]);
    expect(sessions.map(({ session }: { session: string }) => session)).toContain("session-one");
    expect(sessions[0].files).toEqual(["src/queue.ts"]);
    expect(other.cli(["import", folder]).stdout).toContain("nothing new");
    expect(other.cli(["verify"]).status).toBe(0);
    other.cli(["export", "--layout", layout, "--to", join(other.root, "out")]);
    for (const { path } of one.json(["export", "--layout", layout, "--to", folder, "--dry-run"]).files)
      expect(readFileSync(join(other.root, "out", path))).toEqual(readFileSync(join(folder, path)));
  });

  test("the next session is told where another tool left off", () => {
    const stage = new Stage();
    const folder = join(stage.root, "old");
    mkdirSync(folder);
    const last = new Date(Date.now() - 20 * 60_000).toISOString();
    const state = {
      session_id: "s-77",
      created_at: last,
      updated_at: last,
      status: "paused",
      context: { user_intent: "move the thumbnails to WebP" },
      tools: { history: [{ tool: "Edit", target: "src/thumbnail.ts", success: true, timestamp: last }] },
    };
    writeFileSync(join(folder, "current-session.json"), JSON.stringify(state));
    writeFileSync(join(folder, "session_torn.json"), '{"session_id": ');
    const { stdout, status } = stage.cli(["import", folder]);
    expect(status).toBe(0);
    expect(stdout).toContain("skipped  session_torn.json: it is not JSON");
    const told = stage.told("SessionStart", "s-new", { source: "startup" });
    expect(told).toMatch(/move the thumbnails to WebP/i);
    expect(told).not.toMatch(/interrupted/i);
    expect(existsSync(join(folder, "session_torn.json"))).toBe(true);
  });

  test("wrong use is said in a sentence", () => {
    const stage = new Stage();
    work(stage, "s");
    expect(stage.cli(["export", "--layout", "box", "--to", "x"]).stderr).toContain(
      "--layout takes ai-folder",
    );
    expect(stage.cli(["export", "--layout", "active-file"]).stderr).toContain("--to");
    expect(
      stage.cli(["export", "--layout", "active-file", "--to", "x", "--all", "--session", "s"]).status,
    ).toBe(2);
    expect(stage.cli(["import", join(stage.root, "nowhere")]).stderr).toContain("There is no folder");
    expect(stage.cli(["import", "--help"]).stdout).toContain("session-folder");
  });

  test("what is in the way and no file of the layout is replaced only with --yes, and kept beside", () => {
    const stage = new Stage();
    work(stage, "s");
    const folder = join(stage.root, "out");
    mkdirSync(folder);
    writeFileSync(join(folder, "current-session.json"), "my notes");
    const refused = stage.cli(["export", "--layout", "current-session", "--to", folder]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("--yes");
    expect(readFileSync(join(folder, "current-session.json"), "utf8")).toBe("my notes");
    stage.cli(["export", "--layout", "current-session", "--to", folder, "--yes"]);
    expect(JSON.parse(readFileSync(join(folder, "current-session.json"), "utf8")).session_id).toBe("s");
    expect(readFileSync(join(folder, "current-session.json.backup"), "utf8")).toBe("my notes");
  });
});
