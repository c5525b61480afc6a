import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { SETUPS } from "../../src/agent/adapters.js";
import { COMMANDS } from "../../src/agent/command.js";
import type { Finding } from "../../src/setup/finding.js";
import { fileTree } from "../file-tree.js";
import { Stage } from "./stage.js";

const CLAUDE = '// mine\r\n{\r\n  "model": "opus", // best\r\n}\r\n';
const GEMINI = '\uFEFF{\n\t"theme": "dark",\n\t"hooks": { "AfterAgent": [{ "hooks": [] }] }\n}';

let stage: Stage;
let claude: string;
let gemini: string;

beforeEach(() => {
  stage = new Stage();
  claude = join(stage.root, ".claude", "settings.json");
  gemini = join(stage.root, ".gemini", "settings.json");
  // No agent of whoever runs the tests is on the way.
  const bin = join(stage.root, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(
    spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim(),
    join(bin, "git"),
  );
  stage.env["PATH"] = bin;
  write(claude, CLAUDE);
  write(gemini, GEMINI);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("a stranger with two agents", () => {
  test("has both connected by one init, proven by doctor, and gets the bytes back", () => {
    const before = fileTree(stage.root);
    const { status, stdout } = stage.cli(["init", "--yes"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^To connect: Claude Code, Gemini CLI$/m);
    expect(stdout).toMatch(/^Not found: .*Codex/m);
    expect(stdout).toContain(`+++ ${claude}`);
    expect(stdout).toContain(`+++ ${gemini}`);
    expect(stdout).toContain("The next sessions of Claude Code and Gemini CLI are remembered.");

    const { ok, findings }: { ok: boolean; findings: Finding[] } = stage.json(["doctor"]);
    // Under load a hook may be slow, which is worth a warning and no more.
    expect(findings.filter((finding) => finding.ok === false)).toEqual([]);
    expect(ok).toBe(true);
    const tried = (agent: string) =>
      findings.find((finding) => finding.agent === agent && finding.name === "hooks")?.detail;
    expect(tried("claude")).toMatch(/^\d+ of 11 run, in \d+ to \d+ ms$/);
    expect(tried("gemini")).toMatch(/^\d of 6 run, /);

    const again = stage.cli(["init", "--yes"]);
    expect(again.stdout).toContain("The hooks are already set up.");
    expect(stage.cli(["remove", "--yes"]).status).toBe(0);
    expect(fileTree(stage.root)).toEqual(before);
  });

  test("is asked once, and nothing happens without an answer", () => {
    const before = fileTree(stage.root);
    const asked = stage.cli(["init"]);
    expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining("--yes") });
    expect(stage.cli(["init", "--dry-run"]).stdout).toContain(`+++ ${gemini}`);
    expect(fileTree(stage.root)).toEqual(before);
  });

  test("is told what is wrong with one file, and neither is changed", () => {
    writeFileSync(gemini, "{ broken");
    const before = fileTree(stage.root);
    expect(stage.cli(["init", "--yes"])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Error: .*\.gemini\/settings\.json: .*line 1, column 3.*\nHint: /),
    });
    expect(fileTree(stage.root)).toEqual(before);
  });

  test("is told of a file that may not be written, and neither is changed", () => {
    chmodSync(gemini, 0o444);
    const before = fileTree(stage.root);
    expect(stage.cli(["init", "--yes"])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Error: .*\.gemini\/settings\.json is read-only; nothing was changed\./),
    });
    expect(fileTree(stage.root)).toEqual(before);
  });

  test("may connect one now, and is reminded of the other", () => {
    stage.cli(["init", "--yes", "--agent", "gemini"]);
    expect(readFileSync(claude, "utf8")).toBe(CLAUDE);
    const { status, stdout } = stage.cli(["doctor"]);
    expect(status).toBe(0);
    expect(stdout).toContain("installed, and not connected: Claude Code");
    expect(stdout).toContain("tidemark init --agent claude");
  });

  test("may name agents that are not there yet", () => {
    const before = fileTree(stage.root);
    const { agents } = stage.json(["init", "--yes", "--agent", "codex,claude"]);
    expect(agents.map(({ name }: { name: string }) => name)).toEqual(["claude", "codex"]);
    expect(existsSync(join(stage.root, ".codex", "hooks.json"))).toBe(true);
    stage.cli(["remove", "--yes"]);
    expect(fileTree(stage.root)).toEqual(before);
  });

  test("learns what is left to do in an agent that wants to be asked itself", () => {
    const { stdout } = stage.cli(["init", "--yes", "--agent", "codex"]);
    expect(stdout).toMatch(/^Codex is set up, but .*trust.*nothing is remembered/m);
    expect(stdout).toContain("/hooks");
    expect(stdout).not.toContain("Done.");
  });

  test("is told why an agent is left out of a project", () => {
    stage.cli(["init", "--yes", "--agent", "claude"]);
    const { stdout } = stage.cli(["init", "--yes", "--agent", "claude", "--project"]);
    expect(stdout).toMatch(/^Left out: .*Claude Code is already connected/m);
  });

  test("is told which agents there are when naming another", () => {
    expect(stage.cli(["init", "--yes", "--agent", "eliza"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/"eliza"[\s\S]*claude, codex/),
    });
    expect(stage.cli(["remove", "--yes", "--agent", "eliza"]).status).toBe(2);
  });
});

