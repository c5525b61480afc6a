import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geminiSetup, hooksDisabled, settingsPath } from "../../../src/agent/gemini/setup.js";
import type { SetupFile, Wiring } from "../../../src/agent/setup.js";

const ENV = { HOME: "/home/ada" };
const WIRING: Wiring = {
  hook: "'/usr/bin/node' '/home/ada/.local/share/tidemark/program/hook.cjs' gemini",
  node: "/usr/bin/node",
  folder: "/home/ada/.local/share/tidemark/program",
};
const FILES = geminiSetup
  .files({ is: "user", home: "/home/ada" }, ENV)
  .filter(({ part }) => part !== "commands");

describe("Gemini CLI's settings", () => {
  test("are the user's or the project's, and follow its own variable", () => {
    expect(settingsPath(ENV, { is: "user", home: "/home/ada" })).toBe("/home/ada/.gemini/settings.json");
    expect(settingsPath(ENV, { is: "project", root: "/work" })).toBe("/work/.gemini/settings.json");
    expect(settingsPath({ GEMINI_CLI_HOME: "/job" }, { is: "user", home: "/home/ada" })).toBe(
      "/job/.gemini/settings.json",
    );
  });

  test("hold hooks and server in one file, with times in milliseconds", () => {
    expect(new Set(FILES.map(({ path }) => path)).size).toBe(1);
    const written: unknown = JSON.parse(FILES.reduce((text, file) => file.add(text, WIRING), ""));
    const handler = { name: "tidemark", type: "command", command: WIRING.hook, timeout: 5_000 };
    expect(written).toMatchObject({
      hooks: {
        SessionStart: [{ hooks: [handler] }],
        BeforeAgent: [{ hooks: [handler] }],
        BeforeTool: [{ matcher: "*", hooks: [handler] }],
        AfterTool: [{ matcher: "*", hooks: [handler] }],
        AfterAgent: [{ hooks: [handler] }],
        SessionEnd: [{ hooks: [handler] }],
      },
      mcpServers: { tidemark: { command: "/usr/bin/node", args: [`${WIRING.folder}/mcp.cjs`] } },
    });
    expect(Object.keys(Object(written).hooks)).toHaveLength(6);
  });

  test.each([
    "{}\n",
    '{\n  // mine\n  "model": { "name": "flash" },\n}\n',
    '\uFEFF{\r\n\t"mcpServers": { "docs": { "command": "docs" } },\r\n\t"theme": "dark"\r\n}\r\n',
    '{"hooks":{"BeforeTool":[{"matcher":"write_file","hooks":[{"type":"command","command":"guard"}]}]}}',
  ])("are given back byte for byte, in whichever order the two parts come and go: %j", (before) => {
    for (const adding of orders(FILES))
      for (const taking of orders(FILES)) {
        const added = adding.reduce((text, file) => file.add(text, WIRING), before);
        for (const file of FILES) expect(file.holds(added)).toBe(true);
        expect(taking.reduce((text, file) => file.remove(text), added)).toBe(before);
      }
  });

  test("are given back whatever else stands in them", () => {
    const settings = fc.dictionary(
      fc.string().filter((key) => key !== "hooks" && key !== "mcpServers" && key !== "__proto__"),
      fc.jsonValue(),
    );
    const indent = fc.constantFrom(undefined, 2, "\t");
    fc.assert(
      fc.property(settings, indent, fc.boolean(), fc.boolean(), (value, space, swap, back) => {
        const before = JSON.stringify(value, null, space);
        const added = ordered(swap).reduce((text, file) => file.add(text, WIRING), before);
        expect(ordered(back).reduce((text, file) => file.remove(text), added)).toBe(before);
      }),
      { numRuns: 100 },
    );
  });
});

describe("what is in the way", () => {
  const hooks = FILES[0]?.add(undefined, WIRING) ?? "";
  const with_ = (config: object) => JSON.stringify({ ...JSON.parse(hooks), hooksConfig: config });
  const advice = (path: string, text: string) => geminiSetup.advice([{ path, text }], ENV);
  const own = "/home/ada/.gemini/settings.json";

  test("is nothing in settings as we write them", () => {
    expect(advice(own, hooks)).toEqual([]);
    expect(hooksDisabled(hooks)).toBe(false);
    expect(hooksDisabled(with_({ enabled: true, disabled: ["other"], notifications: false }))).toBe(false);
  });

  test.each([{ enabled: false }, { disabled: ["tidemark"] }, { disabled: [WIRING.hook, "other"] }])(
    "is the switch %j",
    (config) => {
      expect(hooksDisabled(with_(config))).toBe(true);
      expect(advice(own, with_(config))).toEqual([expect.objectContaining({ ok: false })]);
    },
  );

  test("is that a project's settings are everybody's", () => {
    expect(advice("/work/.gemini/settings.json", hooks)).toEqual([
      expect.objectContaining({ ok: "warn", detail: expect.stringContaining("/work/.gemini/settings.json") }),
    ]);
  });

  test.each(["{", '{"hooksConfig": 3}', '{"hooksConfig": {"disabled": "tidemark"}}', "[]", ""])(
    "is not made worse by odd settings: %j",
    (text) => {
      let found: unknown = [];
      try {
        found = advice(own, text);
      } catch (error) {
        expect(error).toMatchObject({ code: "settings-malformed" });
      }
      expect(found).toEqual([]);
    },
  );
});

function orders(files: readonly SetupFile[]): readonly (readonly SetupFile[])[] {
  return [files, files.toReversed()];
}

function ordered(swap: boolean): readonly SetupFile[] {
  return swap ? FILES.toReversed() : FILES;
}
