import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { SETUPS } from "../../src/agent/adapters.js";
import { checkAgent } from "../../src/setup/check-agent.js";
import { applyInit } from "../../src/setup/init.js";
import { fileTree } from "../file-tree.js";
import { type AgentsHome, agentsHome, setupOf, write } from "./agents-home.js";

const ALL = SETUPS.map(({ name }) => name);

let { root, home, env, plan, project, pathsOf, settingsOf, init, remove }: AgentsHome = agentsHome();
beforeEach(() => {
  ({ root, home, env, plan, project, pathsOf, settingsOf, init, remove } = agentsHome());
});

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
