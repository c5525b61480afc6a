import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "./figure.js";
import { runCli, runHook } from "./hook-run.js";
import { filesBelow } from "./listing.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

/** What a program would have to say to be spoken to over a network. */
const LISTENING =
  /\bcreateServer\b|\bcreateSecureServer\b|\.listen\(|\bcreateSocket\b|\bWebSocketServer\b|Bun\.serve|Deno\.serve/;
const CODE = [".js", ".cjs", ".mjs"];
const HOOKS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
const COMMANDS = [
  ["status"],
  ["inject"],
  ["recall", "parser"],
  ["doctor"],
  ["embed"],
  ["tour"],
  ["checkpoint", "create"],
];

let house: House;
beforeAll(async () => {
  house = await openHouse("s6");
});
afterAll(() => house.leave());

describe("S6: nothing of the product listens on a port", () => {
  it("by its code", () => {
    const files = filesBelow(dirname(house.program.hook)).filter((path) => CODE.includes(extname(path)));
    const found = files.filter((path) => LISTENING.test(readFileSync(path, "utf8")));
    figure(`${files.length} built files: ${found.length} could listen`);
    // Else the wrong folder was looked at, or the pattern finds nothing at all.
    expect(files.length).toBeGreaterThan(20);
    expect(LISTENING.test('require("node:http").createServer(answer).listen(80)')).toBe(true);
    expect(found).toEqual([]);
  });

  it("by what its processes do", async () => {
    const room = watched(house.room("watched"));
    for (const hook of HOOKS) expect((await runHook(room, payload(hook, sceneOf(room, "s6")))).code).toBe(0);
    for (const args of COMMANDS) await runCli(room, args);
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
    spawnSync(process.execPath, [join(dirname(room.program.hook), "mcp.cjs")], {
      env: room.env,
      input: call,
    });
    const [started, listened] = [marks(room, "start"), marks(room, "listen")];
    figure(`${started.length} processes of hooks, commands and the server: ${listened.length} listened`);
    expect(started.length).toBeGreaterThan(HOOKS.length + COMMANDS.length);
    expect(listened).toEqual([]);
    // The watch works: one that listens is seen.
    spawnSync(process.execPath, ["-e", "require('net').createServer().listen(0,()=>process.exit())"], {
      env: room.env,
    });
    expect(marks(room, "listen")).toHaveLength(1);
  });
});

/** A room in which every process of Node's leaves a mark when it starts, and another when it listens. */
function watched(room: Room): Room {
  const watch = join(room.top, "watch.cjs");
  const mark = `(what) => require("node:fs").writeFileSync(${JSON.stringify(`${room.top}/`)} + what + "-" + process.pid, process.argv.join(" "))`;
  const wrap = (of: string, name: string) =>
    `{ const p = ${of}.prototype, was = p.${name}; p.${name} = function (...a) { mark("listen"); return was.apply(this, a); }; }`;
  const lines = [
    `const mark = ${mark};`,
    'mark("start");',
    wrap('require("node:net").Server', "listen"),
    wrap('require("node:dgram").Socket', "bind"),
  ];
  writeFileSync(watch, lines.join("\n"));
  return { ...room, env: { ...room.env, NODE_OPTIONS: `--require ${watch}` } };
}

function marks(room: Room, what: string): string[] {
  return readdirSync(room.top).filter((name) => name.startsWith(`${what}-`));
}
