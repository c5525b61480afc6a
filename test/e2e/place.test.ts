import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

/** Only what the stories make by hand, and the one before a destructive command. */
const BY_HAND = { TIDEMARK_CHECKPOINTS: "off" };

describe("a project that loses its .git", () => {
  test("keeps its memory and its checkpoints, also when the whole folder is made anew", () => {
    const stage = begun("Sort the photos");
    writeFileSync(join(stage.project, "work.txt"), "afternoon\n");
    stage.cli(["checkpoint", "--label", "keep me"]);
    const { project } = stage.json(["status"]);

    rmSync(join(stage.project, ".git"), { recursive: true });
    rmSync(join(stage.project, "work.txt"));
    stage.hook("UserPromptSubmit", "s1", { prompt: "Find the lost album" }, BY_HAND);
    expect(stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND)).toContain("Find the lost album");
    expect(stage.json(["status"])).toMatchObject({ project: { id: project.id }, earlierCheckpoints: 0 });
    expect(stage.cli(["checkpoint", "restore", "c1", "--files", "--yes"])).toMatchObject({ status: 0 });
    expect(readFileSync(join(stage.project, "work.txt"), "utf8")).toBe("afternoon\n");

    rmSync(stage.project, { recursive: true });
    mkdirSync(stage.project);
    expect(stage.json(["status"]).project.id).toBe(project.id);
    expect(stage.cli(["checkpoint", "restore", "c1", "--yes"])).toMatchObject({ status: 0 });
    expect(readFileSync(join(stage.project, "work.txt"), "utf8")).toBe("afternoon\n");
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("hands its checkpoints to whoever begins anew at its path, and tells him nothing", () => {
    const stage = begun("Sort the photos");
    writeFileSync(join(stage.project, "work.txt"), "afternoon\n");
    stage.cli(["checkpoint", "--label", "keep me"]);
    const before = stage.json(["status"]).project.id;

    rmSync(stage.project, { recursive: true });
    mkdirSync(stage.project);
    begin(stage, "another beginning");
    expect(stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND)).not.toContain("Sort the photos");
    expect(stage.json(["status"])).toMatchObject({ earlierCheckpoints: 1 });
    expect(stage.cli(["status"]).stdout).toContain("1 checkpoint of the project that was here before");
    const name = `${before.slice(0, 5)}:c1`;
    expect(stage.cli(["checkpoint", "list"]).stdout).toMatch(
      new RegExp(`^${name} .*keep me.*of the project that was here before`, "m"),
    );
    expect(stage.json(["checkpoint", "list"])).toMatchObject([{ id: name, project: before }]);
    const refused = stage.cli(["checkpoint", "restore", "c1", "--yes"]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(name)]);

    stage.cli(["checkpoint", "--label", "of mine"]);
    expect(stage.json(["checkpoint", "show", name])).toMatchObject({ id: name, label: "keep me" });
    expect(stage.json(["checkpoint", "diff", name]).changes).toContainEqual({
      path: "work.txt",
      change: "added",
    });
    const { stdout, status } = stage.cli(["checkpoint", "restore", name, "--yes"]);
    expect(status).toBe(0);
    expect(readFileSync(join(stage.project, "work.txt"), "utf8")).toBe("afternoon\n");
    const undo = /Undo: tidemark checkpoint restore (\S+)/.exec(stdout)?.[1] ?? "";
    expect(undo).toBe(`${before.slice(0, 5)}:c2`);
    expect(stage.cli(["checkpoint", "restore", undo, "--yes"]).status).toBe(0);
    expect(existsSync(join(stage.project, "work.txt"))).toBe(false);
    // What was done with it is written down where it belongs.
    expect(stage.json(["checkpoint", "list"]).map(({ id }: { id: string }) => id)).toContain("c1");
    expect(stage.json(["state"]).session).toBe("s2");
    expect(stage.cli(["verify"]).status).toBe(0);
  });
});

test("hooks and commands name the same checkpoint after .git was away for one hook", () => {
  const stage = begun("First");
  const away = join(stage.root, "git");
  renameSync(join(stage.project, ".git"), away);
  stage.hook("UserPromptSubmit", "s1", { prompt: "Second" }, BY_HAND);
  renameSync(away, join(stage.project, ".git"));
  stage.hook("UserPromptSubmit", "s1", { prompt: "Third" }, BY_HAND);
  writeFileSync(join(stage.project, "work.txt"), "afternoon\n");
  const removal = { tool_name: "Bash", tool_input: { command: "rm -rf work.txt" }, tool_use_id: "b1" };
  stage.hook("PreToolUse", "s1", removal);
  rmSync(join(stage.project, "work.txt"));

  const [made] = stage.json(["checkpoint", "list"]);
  expect(made).toMatchObject({ reason: "destructive", session: "s1" });
  expect(stage.json(["state"])).toMatchObject({ session: "s1", work: { request: "Third" } });
  expect(stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND)).toContain(
    `tidemark checkpoint restore ${made.id}`,
  );
  expect(stage.cli(["checkpoint", "restore", made.id, "--files", "--yes"]).status).toBe(0);
  expect(readFileSync(join(stage.project, "work.txt"), "utf8")).toBe("afternoon\n");
});

/** A repository with a commit, and a session at work in it. */
function begun(prompt: string): Stage {
  const stage = new Stage("main", true);
  begin(stage, "begin");
  stage.hook("SessionStart", "s1", { source: "startup" }, BY_HAND);
  stage.hook("UserPromptSubmit", "s1", { prompt }, BY_HAND);
  return stage;
}

function begin({ project, env }: Stage, message: string): void {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  execFileSync("git", ["init", "-q"], { cwd: project, env });
  execFileSync("git", [...who, "commit", "-q", "--allow-empty", "-m", message], { cwd: project, env });
}
