import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { claudeSetup } from "../../src/agent/claude/setup.js";
import { noteError } from "../../src/host/log.js";
import { checkNode, doctor } from "../../src/setup/doctor.js";
import type { Finding } from "../../src/setup/finding.js";
import { applyInit } from "../../src/setup/init.js";
import { type ClaudeHome, claudeHome } from "./claude-home.js";

const NOW = 1_750_000_000_000;

// Records into the journal of the trial, and answers where Claude Code takes an answer.
const GOOD = `
const fs = require("node:fs"), path = require("node:path");
const { hook_event_name: event, cwd } = JSON.parse(fs.readFileSync(0, "utf8"));
if (process.env.TIDEMARK_INSIDE || process.env.COPILOT_CLI) process.exit(0);
const folder = path.join(process.env.TIDEMARK_TRIAL_HOME, "journal");
fs.mkdirSync(folder, { recursive: true });
fs.appendFileSync(path.join(folder, "day"), process.argv[2] + event + fs.existsSync(cwd) + "\\n");
if (event === "SessionStart") process.stdout.write(JSON.stringify({ hookSpecificOutput: {} }));
`;

let { root, home, settings, env, program, plan }: ClaudeHome = claudeHome();

beforeEach(() => {
  ({ root, home, settings, env, program, plan } = claudeHome(process.env.PATH));
  mkdirSync(join(root, ".claude"));
});

function setUp(hook = GOOD): void {
  writeFileSync(join(root, "dist", "hook.cjs"), hook);
  applyInit(plan());
}

function examine(around: { [name: string]: string } = {}): { [name: string]: Finding } {
  const findings = [...doctor({ env: { ...env, ...around }, cwd: root, program, now: NOW, runs: 1 })];
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
}

const EVENTS = Object.keys(claudeSetup.limits).map((event) => `hook ${event}`);

describe("a good setup", () => {
  test("is proven by running every hook, and leaves nothing in the memory", () => {
    setUp();
    const before = readdirSync(home).sort();
    const findings = examine();
    expect(Object.keys(findings)).toEqual([
      "node",
      "sqlite",
      "data folder",
      "program",
      "settings",
      ...EVENTS,
      "memory",
      "errors",
    ]);
    for (const finding of Object.values(findings)) expect(finding).toMatchObject({ ok: true });
    expect(findings["hook Stop"]?.detail).toMatch(/^exit 0, \d+ ms, \d+\.\d\d of a bare Node start$/);
    expect(findings["hook SessionStart"]?.detail).toMatch(/^exit 0, 25 characters, /);
    expect(readdirSync(home).sort()).toEqual(before);
  });

  test("is also seen from inside an agent that Tidemark or Copilot runs", () => {
    setUp();
    expect(examine({ TIDEMARK_INSIDE: "1", COPILOT_CLI: "1" })["hook Stop"]).toMatchObject({ ok: true });
  });

  test("of one project counts", () => {
    writeFileSync(join(root, "dist", "hook.cjs"), GOOD);
    applyInit(plan({ project: true }));
    const findings = examine();
    expect(findings["settings"]).toMatchObject({
      ok: true,
      detail: expect.stringContaining("settings.local.json"),
    });
    expect(findings["hook Stop"]).toMatchObject({ ok: true });
  });

  test("that a project brings along is not run", () => {
    writeFileSync(join(root, "dist", "hook.cjs"), GOOD);
    applyInit(plan({ project: true }));
    const path = join(root, ".claude", "settings.local.json");
    const mark = join(root, "mark");
    const hostile = `touch '${mark}'; : tidemark/hook.cjs claude`;
    const settings = { hooks: { Stop: [{ hooks: [{ type: "command", command: hostile }] }] } };
    writeFileSync(path, JSON.stringify(settings));
    const findings = examine();
    expect(findings["settings"]).toMatchObject({
      ok: "warn",
      detail: expect.stringContaining("were not run"),
    });
    expect(findings["hook Stop"]).toBeUndefined();
    expect(existsSync(mark)).toBe(false);
  });
});

describe("a hook that", () => {
  test.each([
    ["fails", "process.exit(3)", "exit code 3"],
    ["cannot be loaded", "syntax error here", "exit code 1"],
    ["does nothing", "", "recorded nothing"],
    ["speaks out of turn", `${GOOD} process.stdout.write("hello");`, "not a JSON object"],
    ["complains", `${GOOD} console.error("ouch");`, "ouch"],
    [
      "leaves a note of an error",
      `${GOOD} const log = path.join(folder, "..", "log"); fs.mkdirSync(log, { recursive: true, mode: 0o700 });
       fs.appendFileSync(path.join(log, "hook.jsonl"), '{"at":1,"agent":"claude","hook":"Stop","error":"disk full"}\\n', { mode: 0o600 });`,
      "disk full",
    ],
  ])("%s is found", (_, hook, problem) => {
    setUp(hook);
    expect(examine()["hook Stop"]).toMatchObject({ ok: false, detail: expect.stringContaining(problem) });
  });
});

