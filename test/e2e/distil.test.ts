import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ScriptedModel } from "./scripted-model.js";
import { Stage } from "./stage.js";

const ITEMS = [
  { kind: "decision", text: "Tariffs are cached in a local file", events: [1] },
  { kind: "next", text: "The refresh job for tariffs", events: [2] },
  { kind: "fact", text: "Customers prefer blue buttons", events: [1] },
];

let stage: Stage;
let model: ScriptedModel;
beforeEach(async () => {
  stage = new Stage();
  model = await ScriptedModel.start();
});
afterEach(async () => model.server().stop());

function work(): void {
  stage.hook("SessionStart", "s1", { source: "startup" });
  writeFileSync(
    join(stage.home, "config.json"),
    JSON.stringify({ distil: true, model: model.name("ollama") }),
    { mode: 0o600 },
  );
  stage.hook("UserPromptSubmit", "s1", { prompt: "Tariffs should be cached, in a local file is fine" });
  stage.hook("Stop", "s1", { last_assistant_message: "Cached. A refresh job for tariffs does not exist." });
  stage.hook("SessionEnd", "s1", { reason: "prompt_input_exit" });
}

const distilled = () =>
  stage.cli(["history", "--type", "session.distilled", "--json"]).stdout.split("\n").filter(Boolean);

describe("notes of a model", () => {
  test("are made after a session, once, and told as such", async () => {
    model.answer = () => ({ pieces: [JSON.stringify(ITEMS)] });
    work();
    await expect.poll(distilled, { timeout: 20_000, interval: 200 }).toHaveLength(1);
    const told = stage.told("SessionStart", "s2", { source: "startup" });
    expect(told).toContain("Tariffs are cached in a local file (noted by a model)");
    expect(told).toContain("The refresh job for tariffs (noted by a model)");
    expect(told).not.toContain("blue buttons");
    expect(model.heard[0]?.messages[0]?.content).toContain("[1] user: Tariffs should be cached");
    stage.run("distil.cjs", [], "");
    expect([distilled().length, model.heard.length]).toEqual([1, 1]);
  });

  test("fail without loss, with a note in the log, and are tried again", async () => {
    model.answer = () => ({ pieces: [], status: 400 });
    work();
    const log = join(stage.home, "log/hook.jsonl");
    const isNoted = () => existsSync(log) && readFileSync(log, "utf8").includes('"hook":"distil"');
    await expect.poll(isNoted, { timeout: 20_000, interval: 200 }).toBe(true);
    await expect.poll(() => existsSync(join(stage.home, "distil.lock")), { timeout: 20_000 }).toBe(false);
    expect(distilled()).toEqual([]);
    expect(stage.told("SessionStart", "s2", { source: "startup" })).toContain("Tariffs should be cached");
  });
});
