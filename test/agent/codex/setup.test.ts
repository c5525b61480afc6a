import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { codexSetup, HOOK_TABLE } from "../../../src/agent/codex/setup.js";
import { hashOf, readTrust } from "../../../src/agent/codex/trust.js";
import { addHooks } from "../../../src/agent/settings/hook-settings.js";
import { parseToml } from "../../../src/agent/settings/toml-edit.js";
import { hookCommand } from "../../../src/setup/wiring.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tidemark-codex-"));
});

const COMMAND = "'/usr/bin/node' '/home/ada/.local/share/tidemark/program/hook.cjs' codex";
const text = addHooks(undefined, HOOK_TABLE, COMMAND);

describe("the hooks of Codex", () => {
  test("are commands and nothing else: another type, and Codex would read nothing of the file", () => {
    const types = [...text.matchAll(/"type": "(\w+)"/g)].map(([, type]) => type);
    expect(types).toHaveLength(HOOK_TABLE.events.length);
    expect(new Set(types)).toEqual(new Set(["command"]));
  });

  test("ask for no more seconds than Codex grants", () => {
    expect(codexSetup.limits).toMatchObject({ SessionEnd: 3_000, Interrupt: 3_000, SessionStart: 5_000 });
  });

  test("run a command that stays the same from version to version, and with it what Codex trusts", () => {
    const env = { HOME: "/home/ada", PATH: "", TIDEMARK_HOME: "/data/tidemark" };
    expect(hookCommand(env, "codex", "linux").replace(process.execPath, "NODE")).toBe(
      "[ ! -f '/data/tidemark/program/hook.cjs' ] || TIDEMARK_HOME='/data/tidemark' NODE_EXTRA_CA_CERTS= NODE_OPTIONS= " +
        "'NODE' '/data/tidemark/program/hook.cjs' codex",
    );
    // Changing one of these makes every user trust the hooks anew.
    const groups = HOOK_TABLE.events.map((event) => [event, HOOK_TABLE.groupOf(event, "C")]);
    const group = (timeout: number) => ({ hooks: [{ type: "command", command: "C", timeout }] });
    expect(Object.fromEntries(groups)).toEqual({
      SessionStart: group(5),
      UserPromptSubmit: group(5),
      PreToolUse: group(5),
      PostToolUse: group(5),
      PreCompact: group(5),
      PostCompact: group(5),
      SubagentStart: group(5),
      SubagentStop: group(5),
      Stop: group(5),
      Interrupt: group(3),
      SessionEnd: group(3),
    });
  });
});