describe("what can be wrong around it", () => {
  test("nothing is set up", () => {
    writeFileSync(join(root, "dist", "hook.cjs"), GOOD);
    const findings = examine();
    expect(findings["data folder"]).toMatchObject({ ok: "warn" });
    expect(findings["settings"]).toMatchObject({ ok: false, hint: "Run: tidemark init" });
    expect(findings["program"]).toMatchObject({ ok: false });
    expect(existsSync(home)).toBe(false);
  });

  test("the settings are broken, or lack a hook, or switch them off, or run something older", () => {
    setUp();
    const good = readFileSync(settings, "utf8");
    const settingsWith = (text: string) => {
      writeFileSync(settings, text);
      return examine()["settings"];
    };
    expect(settingsWith(good.slice(1))).toMatchObject({
      ok: false,
      detail: expect.stringContaining("line 2"),
    });
    expect(settingsWith(good.replace('"Stop"', '"Stopp"'))).toMatchObject({
      ok: false,
      detail: expect.stringContaining("lacks Stop"),
    });
    expect(settingsWith(good.replace("{", '{"disableAllHooks": true,'))).toMatchObject({ ok: false });
    expect(settingsWith(good.replaceAll("NODE_OPTIONS= ", ""))).toMatchObject({ ok: "warn" });
  });

  test("the program is older than this one, or gone", () => {
    setUp();
    writeFileSync(join(root, "dist", "answer.cjs"), "// newer");
    expect(examine()["program"]).toMatchObject({
      ok: "warn",
      detail: expect.stringMatching(/^1\.0\.0-\w{8}, but this is 1\.0\.0-/),
    });
    rmSync(join(home, "program"), { recursive: true });
    const findings = examine();
    expect(findings["program"]).toMatchObject({ ok: false });
    expect(findings["hook Stop"]).toMatchObject({
      ok: false,
      detail: expect.stringContaining("recorded nothing"),
    });
  });

  test("the data folder is open to others, or a link", () => {
    setUp();
    chmodSync(home, 0o755);
    expect(examine()["data folder"]).toMatchObject({
      ok: false,
      detail: expect.stringContaining("open to other users"),
    });
    chmodSync(home, 0o700);
    renameSync(home, `${home}-real`);
    symlinkSync(`${home}-real`, home);
    expect(examine()["data folder"]).toMatchObject({
      ok: false,
      detail: expect.stringContaining("symbolic link"),
    });
  });

  test("a file of the memory is not ours alone: hooks refuse it, and nothing is recorded", () => {
    setUp();
    const device = join(home, "device");
    const elsewhere = join(root, "elsewhere");
    writeFileSync(elsewhere, "");
    rmSync(device, { force: true });
    symlinkSync(elsewhere, device);
    expect(examine()["data folder"]).toMatchObject({
      ok: false,
      detail: `${device} is a symbolic link: nothing is recorded`,
      hint: expect.stringContaining("Move it away"),
    });
    rmSync(device);
    linkSync(elsewhere, device);
    expect(examine()["data folder"]?.detail).toBe(`${device} has a second name: nothing is recorded`);
    rmSync(device);
    symlinkSync(root, join(home, "checkpoint"));
    expect(examine()["data folder"]?.detail).toContain("is a symbolic link");
  });

  test("hooks failed lately: the newest five are told", () => {
    setUp();
    noteError(home, { at: NOW - 8 * 86_400_000, agent: "claude", hook: "Stop", error: "long ago" });
    expect(examine()["errors"]).toMatchObject({ ok: true });
    for (let i = 1; i <= 7; i++)
      noteError(home, { at: NOW - i, agent: "claude", hook: "Stop", error: `error ${8 - i}` });
    const { ok, detail } = examine()["errors"]!;
    expect(ok).toBe("warn");
    expect(detail.split("\n")).toHaveLength(6);
    expect(detail).toContain("7 in the last week");
    expect(detail).not.toContain("long ago");
  });
});

test.each([
  ["20.18.3", false],
  ["20.19.0", true],
  ["18.20.0", false],
  ["22.1.0", true],
])("Node %s: %s", (version, ok) => expect(checkNode(version).ok).toBe(ok));

test("there is a sample for every hook", () => {
  const scene = { session: "s", cwd: "/p" };
  for (const event of Object.keys(claudeSetup.limits))
    expect(claudeSetup.sample(event, scene)).toMatchObject({ hook_event_name: event });
  expect(claudeSetup.sample("toString", scene)).toBeUndefined();
});
