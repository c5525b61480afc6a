import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { claudeSetup, HOOK_TABLE } from "../../src/agent/claude/setup.js";
import { installedHooks } from "../../src/agent/settings/hook-settings.js";
import { readBackups, readOriginal, sha256 } from "../../src/host/file/backup.js";
import { installedProgram } from "../../src/host/program.js";
import { applyInit } from "../../src/setup/init.js";
import { hookCommand } from "../../src/setup/wiring.js";
import { type ClaudeHome, claudeHome } from "./claude-home.js";

let { root, home, settings, env, plan, writeSettings, linkSettings, useOtherNode }: ClaudeHome = claudeHome();

beforeEach(() => {
  ({ root, home, settings, env, plan, writeSettings, linkSettings, useOtherNode } = claudeHome());
  mkdirSync(join(root, ".claude"));
});

describe("the plan", () => {
  test("shows the change and makes none", () => {
    writeSettings('{\n  "model": "opus"\n}\n');
    const { files } = plan();
    expect(files).toHaveLength(1);
    expect(files[0]?.path).toBe(settings);
    expect(files[0]?.diff).toContain(`--- ${settings}\n+++ ${settings}\n@@ -1,3 +1,`);
    expect(files[0]?.diff).toContain('\n-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n');
    expect(files[0]?.diff).toContain(JSON.stringify(hookCommand(env, "claude")));
    expect(readFileSync(settings, "utf8")).toBe('{\n  "model": "opus"\n}\n');
    expect(existsSync(home)).toBe(false);
  });

  test("names the broken file and its place", () => {
    writeSettings('{\n  "model" "opus"\n}\n');
    expect(() => plan()).toThrow(expect.objectContaining({ code: "settings-malformed" }));
    expect(() => plan()).toThrow(`${settings}: `);
    expect(() => plan()).toThrow("line 2, column 11");
  });

  test("does not guess other encodings", () => {
    writeSettings(Buffer.from("\uFEFF{}", "utf16le"));
    expect(() => plan()).toThrow(expect.objectContaining({ code: "settings-malformed" }));
  });

  test("needs Claude Code: its folder, its program, or its name", () => {
    const bare = mkdtempSync(join(tmpdir(), "tidemark-bare-"));
    env["HOME"] = bare;
    expect(() => plan()).toThrow(
      expect.objectContaining({ code: "not-found", hint: expect.stringContaining("--agent claude") }),
    );
    expect(plan({ agents: ["claude"] }).files[0]?.before).toBeUndefined();
    writeFileSync(join(bare, "claude"), "#!/bin/sh\n", { mode: 0o755 });
    env["PATH"] = bare;
    expect(plan().files).toHaveLength(1);
    expect(() => plan({ agents: ["eliza"] })).toThrow(expect.objectContaining({ code: "bad-argument" }));
  });
});

describe("applied", () => {
  test("the hooks, the program and the backup are in place; a second time there is nothing to do", () => {
    const before = '\uFEFF{ "model": "opus" }';
    writeSettings(before, 0o640);
    const first = plan();
    applyInit(first, 1_700_000_000_000);
    const after = readFileSync(settings);
    expect(installedHooks(after.toString(), HOOK_TABLE.agent).map(({ event }) => event)).toEqual(
      Object.keys(claudeSetup.limits),
    );
    expect(installedProgram(home)).toMatch(/^1\.0\.0-/);
    expect(statSync(settings).mode & 0o777).toBe(0o640);
    const backups = readBackups(home);
    expect(backups).toEqual([
      {
        path: settings,
        agent: "claude",
        existed: true,
        sha256: sha256(after),
        at: 1_700_000_000_000,
        original: expect.any(String),
      },
    ]);
    expect(readOriginal(home, backups[0]!)?.toString()).toBe(before);
    for (const name of readdirSync(join(home, "backup")))
      expect(statSync(join(home, "backup", name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, ".claude"))).toEqual(["settings.json"]);
    expect(plan().files).toEqual([]);
    applyInit(plan());
    expect(readBackups(home)).toEqual(backups);
  });

  test("with another command, the first original is kept", () => {
    writeSettings("{}");
    applyInit(plan());
    const node = useOtherNode();
    applyInit(plan());
    expect(readFileSync(settings, "utf8")).toContain(`'${node}'`);
    expect(readOriginal(home, readBackups(home)[0]!)?.toString()).toBe("{}");
  });

  test("of a file edited since, the original is its text without us", () => {
    writeSettings("{}");
    applyInit(plan());
    const edited = readFileSync(settings, "utf8")
      .replace('"timeout": 5', '"timeout": 60')
      .replace("{", '{\n  "model": "opus",');
    writeSettings(edited);
    applyInit(plan());
    expect(JSON.parse(readOriginal(home, readBackups(home)[0]!)!.toString())).toEqual({ model: "opus" });
  });

  test("a linked settings file stays a link, and the real one is written", () => {
    const real = linkSettings("{}\n");
    applyInit(plan());
    expect(readlinkSync(settings)).toBe(real);
    expect(readFileSync(real, "utf8")).toContain("hook.cjs");
  });

  test("for one project, from a folder below its root", () => {
    const project = join(root, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
    mkdirSync(join(project, "src"));
    applyInit(plan({ project: true, cwd: join(project, "src") }));
    expect(readFileSync(join(project, ".claude", "settings.local.json"), "utf8")).toContain("hook.cjs");
    expect(existsSync(settings)).toBe(false);
    expect(readBackups(home)[0]).toMatchObject({ existed: false, madeFolder: join(project, ".claude") });
  });
});

describe("nothing is changed", () => {
  const untouched = (before: string) => {
    expect(readFileSync(settings, "utf8")).toBe(before);
    expect(existsSync(home)).toBe(false);
  };

  test("where the file is read-only", () => {
    writeSettings("{}");
    chmodSync(settings, 0o444);
    expect(() => applyInit(plan())).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    untouched("{}");
  });

  test("where the file links to nothing", () => {
    symlinkSync(join(root, "gone"), settings);
    expect(() => plan()).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    expect(existsSync(home)).toBe(false);
  });

  test("where somebody changed the file after the plan was shown", () => {
    writeSettings("{}");
    const shown = plan();
    writeSettings('{"model":"opus"}');
    expect(() => applyInit(shown)).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    untouched('{"model":"opus"}');
  });
});
