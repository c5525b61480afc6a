import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;
beforeAll(() => {
  stage = new Stage();
  stage.hook("SessionStart", "aaaa-1111", { source: "startup" });
  stage.hook("UserPromptSubmit", "aaaa-1111", { prompt: "Add retry to uploads" });
  // It ends the turn, and the first turn of a day that ends starts the housekeeping.
  const closing = { last_assistant_message: "The upload now tries three times." };
  stage.hook("Stop", "aaaa-1111", closing, { TIDEMARK_MAINTENANCE: "on" });
});

describe("embedding by the built program", () => {
  test("starts by itself with the housekeeping", async () => {
    const isDone = () => {
      const { memories, embedded } = stage.json(["embed", "--status"]);
      return memories > 0 && embedded === memories;
    };
    await expect.poll(isDone, { timeout: 20_000, interval: 200 }).toBe(true);
  });

  test("by hand says what it did", () => {
    const { status, stdout } = stage.cli(["embed"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+ memor(?:y|ies) embedded with glove40k, 100 numbers each\n$/);
    expect(stage.json(["embed"])).toMatchObject({ model: "glove40k", dimensions: 100, others: [] });
    expect(existsSync(join(stage.home, "embed.lock"))).toBe(false);
  });

  test("none is wanted: that is fine", () => {
    const none = { TIDEMARK_EMBEDDER: "none" };
    expect(stage.cli(["embed"], none)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("words alone"),
    });
    expect(stage.cli(["embed", "--json"], none).stdout).toBe('{"model":null}\n');
  });

  test("a wrong choice is wrong usage, and a server that is not there an error with what to do", () => {
    const wrong = stage.cli(["embed"], { TIDEMARK_EMBEDDER: "glove" });
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining("ollama:MODEL") });
    const gone = stage.cli(["embed"], { TIDEMARK_EMBEDDER: "ollama:m@http://127.0.0.1:9" });
    expect(gone).toMatchObject({ status: 1, stderr: expect.stringContaining("ollama pull m") });
  });

  test("another embedder is kept once it has answered, until it is undone", () => {
    const config = join(stage.home, "config.json");
    expect(stage.cli(["embed", "--use", "ollama:m@http://127.0.0.1:9"]).status).toBe(1);
    expect(existsSync(config)).toBe(false);
    expect(stage.cli(["embed", "--use", "none"])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("tidemark embed --use table"),
    });
    expect(stage.cli(["embed"]).stdout).toContain("words alone");
    expect(stage.cli(["embed", "--use", "table", "--status"]).stdout).toContain("glove40k");
    expect(stage.cli(["embed"], { TIDEMARK_EMBEDDER: "none" }).stderr).toContain("this command alone");
  });

  test("help has examples", () => {
    expect(stage.cli(["embed", "--help"]).stdout).toMatch(/Examples:\n {2}\$ tidemark /);
  });
});
