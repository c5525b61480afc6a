import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type AgentSetup, type Part, SETUPS } from "../../../src/agent/setup.js";
import { checkAgent } from "../../../src/app/setup/check-agent.js";
import { applyInit, type InitOptions } from "../../../src/app/setup/init.js";
import { applyRemove, planRemove, type RemoveOptions } from "../../../src/app/setup/remove.js";
import { JSON_FILES, TOML_FILES } from "../../agent/user-files.js";
import { fileTree } from "../../file-tree.js";
import { type ClaudeHome, claudeHome } from "./claude-home.js";

const ALL = SETUPS.map(({ name }) => name);

let { root, home, env, plan }: ClaudeHome = claudeHome();
let project: string;

beforeEach(() => {
  ({ root, home, env, plan } = claudeHome());
  project = join(root, "photo-box");
  mkdirSync(project);
});

const init = (options: Partial<InitOptions> = {}) => applyInit(plan({ cwd: project, ...options }));
const remove = (options: Partial<RemoveOptions> = {}) =>
  applyRemove(planRemove({ env, cwd: project, ...options }));
const setupOf = (name: string) => SETUPS.find((setup) => setup.name === name)!;
const pathsOf = ({ files }: AgentSetup, part: Part = "hooks") =>
  files({ is: "user", home: root }, env)
    .filter((file) => file.part === part)
    .map(({ path }) => path);
const settingsOf = (name: string) => pathsOf(setupOf(name))[0]!;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("which agents", () => {
  test("those whose folder is there, and no others", () => {
    for (const name of ["claude", "gemini"]) mkdirSync(setupOf(name).folder(env), { recursive: true });
    const { agents, notFound } = plan({ cwd: project });
    expect(agents.map(({ name }) => name)).toEqual(["claude", "gemini"]);
    expect(notFound.map(({ name }) => name)).toEqual(
      ALL.filter((name) => !["claude", "gemini"].includes(name)),
    );
  });

  test("those whose program is on the PATH", () => {
    const bin = join(root, "bin");
    write(join(bin, "codex"), "#!/bin/sh\n");
    chmodSync(join(bin, "codex"), 0o755);
    env["PATH"] = bin;
    expect(plan({ cwd: project }).agents.map(({ name }) => name)).toEqual(["codex"]);
  });

  test("those that are named, each once", () => {
    const { agents, notFound } = plan({ cwd: project, agents: ["gemini", "claude", "gemini"] });
    expect(agents.map(({ name }) => name)).toEqual(["claude", "gemini"]);
    expect(notFound).toEqual([]);
  });

  test("for one project, none that is connected everywhere", () => {
    init({ agents: ["gemini"] });
    const { agents, leftOut } = plan({ cwd: project, agents: ["claude", "gemini"], project: true });
    expect(agents.map(({ name }) => name)).toEqual(["claude"]);
    expect(leftOut).toEqual([
      { name: "gemini", title: "Gemini CLI", why: expect.stringContaining("recorded twice") },
    ]);
  });

  test("none that was never tried, unless it is named", () => {
    for (const name of ["claude", "kilo"]) mkdirSync(setupOf(name).folder(env), { recursive: true });
    const { agents, leftOut } = plan({ cwd: project });
    expect(agents.map(({ name }) => name)).toEqual(["claude"]);
    expect(leftOut).toEqual([
      { name: "kilo", title: "Kilo", why: expect.stringContaining("tidemark init --agent kilo") },
    ]);
    expect(plan({ cwd: project, agents: ["kilo"] }).agents).toMatchObject([
      { name: "kilo", isUntried: true },
    ]);
  });

  test("none for a project that has no settings for one", () => {
    const { leftOut } = plan({ cwd: project, agents: ["claude", "copilot"], project: true });
    expect(leftOut).toEqual([
      { name: "copilot", title: "Copilot CLI", why: "has no settings for one project" },
    ]);
  });

  test("where none is left there is nothing to do", () => {
    init({ agents: ["gemini"] });
    const before = fileTree(root);
    init({ agents: ["gemini"], project: true });
    expect(fileTree(root)).toEqual(before);
  });
});

