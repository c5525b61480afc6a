import { describe, expect, test } from "vitest";
import { qwenSetup, settingsPath } from "../../../src/agent/qwen/setup.js";
import type { Wiring } from "../../../src/agent/setup.js";

const ENV = { HOME: "/home/ada" };
const WIRING: Wiring = {
  hook: "'/usr/bin/node' '/home/ada/.local/share/tidemark/program/hook.cjs' qwen",
  node: "/usr/bin/node",
  folder: "/home/ada/.local/share/tidemark/program",
};
const FILES = qwenSetup
  .files({ is: "user", home: "/home/ada" }, ENV)
  .filter(({ part }) => part !== "commands");

describe("Qwen Code's settings", () => {
  test("are the user's or the project's, and follow its own variable", () => {
    expect(settingsPath(ENV, { is: "user", home: "/home/ada" })).toBe("/home/ada/.qwen/settings.json");
    expect(settingsPath(ENV, { is: "project", root: "/work" })).toBe("/work/.qwen/settings.json");
    for (const [chosen, path] of [
      ["/q", "/q/settings.json"],
      ["~/q", "/home/ada/q/settings.json"],
      ["~", "/home/ada/settings.json"],
    ])
      expect(settingsPath({ QWEN_HOME: chosen }, { is: "user", home: "/home/ada" })).toBe(path);
  });

  test("hold hooks and server in one file, with times in milliseconds", () => {
    const written: unknown = JSON.parse(FILES.reduce((text, file) => file.add(text, WIRING), ""));
    const handler = { name: "tidemark", type: "command", command: WIRING.hook, timeout: 5_000 };
    expect(written).toMatchObject({
      hooks: { UserPromptSubmit: [{ hooks: [handler] }], PreToolUse: [{ matcher: "*", hooks: [handler] }] },
      mcpServers: { tidemark: { command: "/usr/bin/node", args: [`${WIRING.folder}/mcp.cjs`] } },
    });
  });

  test("are given back byte for byte, in whichever order the two parts come and go", () => {
    const before =
      '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "beep" }] }] }\n}\n';
    for (const adding of [FILES, FILES.toReversed()])
      for (const taking of [FILES, FILES.toReversed()]) {
        const added = adding.reduce((text, file) => file.add(text, WIRING), before);
        for (const file of FILES) expect(file.holds(added)).toBe(true);
        expect(taking.reduce((text, file) => file.remove(text), added)).toBe(before);
      }
  });
});

test("in the way is the one switch for all hooks, and that a project's settings are everybody's", () => {
  const own = "/home/ada/.qwen/settings.json";
  const advice = (path: string, text: string) => qwenSetup.advice([{ path, text }], ENV);
  expect(advice(own, '{"disableAllHooks": false}')).toEqual([]);
  expect(advice(own, '{"disableAllHooks": true}')).toEqual([expect.objectContaining({ ok: false })]);
  expect(advice("/work/.qwen/settings.json", "{}")).toEqual([expect.objectContaining({ ok: "warn" })]);
});
