import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const cli = resolve(import.meta.dirname, "../../dist/cli.js");
const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

/** Runs a command in a terminal of its own, and presses Enter when it has asked. */
async function enterAt(
  stage: Stage,
  args: string,
  question: string,
): Promise<{ status: number | null; shown: string }> {
  // Without a width the question is written letter by letter.
  const command = `stty cols 100; '${process.execPath}' '${cli}' ${args}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: stage.project,
    env: { ...stage.env, TERM: "xterm" },
  });
  let shown = "";
  let isAnswered = false;
  child.stdout.on("data", (bytes: Buffer) => {
    shown += bytes.toString("utf8");
    if (isAnswered || !shown.includes(question)) return;
    isAnswered = true;
    child.stdin.write("\r");
  });
  const [status] = await once(child, "close");
  return { status, shown };
}

describe("what a person chose", () => {
  test.skipIf(!hasTerminal)(
    "a question that takes something away is answered no by Enter, which is no error",
    async () => {
      const stage = new Stage();
      stage.cli(["pin", "Never touch the schema"]);
      const { status, shown } = await enterAt(stage, "forget --pattern schema", "Forget this for good?");
      expect(status).toBe(1);
      expect(shown).toContain("Nothing was changed.");
      expect(shown).not.toContain("Error");
      expect(stage.cli(["pins"]).stdout).toContain("schema");
    },
  );

  test("a data folder that is not named whole is refused, and a hook takes it as below the home", () => {
    const stage = new Stage();
    const env = { TIDEMARK_HOME: "relative/data" };
    expect(stage.cli(["status"], env)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('TIDEMARK_HOME is "relative/data"'),
    });
    expect(stage.cli(["status", "--help"], env).status).toBe(0);
    stage.hook("SessionStart", "aaaa-1111", { source: "startup" }, env);
    expect(existsSync(join(stage.root, "relative", "data", "journal"))).toBe(true);
    expect(readdirSync(stage.project)).toEqual([".git"]);
  });

  test("a config.json that is not right is told by status and doctor", () => {
    const stage = new Stage("feat/retry", true);
    mkdirSync(stage.home, { mode: 0o700 });
    for (const text of ["{bad", '{"quota": "banana"}', '{"checkpoints": "no"}']) {
      writeFileSync(join(stage.home, "config.json"), text, { mode: 0o600 });
      expect(stage.cli(["status"]).stdout).toMatch(/^config +.*config\.json/m);
      const { findings } = stage.json(["doctor"]);
      expect(findings).toContainEqual(expect.objectContaining({ name: "config", ok: false }));
    }
    writeFileSync(join(stage.home, "config.json"), "{}", { mode: 0o600 });
    expect(stage.cli(["status"]).stdout).not.toMatch(/config|off/);
  });

  test("checkpoints that are switched off are told by status and doctor", () => {
    const stage = new Stage("feat/retry", true);
    mkdirSync(stage.home, { mode: 0o700 });
    expect(stage.cli(["status"], { TIDEMARK_CHECKPOINTS: "off" }).stdout).toContain(
      "TIDEMARK_CHECKPOINTS=off",
    );
    writeFileSync(join(stage.home, "config.json"), '{"checkpoints": false}', { mode: 0o600 });
    expect(stage.cli(["status"]).stdout).toMatch(/no checkpoints are made by themselves: .*config\.json/);
    expect(stage.json(["doctor"]).findings).toContainEqual(
      expect.objectContaining({ name: "checkpoints", ok: "warn" }),
    );
  });

  test("a branch of work that is not there is told to the session that was started for it", () => {
    const stage = new Stage();
    const told = stage.told("SessionStart", "aaaa-1111", { source: "startup" }, { TIDEMARK_BRANCH: "ghost" });
    expect(told).toContain("TIDEMARK_BRANCH names no branch of work");
    expect(told).not.toContain("ghost");
    stage.hook("UserPromptSubmit", "aaaa-1111", { prompt: "Add retry to uploads" });
    stage.cli(["branch", "idea"]);
    const joined = stage.told(
      "SessionStart",
      "bbbb-2222",
      { source: "startup" },
      { TIDEMARK_BRANCH: "idea" },
    );
    expect(joined).not.toContain("TIDEMARK_BRANCH");
  });
});
