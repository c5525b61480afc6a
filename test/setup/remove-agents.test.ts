import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { SETUPS } from "../../src/agent/adapters.js";
import type { AgentSetup, Part } from "../../src/agent/setup.js";
import { checkAgent } from "../../src/setup/check-agent.js";
import { applyInit } from "../../src/setup/init.js";
import { applyRemove, planRemove } from "../../src/setup/remove.js";
import { JSON_FILES, TOML_FILES } from "../agent/user-files.js";
import { fileTree } from "../file-tree.js";
import { type AgentsHome, agentsHome, setupOf, write } from "./agents-home.js";

const ALL = SETUPS.map(({ name }) => name);

let { root, home, env, plan, project, pathsOf, settingsOf, init, remove }: AgentsHome = agentsHome();
beforeEach(renew);

function renew(): void {
  ({ root, home, env, plan, project, pathsOf, settingsOf, init, remove } = agentsHome());
}

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
        renew();
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