describe("parts", () => {
  const parts = () => plan({ cwd: project, agents: ["gemini"] }).agents[0]?.parts;

  test("beside the hooks go in when asked for, are renewed by themselves, and are never added", () => {
    init({ agents: ["gemini"] });
    expect(parts()).toEqual(["hooks"]);
    init({ agents: ["gemini"], parts: ["commands"] });
    expect(parts()).toEqual(["hooks", "commands"]);
    const [command = ""] = pathsOf(setupOf("gemini"), "commands");
    const written = readFileSync(command, "utf8");
    writeFileSync(command, written.replace("description", "# older\ndescription"));
    init({ agents: ["gemini"] });
    expect(readFileSync(command, "utf8")).toBe(written);
    expect(readFileSync(settingsOf("gemini"), "utf8")).not.toContain("mcp.cjs");
    init({ agents: ["gemini"], parts: ["mcp"] });
    expect(readFileSync(settingsOf("gemini"), "utf8")).toContain("mcp.cjs");
    expect(plan({ cwd: project, agents: ["gemini"] }).files).toEqual([]);
  });

  test("that share a file are one change of it", () => {
    const { files } = plan({ cwd: project, agents: ["gemini"], parts: ["mcp"] });
    expect(files.map(({ path }) => path)).toEqual([settingsOf("gemini")]);
  });

  test("all go out with the hooks, and with them the folders made for them", () => {
    const before = fileTree(root);
    init({ agents: ALL });
    init({ agents: ALL, parts: ["mcp", "commands"] });
    remove();
    expect(fileTree(root)).toEqual(before);
  });
});

describe("a file that somebody writes to while it is looked at", () => {
  const state = (count: number) => `{\n  "starts": ${count},\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}\n`;

  test("gets what was shown, and keeps what was written", () => {
    const [path = ""] = pathsOf(setupOf("claude"), "mcp");
    write(path, state(1));
    const shown = plan({ cwd: project, agents: ["claude"], parts: ["mcp"] });
    writeFileSync(path, state(2));
    applyInit(shown);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ starts: 2, mcpServers: { tidemark: {} } });
    remove();
    expect(readFileSync(path, "utf8")).toBe(state(2));
  });

  test("is left alone where something else would come out than was shown", () => {
    const [path = ""] = pathsOf(setupOf("claude"), "mcp");
    write(path, state(1));
    const shown = plan({ cwd: project, agents: ["claude"], parts: ["mcp"] });
    const other = '{\n  "mcpServers": { "docs": {} }\n}\n';
    writeFileSync(path, other);
    expect(() => applyInit(shown)).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    expect(readFileSync(path, "utf8")).toBe(other);
    expect(existsSync(home)).toBe(false);
  });
});

describe("one agent's trouble", () => {
  beforeEach(() => {
    for (const name of ["claude", "gemini"]) write(settingsOf(name), "{}\n");
  });

  test("with a malformed file changes nothing for any, and is named", () => {
    writeFileSync(settingsOf("gemini"), "{ broken");
    const before = fileTree(root);
    expect(() => init()).toThrow(expect.objectContaining({ code: "settings-malformed" }));
    expect(() => init()).toThrow(settingsOf("gemini"));
    expect(fileTree(root)).toEqual(before);
  });

  test("with a read-only file changes nothing for any, and is named", () => {
    chmodSync(settingsOf("gemini"), 0o444);
    const before = fileTree(root);
    expect(() => init()).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    expect(() => init()).toThrow(settingsOf("gemini"));
    expect(fileTree(root)).toEqual(before);
  });

  test("that shows only while writing takes back what was written", () => {
    const before = fileTree(root);
    const planned = plan({ cwd: project, parts: ["commands"] });
    // A folder in the way of the last file: what comes before is written by then.
    const last = planned.files.at(-1)!;
    const blocked = {
      ...planned,
      files: [...planned.files.slice(0, -1), { ...last, path: join(last.path, "x\0") }],
    };
    expect(() => applyInit(blocked)).toThrow();
    rmSync(home, { recursive: true, force: true });
    expect(fileTree(root)).toEqual(before);
  });

  test("is none where the broken file has nothing to do with us", () => {
    init({ agents: ["claude"] });
    writeFileSync(settingsOf("gemini"), "{ broken");
    remove();
    expect(readFileSync(settingsOf("gemini"), "utf8")).toBe("{ broken");
    expect(readFileSync(settingsOf("claude"), "utf8")).toBe("{}\n");
  });
});