describe("what Codex trusts", () => {
  // Told by Codex 0.166.0 itself for these hooks.
  test.each([
    [
      "session_start",
      "startup|resume",
      { command: "echo a", timeout: 5 },
      "61d433439df90633a62ec53a56a48f16eb49d0835608eaac5edaf194bde68775",
    ],
    [
      "pre_tool_use",
      "*",
      { command: "echo b", timeout: 7 },
      "722ece4d6c4c63e0dfa7b6cfbfe5472f960837a560bacdf0be2a04e1be958cec",
    ],
    [
      "pre_tool_use",
      "*",
      { command: "echo c", timeout: 8, statusMessage: "hm" },
      "35904adc82e786ab690851994b107c114079143e581d215b6966c1158481a220",
    ],
    [
      "session_end",
      undefined,
      { command: "echo e", timeout: 9 },
      "1ff6092e569ba30737f0701ce3bc85083128c690fc914f300727ae4ea426d19f",
    ],
    [
      "stop",
      undefined,
      { command: "echo 'é \"q\"'" },
      "ec8b62f37f32b47de3314dc85e9eaf73562a451d400aeae5bff2bd0905d55506",
    ],
  ])("the hash of %s %s %j", (event, matcher, handler, hash) => {
    expect(hashOf(event, matcher, { type: "command", ...handler })).toBe(`sha256:${hash}`);
  });

  /** Codex's notes after a person has trusted all hooks of the file, but for some. */
  function notes(path: string, leaveOut: readonly string[] = []): string {
    return HOOK_TABLE.events
      .filter((event) => !leaveOut.includes(event))
      .map((event) => {
        const name = event.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
        const timeout = (codexSetup.limits[event] ?? 0) / 1_000;
        const hash = hashOf(name, undefined, { command: COMMAND, timeout });
        return `[hooks.state."${path}:${name}:0:0"]\ntrusted_hash = "${hash}"\n`;
      })
      .join("\n");
  }

  function advice(config: string | undefined, path = join(home, "hooks.json")) {
    if (config !== undefined) writeFileSync(join(home, "config.toml"), config);
    return codexSetup.advice([{ path, text }], { HOME: home, CODEX_HOME: home });
  }

  test("nothing yet: said, with what to do", () => {
    expect(advice(undefined)).toEqual([
      {
        ok: false,
        detail: "Codex does not run the hooks of Tidemark before you trust them",
        hint: "Start codex: it asks you to review them. Later, type /hooks in it.",
      },
    ]);
  });

  test("all of it: nothing to say", () => {
    expect(advice(notes(join(home, "hooks.json")))).toEqual([]);
  });

  test("some of it: said which are left", () => {
    const [left, ...more] = advice(notes(join(home, "hooks.json"), ["Stop", "Interrupt"]));
    expect(more).toEqual([]);
    expect(left).toMatchObject({ ok: false, detail: expect.stringContaining("the hooks Stop, Interrupt") });
  });

  test("other commands, or hooks that were switched off", () => {
    const path = join(home, "hooks.json");
    const all = notes(path);
    expect(advice(all.replaceAll("sha256:", "sha256:0"))).toMatchObject([{ ok: "warn" }]);
    expect(advice(all.replaceAll(/trusted_hash/g, "enabled = false\ntrusted_hash"))).toMatchObject([
      { ok: false, detail: "Codex has the hooks of Tidemark switched off" },
    ]);
    expect(advice(`[features]\nhooks = false\n${all}`)).toMatchObject([
      { ok: false, detail: `${join(home, "config.toml")} switches all hooks off` },
    ]);
  });

  test("notes of other files and other people's hooks say nothing of ours", () => {
    expect(advice(notes("/elsewhere/hooks.json"))).toMatchObject([{ ok: false }]);
    const others = addHooks(undefined, { ...HOOK_TABLE, agent: "codex" }, "echo other");
    expect(readTrust("/a/hooks.json", others, {}, (command) => command === COMMAND)).toEqual([]);
  });

  test("a project is trusted by itself first", () => {
    const root = join(home, "project");
    const path = join(root, ".codex", "hooks.json");
    mkdirSync(join(root, ".codex"), { recursive: true });
    const trusted = `[projects."${root}"]\ntrust_level = "trusted"\n\n${notes(path)}`;
    expect(advice(trusted, path)).toEqual([]);
    expect(advice(notes(path), path)).toMatchObject([{ ok: "warn", detail: expect.stringContaining(root) }]);
  });

  test("settings that cannot be read are said, and no more", () => {
    expect(advice("model = \n")).toMatchObject([
      { ok: false, detail: expect.stringContaining("not valid TOML") },
    ]);
  });
});

describe("the MCP server", () => {
  const wiring = { hook: COMMAND, node: "/usr/bin/node", folder: "/home/ada/.local/share/tidemark/program" };
  const server = codexSetup.files({ is: "user", home: "/home/ada" }, {}).find(({ part }) => part === "mcp");
  if (server === undefined) throw new Error("no server");

  test("is written as Codex reads it", () => {
    const before = '# mine\nmodel = "gpt-5.5"\n';
    expect(server.add(before, wiring)).toBe(
      '# mine\nmodel = "gpt-5.5"\n\n[mcp_servers.tidemark]\ncommand = "/usr/bin/node"\n' +
        'args = ["/home/ada/.local/share/tidemark/program/mcp.cjs"]\n',
    );
  });

  test("goes with what Codex noted of it, and leaves what came behind", () => {
    const before = 'model = "gpt-5.5"\n';
    const noted = `${server.add(before, wiring)}\n[mcp_servers.tidemark.tools.recall]\napproval_mode = "approve"\n\n# theirs\n[tui]\ntheme = "dark"\n`;
    expect(parseToml(server.remove(noted))).toEqual({ model: "gpt-5.5", tui: { theme: "dark" } });
    expect(server.remove(noted)).toContain("# theirs\n[tui]");
  });

  test("one of the user's own is left alone, and said", () => {
    const own = '[mcp_servers.tidemark]\ncommand = "my-own"\n';
    expect(server.add(own, wiring)).toBe(own);
    expect(server.remove(own)).toBe(own);
    expect(server.holds(own)).toBe(false);
    writeFileSync(join(home, "config.toml"), own);
    expect(codexSetup.advice([], { HOME: home, CODEX_HOME: home })).toMatchObject([
      { ok: "warn", detail: expect.stringContaining("another MCP server") },
    ]);
  });

  test("servers written in another way are refused, and nothing is changed", () => {
    expect(() => server.add('mcp_servers = { docs = { command = "docs" } }\n', wiring)).toThrow(/TOML/);
  });
});
