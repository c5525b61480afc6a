import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { openClient } from "./mcp-client.js";
import { Stage } from "./stage.js";

const SERVER = resolve(import.meta.dirname, "../../dist/mcp.cjs");
const CLI = resolve(import.meta.dirname, "../../dist/cli.js");
const started: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** The bare server, its lines as values. */
function start(stage: Stage, args: readonly string[] = [SERVER]) {
  const child = spawn(process.execPath, args, { cwd: stage.project, env: stage.env });
  started.push(child);
  const lines: unknown[] = [];
  const waiting: ((line: unknown) => void)[] = [];
  createInterface(child.stdout).on("line", (line) => {
    const value: unknown = JSON.parse(line);
    const wanted = waiting.shift();
    if (wanted === undefined) lines.push(value);
    else wanted(value);
  });
  const next = (): Promise<unknown> =>
    lines.length > 0 ? Promise.resolve(lines.shift()) : new Promise((tell) => waiting.push(tell));
  return {
    child,
    lines,
    write: (text: string) => child.stdin.write(text),
    next,
    async request(method: string, params: object = {}, id: string | number = 1): Promise<unknown> {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return next();
    },
  };
}

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "t", version: "1" },
};
const remember = (text: string) => ({ name: "remember", arguments: { kind: "fact", text } });

test.each([
  ["the bundle", [SERVER]],
  ["tidemark mcp", [CLI, "mcp"]],
])("%s ends when its input does, with what was asked answered", async (_, args) => {
  const stage = new Stage();
  const { child, request, write, next } = start(stage, args);
  expect(await request("initialize", INITIALIZE)).toMatchObject({
    result: { protocolVersion: "2025-06-18" },
  });
  write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: remember("Last words") })}\n`,
  );
  child.stdin.end();
  expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { isNew: true } } });
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends it", async (signal) => {
  const { child, request } = start(new Stage());
  await request("initialize", INITIALIZE);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
});

test("a client that goes away without a word leaves nothing behind", async () => {
  const { child, request } = start(new Stage());
  await request("initialize", INITIALIZE);
  child.stdout.destroy();
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })}\n`);
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

test("lines that are no message, huge ones and unknown methods are answered, and it goes on", async () => {
  const { write, next, request } = start(new Stage());
  for (const line of ["nonsense", '{"jsonrpc":"2.0","id":1', "[]", "3", "null", '{"id":{}}']) {
    write(`${line}\n`);
    expect(await next()).toMatchObject({ error: { code: expect.any(Number) } });
  }
  write(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":"`);
  for (let n = 0; n < 40; n += 1) write("x".repeat(1_048_576));
  write('"}}\n');
  expect(await next()).toMatchObject({ id: 1, error: { code: -32600 } });
  expect(await request("tools/erase")).toMatchObject({ id: 1, error: { code: -32601 } });
  const huge = { name: "recall", arguments: { query: "tide ".repeat(200_000) } };
  expect(await request("tools/call", huge)).toMatchObject({ result: { content: [{ type: "text" }] } });
  expect(await request("tools/call", remember("a".repeat(2_000_000)))).toMatchObject({
    result: { structuredContent: { isNew: true } },
  });
  expect(await request("ping", {}, "still here")).toEqual({ jsonrpc: "2.0", id: "still here", result: {} });
});

test("a locked database is said, what needs the journal alone is kept, and afterwards all is as before", async () => {
  const stage = new Stage();
  const { request } = start(stage);
  await request("tools/call", remember("Before the lock"));
  const locker = spawn(
    process.execPath,
    [
      resolve(import.meta.dirname, "../hard/lock-database.mjs"),
      join(stage.home, "tidemark.db"),
      "60",
      "exclusive",
    ],
    { env: stage.env },
  );
  started.push(locker);
  await once(locker.stdout, "data");
  const refused = await request("tools/call", { name: "recall", arguments: { query: "lock" } });
  expect(refused).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringMatching(/busy|another process/i) }] },
  });
  expect(await request("tools/call", remember("During the lock"))).toMatchObject({
    result: { structuredContent: { isNew: true } },
  });
  locker.kill("SIGKILL");
  await once(locker, "exit");
  expect(
    JSON.stringify(await request("tools/call", { name: "recall", arguments: { query: "lock" } })),
  ).toMatch(/Before the lock.*During the lock|During the lock.*Before the lock/);
});

test.runIf(process.platform === "linux")("stays small, however often it is called", async () => {
  const stage = new Stage();
  const { call, pid, close } = await openClient(stage, "legacy");
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  expect(resident()).toBeLessThan(80);
  const round = async (n: number) => {
    for (let at = 0; at < n; at += 1) {
      await call("recall", { query: `how is the tide at pier ${at}?` });
      await call("session", { what: "list" });
      await call("profile");
      await call("erase-nothing").catch(() => {});
    }
  };
  await call("remember", { kind: "fact", text: "The tide at the pier is high at noon" });
  await round(20);
  const before = resident();
  await round(100);
  // Garbage comes and goes; what is held for good would have grown five times as much.
  expect(resident() - before).toBeLessThan(20);
  await close();
});