describe("what doctor sees of an agent's files", () => {
  const check = (name: string) => checkAgent(setupOf(name), env, project);
  const seen = (name: string) => check(name).findings.map(({ ok, detail }) => ({ ok, detail }));

  test("nothing where it is not connected, broken files or not", () => {
    write(settingsOf("gemini"), "{ broken");
    expect(check("gemini")).toMatchObject({ isConnected: false, findings: [], hooks: [] });
  });

  test("the hooks, and what stands beside them", () => {
    init({ agents: ["gemini"], parts: ["mcp", "commands"] });
    expect(seen("gemini")).toEqual([
      { ok: true, detail: expect.stringMatching(/settings\.json, \d+ hooks, mcp and commands$/) },
    ]);
  });

  test("a part that is older than what init would write", () => {
    init({ agents: ["gemini"], parts: ["commands"] });
    const [command = ""] = pathsOf(setupOf("gemini"), "commands");
    writeFileSync(command, `${readFileSync(command, "utf8")}\n`);
    expect(seen("gemini")).toEqual([{ ok: "warn", detail: expect.stringContaining(command) }]);
  });

  test("hooks for the user and for the project: each is tried once, and it is said that both record", () => {
    init({ agents: ["claude"], project: true });
    init({ agents: ["claude"], cwd: root });
    const { hooks, findings } = check("claude");
    expect(hooks.map(({ event }) => event)).toEqual(Object.keys(setupOf("claude").limits));
    expect(findings.map(({ ok }) => ok)).toEqual([true, true, "warn"]);
    expect(findings.at(-1)).toMatchObject({
      detail: expect.stringContaining("recorded twice"),
      hint: "Run: tidemark remove --project --agent claude",
    });
  });

  test("what only the person can do", () => {
    init({ agents: ["codex"] });
    expect(check("codex").findings).toEqual([
      expect.objectContaining({ ok: false, hint: expect.stringContaining("/hooks") }),
    ]);
  });
});

describe("removing", () => {
  test("from one agent leaves the others and their program", () => {
    init({ agents: ["claude", "gemini"] });
    remove({ agents: ["gemini"] });
    expect(existsSync(settingsOf("gemini"))).toBe(false);
    expect(readFileSync(settingsOf("claude"), "utf8")).toContain("hook.cjs");
    expect(existsSync(join(home, "program", "hook.cjs"))).toBe(true);
    remove({ agents: ["claude"] });
    expect(existsSync(home)).toBe(false);
  });

  test("finds the files of projects that one does not stand in, edited or not", () => {
    const other = join(root, "other");
    mkdirSync(other);
    const before = fileTree(root);
    for (const cwd of [project, other]) init({ agents: ["claude", "gemini"], project: true, cwd });
    const edited = join(other, ".gemini", "settings.json");
    writeFileSync(edited, `${readFileSync(edited, "utf8")}\n`);
    remove({ cwd: root });
    expect(fileTree(root)).toEqual(before);
  });

  test("finds an edited file in a folder that the agent no longer keeps its settings in", () => {
    env["CLAUDE_CONFIG_DIR"] = join(root, "elsewhere");
    init({ agents: ["claude"] });
    const path = join(root, "elsewhere", "settings.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("{", '{\n  "model": "opus",'));
    delete env["CLAUDE_CONFIG_DIR"];
    remove();
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ model: "opus" });
  });
});