describe("commands inside the agents", () => {
  const commandIn = (name: string) => {
    const text = readFileSync(join(stage.root, ".gemini", "commands", "tidemark", `${name}.toml`), "utf8");
    return /^!\{(.*)\}$/m.exec(text)?.[1] ?? "";
  };
  /** As Gemini CLI does it: what was typed becomes one quoted word. */
  const typed = (name: string, words: string) => {
    const quoted = words === "" ? "" : `'${words.replaceAll("'", "'\\''")}'`;
    return spawnSync("/bin/sh", ["-c", commandIn(name).replace("{{args}}", () => quoted)], {
      cwd: stage.project,
      env: { ...stage.env, TIDEMARK_HOME: undefined },
      encoding: "utf8",
    });
  };

  beforeEach(() => {
    stage.cli(["init", "--yes", "--agent", "gemini", "--commands"]);
  });

  test("run without tidemark on the PATH, on the memory they were set up for", () => {
    stage.hook("SessionStart", "aaaa1111", { source: "startup" });
    stage.hook("UserPromptSubmit", "aaaa1111", { prompt: "Add a retry with jitter to the uploads" });
    stage.hook("Stop", "aaaa1111", { last_assistant_message: "There is a retry now." });
    expect(typed("sessions", "").stdout).toContain("Add a retry with jitter");
    expect(typed("session", "aaaa --tools").stdout).toContain("There is a retry now.");
    expect(typed("recall", "retry jitter --limit 1")).toMatchObject({ status: 0, stderr: "" });
    expect(typed("resume", "")).toMatchObject({ status: 0 });
    expect(typed("session-state", "--session aaaa").stdout).toContain("aaaa1111");
  });

  test("are all known to the command line", () => {
    for (const { name, run } of COMMANDS) {
      const { status, stdout } = typed(name, "--help");
      expect({ name, status }).toEqual({ name, status: 0 });
      expect(stdout).toContain(`Usage: tidemark ${run[0]}`);
    }
  });

  test.each([
    "it's; touch broken",
    "$(touch broken) `touch broken`",
    "'; touch broken; '",
    '" && touch broken "',
    "a\ntouch broken",
  ])("run nothing of what is typed: %j", (words) => {
    expect(typed("pin", words)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(stage.project, "broken"))).toBe(false);
    const said = stage.cli(["pins"]).stdout.replace(/[\s"']/g, "");
    expect(said).toContain(words.replace(/[\s"']/g, ""));
  });
});

describe("the name of an agent", () => {
  test("is one of those that the help lists", () => {
    const names = SETUPS.map(({ name }) => name).join(", ");
    expect(stage.cli(["init", "--help"]).stdout).toContain(`Agents: ${names}\n`);
  });

  test.each([
    ["claude-code", "claude"],
    ["Codex", "codex"],
    ["gemini cli", "gemini"],
  ])("%s is guessed", (given, meant) => {
    const { status, stderr } = stage.cli(["init", "--agent", given, "--dry-run"]);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`Did you mean ${meant}?`);
  });

  test("is not guessed where nothing is alike, and has to be given", () => {
    expect(stage.cli(["init", "--agent", "none", "--dry-run"]).stderr).not.toContain("Did you mean");
    expect(stage.cli(["init", "--agent", "", "--yes"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--agent needs the name of an agent"),
    });
    expect(readFileSync(claude, "utf8")).toBe(CLAUDE);
  });
});

describe("for one project", () => {
  const init = (...args: string[]) =>
    stage.run("cli.js", ["init", "--project", "--yes", ...args], "", {}).stdout;

  test("what git would share is named, whosever it is", () => {
    const stdout = init("--mcp", "--commands", "--agent", "claude,codex,opencode,pi,gemini");
    const shared = stdout.split("Keep out of it:\n")[1]!.split("Check:")[0]!;
    for (const place of [".mcp.json", ".codex/", ".opencode/", ".pi/", ".claude/commands/tidemark/"])
      expect(shared).toContain(join(stage.project, place));
    expect(shared).not.toContain("settings.local.json");
  });

  test("and what it ignores is not", () => {
    writeFileSync(join(stage.project, ".gitignore"), ".codex\n");
    expect(init("--mcp", "--agent", "codex")).not.toContain("Git would share");
  });

  test("and then for the user: the project's hooks go, and it is said why", () => {
    const before = fileTree(stage.project);
    init("--agent", "opencode");
    const { stdout } = stage.cli(["init", "--yes", "--agent", "opencode"]);
    expect(stdout).toContain("recorded twice");
    expect(stdout).toContain(`--- ${join(stage.project, ".opencode", "plugins", "tidemark.js")}`);
    expect(fileTree(stage.project)).toEqual(before);
  });
});

test("doctor leaves nothing behind in the temporary folder, and promises nothing of a broken file", () => {
  const temporary = join(stage.root, "tmp");
  mkdirSync(temporary);
  stage.cli(["init", "--yes"]);
  writeFileSync(gemini, `${readFileSync(gemini, "utf8")} broken`);
  const { stdout } = stage.cli(["doctor"], { TMPDIR: temporary });
  expect(stdout).toContain("is not valid JSON");
  expect(stdout).not.toContain("nothing was changed");
  expect(Object.keys(fileTree(temporary))).toEqual([]);
});

test("the plugin is not passed over by remove", () => {
  stage.cli(["init", "--yes", "--agent", "gemini"]);
  write(claude, '{ "enabledPlugins": { "tidemark@tidemark": true } }');
  const plugins = { "tidemark@tidemark": [{ scope: "user", installPath: join(stage.root, "plugin") }] };
  const list = join(stage.root, ".claude", "plugins", "installed_plugins.json");
  write(list, JSON.stringify({ version: 2, plugins }));
  const { stdout } = stage.cli(["remove", "--yes", "--purge"]);
  expect(stdout).toContain("claude plugin uninstall tidemark@tidemark");
  expect(stdout).not.toContain("No trace is left");
});
