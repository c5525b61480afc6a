import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { hasHooksInSettings, packageFolder } from "../../../src/agent/claude/beside-plugin.js";
import { pluginFiles } from "../../../src/agent/claude/plugin.js";
import { claudeSetup, HOOK_TABLE, settingsPath } from "../../../src/agent/claude/setup.js";
import { COMMANDS } from "../../../src/agent/command.js";
import { addHooks, removeHooks } from "../../../src/agent/settings/hook-settings.js";
import { hookCommand } from "../../../src/setup/wiring.js";

const LAUNCHER = `${"$"}{CLAUDE_PLUGIN_ROOT}/plugin.cjs`;

describe("the plugin's files", () => {
  const files = pluginFiles("1.2.3");
  const json = (path: string) => JSON.parse(files.get(path) ?? "");

  test("have a hook for every event, with the time that init grants it", () => {
    const { hooks } = json("hooks/hooks.json");
    expect(Object.keys(hooks)).toEqual(Object.keys(claudeSetup.limits));
    for (const event of Object.keys(claudeSetup.limits)) {
      expect(hooks[event]).toMatchObject([
        { hooks: [{ type: "command", command: "node", args: [LAUNCHER, "hook"], timeout: 5 }] },
      ]);
    }
    expect(hooks.SessionStart[0].matcher).toBe("startup|resume|clear|compact|fork");
  });

  test("name the server and the version", () => {
    expect(json(".claude-plugin/plugin.json")).toMatchObject({
      name: "tidemark",
      version: "1.2.3",
      mcpServers: { tidemark: { command: "node", args: [LAUNCHER, "mcp"] } },
    });
  });

  test("have every command, and no word of a person's where a shell would read it", () => {
    expect([...files.keys()].filter((path) => path.startsWith("commands/"))).toEqual(
      COMMANDS.map(({ name }) => `commands/${name}.md`),
    );
    const text = files.get("commands/session-state.md");
    expect(text).toContain(`\n    node "${LAUNCHER}" cli state\n`);
    expect(text).toContain("<words>\n$ARGUMENTS\n</words>");
    expect(text).not.toContain("!`");
  });
});

describe("beside the plugin", () => {
  let env: Record<string, string>;
  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), "tidemark-plugin-"));
    env = {
      HOME: root,
      CLAUDE_CONFIG_DIR: join(root, "claude"),
      CLAUDE_PROJECT_DIR: join(root, "project"),
      TIDEMARK_HOME: join(root, "memory"),
    };
  });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const scopes = () =>
    [
      { is: "user", home: env["HOME"] ?? "" },
      { is: "project", root: env["CLAUDE_PROJECT_DIR"] ?? "" },
    ] as const;

  test("hooks of init are seen for the user and for the project, and no longer once they are taken out", () => {
    for (const scope of scopes()) {
      const path = settingsPath(env, scope);
      for (const platform of ["linux", "win32"]) {
        const others = '{"enabledPlugins":{"tidemark@tidemark":true},"model":"opus"}';
        const text = addHooks(others, HOOK_TABLE, hookCommand(env, "claude", platform));
        write(path, others);
        expect(hasHooksInSettings(env)).toBe(false);
        write(path, text);
        expect(hasHooksInSettings(env)).toBe(true);
        write(path, removeHooks(text, "claude"));
        expect(hasHooksInSettings(env)).toBe(false);
      }
    }
  });

  test.each(["", "{", '{"hooks":{"Stop":[{"hooks":[{"command":"node /opt/other/hook.cjs claude"}]}]}}'])(
    "settings like %j are none of ours",
    (text) => {
      expect(hasHooksInSettings(env)).toBe(false);
      write(settingsPath(env, scopes()[0]), text);
      expect(hasHooksInSettings(env)).toBe(false);
    },
  );

  test("the package is found where Claude Code says that it came from", () => {
    const path = join(env["CLAUDE_CONFIG_DIR"] ?? "", "plugins", "known_marketplaces.json");
    expect(packageFolder(env)).toBeUndefined();
    for (const broken of ["", "{", "[]", '{"tidemark":3}', '{"tidemark":{"installLocation":[]}}']) {
      write(path, broken);
      expect(packageFolder(env)).toBeUndefined();
    }
    write(path, '{"tidemark":{"installLocation":"/opt/node_modules/tidemark"}}');
    expect(packageFolder(env)).toBe("/opt/node_modules/tidemark");
  });

  test("its hooks are those of the folder it was installed to, as long as it is switched on", () => {
    const folder = join(env["CLAUDE_CONFIG_DIR"] ?? "", "plugins");
    const settings = settingsPath(env, scopes()[0]);
    const installed = { "tidemark@tidemark": [{ scope: "user", installPath: "/c/tidemark/0.1.0" }] };
    write(join(folder, "installed_plugins.json"), JSON.stringify({ version: 2, plugins: installed }));
    expect(claudeSetup.pluginHooks?.(env)).toEqual([]);
    write(settings, '{ "enabledPlugins": { "tidemark@tidemark": true } }');
    expect(claudeSetup.pluginHooks?.(env)).toHaveLength(Object.keys(claudeSetup.limits).length);
    expect(claudeSetup.pluginHooks?.(env)[0]?.command).toContain(join("/c/tidemark/0.1.0", "plugin.cjs"));
    write(settings, '{ "enabledPlugins": { "tidemark@tidemark": false } }');
    expect(claudeSetup.pluginHooks?.(env)).toEqual([]);
  });

  test("doctor is told where both are there", () => {
    const advice = (text: string) => claudeSetup.advice([{ path: "/a", text }], env);
    expect(advice('{"enabledPlugins":{"tidemark@tidemark":true}}')).toMatchObject([{ ok: "warn" }]);
    expect(advice('{"enabledPlugins":{"tidemark@tidemark":false,"other@x":true}}')).toEqual([]);
  });
});
