import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openLine } from "../../../src/agent/plugin/hook-line.js";
import { isAlive } from "../../../src/host/process/process.js";

const folder = mkdtempSync(join(tmpdir(), "tidemark-line-"));

/** A program in place of the hook: it is given the payload as a text, and its own code says the rest. */
function lineTo(code: string) {
  const file = join(folder, `${Math.random()}.cjs`);
  writeFileSync(file, `const text = require("node:fs").readFileSync(0, "utf8");\n${code}`);
  return openLine({ command: `'${process.execPath}' '${file}'`, cwd: () => "/home/ada/harbour" });
}

const NOTE = (to: string) => `require("node:fs").appendFileSync(${JSON.stringify(to)}, text + "\\n");`;

describe("the line to the hook", () => {
  test("hands over the payload and gives back the answer", async () => {
    const line = lineTo(`console.log(JSON.stringify({ context: text, input: { path: "/a" }, more: 1 }))`);
    const { context, input } = await line.ask("UserPromptSubmit", "one", { prompt: "Wie weit?" });
    expect(JSON.parse(context ?? "")).toEqual({
      hook_event_name: "UserPromptSubmit",
      session_id: "one",
      cwd: "/home/ada/harbour",
      pid: process.pid,
      prompt: "Wie weit?",
    });
    expect(input).toEqual({ path: "/a" });
  });

  test("keeps the order of a session, and nobody waits for what is only told", async () => {
    const to = join(folder, "order");
    const line = lineTo(`setTimeout(() => { ${NOTE(to)} }, 150 * Math.random());`);
    for (let n = 0; n < 6; n += 1) line.tell("PostToolUse", "one", { tool_name: `${n}` });
    expect(existsSync(to)).toBe(false);
    line.tell("Stop", "one", { tool_name: "6" });
    while (!existsSync(to) || readFileSync(to, "utf8").split("\n").length < 8) await wait(20);
    const names = readFileSync(to, "utf8")
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row).tool_name);
    expect(names).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  });

  test("waits for all that is on its way when the agent ends", async () => {
    const to = join(folder, "settled");
    const line = lineTo(`setTimeout(() => { ${NOTE(to)} }, 100);`);
    for (const session of ["one", "two", "three"]) line.tell("SessionEnd", session, { reason: "exit" });
    await line.settle();
    expect(readFileSync(to, "utf8").trim().split("\n")).toHaveLength(3);
  });

  test.each([
    ["says nothing", ""],
    ["says no JSON", `console.log("hello")`],
    ["says something else", `console.log(JSON.stringify([{ context: 1 }]))`],
    ["has a context that is no text", `console.log(JSON.stringify({ context: { a: 1 }, input: "x" }))`],
    ["fails", `throw new Error("no")`],
    ["dies", `process.kill(process.pid, "SIGKILL")`],
  ])("goes on where the hook %s", async (_, code) => {
    expect(await lineTo(code).ask("UserPromptSubmit", "one", {})).toEqual({});
  });

  test("goes on where there is no hook, also with a payload that nobody reads", async () => {
    const line = openLine({ command: "exit 3", cwd: () => "/" });
    expect(await line.ask("PreToolUse", "one", { tool_input: "x".repeat(3_000_000) })).toEqual({});
  });

  test("does not wait for a hook that hangs", async () => {
    const to = join(folder, "hanging");
    const line = lineTo(
      `require("node:fs").writeFileSync(${JSON.stringify(to)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    expect(await line.ask("UserPromptSubmit", "one", {})).toEqual({});
    const pid = Number(readFileSync(to, "utf8"));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    await line.settle();
  });

  test("says so where the agent has gone on before the turn of its question came", async () => {
    const to = join(folder, "late");
    const line = lineTo(`setTimeout(() => { ${NOTE(to)} }, text.includes("slow") ? 3_000 : 0);`);
    line.tell("PostToolUse", "one", { tool_name: "slow" });
    expect(await line.ask("UserPromptSubmit", "one", { prompt: "Measure it" })).toEqual({});
    expect(existsSync(to)).toBe(false);
    await line.settle();
    const [, asked = ""] = readFileSync(to, "utf8").split("\n");
    expect(JSON.parse(asked)).toMatchObject({ prompt: "Measure it", late: true });
  });

  test("takes arguments that hold themselves", async () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const line = lineTo(`console.log(JSON.stringify({ context: text }))`);
    expect(await line.ask("PreToolUse", "one", { tool_input: loop })).toEqual({ context: "{}" });
  });
});