test("whatever was there before, in however many steps: remove gives it back byte for byte", () => {
  const texts = (path: string) => {
    const known = path.endsWith(".json") ? JSON_FILES : path.endsWith(".toml") ? TOML_FILES : {};
    return [undefined, "", ...Object.values(known)];
  };
  const step = fc.record({
    agents: fc.subarray(ALL, { minLength: 1, maxLength: 3 }),
    parts: fc.subarray<Part>(["mcp", "commands"]),
    project: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(fc.nat(100), { minLength: 12, maxLength: 12 }),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      (picks, steps) => {
        ({ root, home, env, plan } = claudeHome());
        project = join(root, "photo-box");
        mkdirSync(project);
        const shared = SETUPS.flatMap((setup) =>
          [root, project].flatMap((base) =>
            setup
              .files(base === root ? { is: "user", home: root } : { is: "project", root: project }, env)
              .filter(({ part }) => part !== "commands"),
          ),
        );
        const paths = [...new Set(shared.map(({ path }) => path))];
        paths.forEach((path, index) => {
          const choices = texts(path);
          const text = choices[(picks[index % picks.length] ?? 0) % choices.length];
          if (text !== undefined && !isOwn(shared.find((file) => file.path === path)!)) write(path, text);
        });
        const before = fileTree(root);
        for (const options of steps) init(options);
        remove();
        expect(fileTree(root)).toEqual(before);
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 6 },
  );
});

function isOwn(file: ReturnType<AgentSetup["files"]>[number]): boolean {
  const wiring = { hook: "node /tidemark/hook.cjs x", node: "node", folder: "/tidemark" };
  return file.remove(file.add(undefined, wiring)) === "";
}

test("settings keep their mode", () => {
  write(settingsOf("gemini"), "{}\n");
  chmodSync(settingsOf("gemini"), 0o640);
  init({ agents: ["gemini"] });
  expect(statSync(settingsOf("gemini")).mode & 0o777).toBe(0o640);
});

describe("hooks of a project, when its agent is connected everywhere", () => {
  test.each(["claude", "codex", "gemini", "opencode", "pi"])("%s: they go in the same plan", (name) => {
    const before = fileTree(project);
    init({ agents: [name], project: true, parts: ["mcp"] });
    const planned = plan({ cwd: project, agents: [name] });
    expect(planned.removals.length).toBeGreaterThan(0);
    expect(planned.removals.every(({ path }) => path.startsWith(project))).toBe(true);
    applyInit(planned);
    expect(fileTree(project)).toEqual(before);
    const { hooks, findings } = checkAgent(setupOf(name), env, project);
    expect(hooks.length).toBeGreaterThan(0);
    expect(findings.filter(({ detail }) => detail.includes("twice"))).toEqual([]);
    expect(plan({ cwd: project, agents: [name] })).toMatchObject({ files: [], removals: [], elsewhere: [] });
  });

  test("what stood beside them is set up for the user, too", () => {
    init({ agents: ["claude"], project: true, parts: ["mcp"] });
    init({ agents: ["claude"] });
    expect(readFileSync(pathsOf(setupOf("claude"), "mcp")[0]!, "utf8")).toContain("mcp.cjs");
  });

  test("what somebody else put beside them stays", () => {
    init({ agents: ["gemini"], project: true });
    const path = join(project, ".gemini", "settings.json");
    const text = readFileSync(path, "utf8");
    write(path, text.replace("{", '{ "theme": "dark",'));
    init({ agents: ["gemini"] });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ theme: "dark" });
  });

  test("those of other projects are named, and left", () => {
    init({ agents: ["opencode"], project: true });
    const other = join(root, "other");
    mkdirSync(other);
    const planned = plan({ cwd: other, agents: ["opencode", "claude"] });
    expect(planned.removals).toEqual([]);
    expect(planned.elsewhere).toEqual([{ name: "opencode", title: "OpenCode", root: project }]);
    const paths = fileTree(project);
    applyInit(planned);
    expect(fileTree(project)).toEqual(paths);
  });

  test("and nothing is lost where one of the files cannot be written", () => {
    init({ agents: ["claude"], project: true });
    const planned = plan({ cwd: project, agents: ["claude"] });
    chmodSync(join(project, ".claude", "settings.local.json"), 0o444);
    const before = fileTree(project);
    expect(() => applyInit(planned)).toThrow(/read-only/);
    expect(fileTree(project)).toEqual(before);
    expect(existsSync(settingsOf("claude"))).toBe(false);
  });
});

describe("a command of ours", () => {
  const AGENTS = SETUPS.filter((setup) => pathsOf(setup, "commands").length > 0).map(({ name }) => name);

  test.each(AGENTS)("%s: that a person has changed stays and is named", (name) => {
    init({ agents: [name], parts: ["commands"] });
    const path = pathsOf(setupOf(name), "commands")[0]!;
    const mine = `${readFileSync(path, "utf8")}Answer in verse.\n`;
    writeFileSync(path, mine);
    const planned = planRemove({ env, cwd: project });
    expect(planned.changed).toEqual([path]);
    applyRemove(planned);
    expect(readFileSync(path, "utf8")).toBe(mine);
    for (const other of pathsOf(setupOf(name), "commands").slice(1)) expect(existsSync(other)).toBe(false);
  });

  test.each(AGENTS)(
    "%s: that nobody has changed goes, also where the list of what was written is lost",
    (name) => {
      init({ agents: [name], parts: ["commands"] });
      rmSync(join(home, "backup"), { recursive: true });
      const planned = planRemove({ env, cwd: project });
      expect(planned.changed).toEqual([]);
      applyRemove(planned);
      for (const path of pathsOf(setupOf(name), "commands")) expect(existsSync(path)).toBe(false);
    },
  );
});

test("the plugin is named as what is left, with the command that takes it out", () => {
  expect(planRemove({ env, cwd: project }).plugins).toEqual([]);
  const folder = setupOf("claude").folder(env);
  write(join(folder, "settings.json"), '{ "enabledPlugins": { "tidemark@tidemark": true } }');
  const plugins = { "tidemark@tidemark": [{ scope: "user", installPath: join(root, "plugin") }] };
  write(join(folder, "plugins", "installed_plugins.json"), JSON.stringify({ version: 2, plugins }));
  expect(planRemove({ env, cwd: project }).plugins).toEqual([
    { title: "Claude Code", uninstall: "claude plugin uninstall tidemark@tidemark" },
  ]);
  expect(planRemove({ env, cwd: project, project: true }).plugins).toEqual([]);
});
