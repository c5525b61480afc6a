import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { copilotResume } from "../../../src/agent/copilot/resume.js";
import { copilotSetup } from "../../../src/agent/copilot/setup.js";

const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";
const WIRING = {
  hook: "node '/home/ada/.local/share/tidemark/program/hook.cjs' copilot",
  node: "/usr/bin/node",
  folder: "/home/ada/.local/share/tidemark/program",
};

let home: string;
let env: { COPILOT_HOME: string };
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tidemark-copilot-"));
  env = { COPILOT_HOME: home };
});

const files = () => copilotSetup.files({ is: "user", home: "/home/ada" }, env);

describe("setting up Copilot CLI", () => {
  test("its hooks are a file of their own, in the form it reads", () => {
    const [hooks] = files();
    expect(hooks?.path).toBe(join(home, "hooks", "tidemark.json"));
    const { version, hooks: events } = JSON.parse(hooks?.add(undefined, WIRING) ?? "");
    expect(version).toBe(1);
    expect(events.sessionStart).toEqual([{ type: "command", bash: WIRING.hook, timeoutSec: 5 }]);
  });

  test("that file goes whole, unless somebody else has put something in", () => {
    const [hooks] = files();
    const made = hooks?.add(undefined, WIRING) ?? "";
    expect(hooks?.remove(made)).toBe("");
    const other = '{"version":1,"hooks":{"sessionEnd":[{"type":"command","bash":"beep"}]}}';
    expect(hooks?.remove(hooks.add(other, WIRING))).toBe(other);
    expect(hooks?.holds(other)).toBe(false);
  });

  test("what a project shares is left alone", () => {
    expect(copilotSetup.files({ is: "project", root: "/home/ada/photo-box" }, env)).toEqual([]);
  });

  test("its server offers all of its tools", () => {
    const [, server] = files();
    expect(JSON.parse(server?.add(undefined, WIRING) ?? "")).toEqual({
      mcpServers: {
        tidemark: { type: "local", command: WIRING.node, args: [`${WIRING.folder}/mcp.cjs`], tools: ["*"] },
      },
    });
  });

  test("the switch that silences all hooks is reported, and nothing else", () => {
    const held = [{ path: "tidemark.json", text: "" }];
    expect(copilotSetup.advice(held, env)).toEqual([]);
    writeFileSync(join(home, "settings.json"), '{ "disableAllHooks": true }');
    expect(copilotSetup.advice(held, env)).toMatchObject([{ ok: false }]);
    writeFileSync(join(home, "settings.json"), "{ broken");
    expect(copilotSetup.advice(held, env)).toEqual([]);
  });
});

describe("going on with a session of Copilot CLI", () => {
  const keep = (text: string) => {
    mkdirSync(join(home, "session-state", SESSION), { recursive: true });
    writeFileSync(join(home, "session-state", SESSION, "events.jsonl"), text);
  };
  const find = (session = SESSION, known: readonly string[] = []) =>
    copilotResume.folderOf(session, known, env);

  test("is possible where its record is, in the folder it was in", () => {
    expect(find(SESSION, [home])).toBeUndefined();
    keep(`${JSON.stringify({ type: "session.start", data: { context: { cwd: home } } })}\n{"type":"x"}\n`);
    expect(find()).toBe(home);
    expect(copilotResume.again(SESSION)).toEqual([`--resume=${SESSION}`]);
  });

  test("and in one that is known, where that folder is gone or not named", () => {
    keep(`${JSON.stringify({ data: { context: { cwd: join(home, "gone") } } })}\n`);
    expect(find()).toBeUndefined();
    expect(find(SESSION, [home])).toBe(home);
    keep("no row\n");
    expect(find(SESSION, [home])).toBe(home);
    keep("");
    expect(find(SESSION, [home])).toBeUndefined();
  });

  test.each(["../x", "a/b", "..", "", "a\0b", "-x", "--help", "x".repeat(200)])("never by %j", (session) => {
    keep("{}\n");
    expect(find(session, [home])).toBeUndefined();
  });

  test("needs the hooks to be there, and on", () => {
    expect(copilotResume.isConnected("/", env)).toBe(false);
    const [hooks] = files();
    mkdirSync(join(home, "hooks"));
    writeFileSync(hooks?.path ?? "", hooks?.add(undefined, WIRING) ?? "");
    expect(copilotResume.isConnected("/", env)).toBe(true);
    writeFileSync(join(home, "settings.json"), '{"disableAllHooks":true}');
    expect(copilotResume.isConnected("/", env)).toBe(false);
  });
});
