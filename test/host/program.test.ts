import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { installedProgram, installProgram, programName } from "../../src/host/program.js";
import { hookCommand } from "../../src/setup/wiring.js";

let root: string;
let from: string;
let home: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tidemark-program-"));
  from = join(root, "dist");
  home = join(root, "home");
  mkdirSync(from);
  writeBundles("one");
});

describe("the copy", () => {
  test("is named by version and content, private, and whole", () => {
    const name = install("1.2.3");
    expect(name).toMatch(/^1\.2\.3-[0-9a-f]{8}$/);
    expect(installedProgram(home)).toBe(name);
    expect(programName({ from, version: "1.2.3", withDriver: false })).toBe(name);
    expect(readFileSync(join(home, "program", name, "answer.cjs"))).toEqual(
      readFileSync(join(from, "answer.cjs")),
    );
    expect(mode(home, "program")).toBe(0o700);
    expect(mode(home, "program", name)).toBe(0o700);
    expect(mode(home, "program", "hook.cjs")).toBe(0o600);
    expect(mode(home, "program", name, "hook.cjs")).toBe(0o600);
  });

  test("works when the place it came from is gone", () => {
    install("1.0.0");
    rmSync(from, { recursive: true });
    expect(runCommand({ TIDEMARK_HOME: home }).stdout).toBe(`one ${home} claude`);
  });

  test("of a newer program takes the place of the older, and the command stays", () => {
    const before = hookCommand({ TIDEMARK_HOME: home }, "claude");
    const older = install("1.0.0");
    writeBundles("two");
    const newer = install("1.1.0");
    // What was started before may still load from it; the next time it goes.
    expect(readdirSync(join(home, "program")).sort()).toEqual([older, newer, "hook.cjs"].sort());
    install("1.1.0");
    expect(readdirSync(join(home, "program")).sort()).toEqual([newer, "hook.cjs"].sort());
    expect(hookCommand({ TIDEMARK_HOME: home }, "claude")).toBe(before);
    expect(runCommand({ TIDEMARK_HOME: home }).stdout).toBe(`two ${home} claude`);
  });

  test("that is gone leaves the hook silent", () => {
    const name = install("1.0.0");
    rmSync(join(home, "program", name), { recursive: true });
    expect(runCommand({ TIDEMARK_HOME: home })).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  test("has a shim for each program that was built, and the command line with its chunks", () => {
    mkdirSync(join(from, "chunk"));
    mkdirSync(join(from, "types"));
    writeFileSync(join(from, "cli.js"), 'export {}; await import("./chunk/a.js");');
    writeFileSync(join(from, "chunk", "a.js"), "console.log(process.env.TIDEMARK_HOME, process.argv[2]);");
    writeFileSync(join(from, "mcp.cjs"), "console.log(process.env.TIDEMARK_HOME)");
    writeFileSync(join(from, "types", "a.d.ts"), "");
    const name = install("1.0.0");
    expect(readdirSync(join(home, "program")).sort()).toEqual(
      [name, "cli.mjs", "hook.cjs", "mcp.cjs"].sort(),
    );
    expect(existsSync(join(home, "program", name, "types"))).toBe(false);
    rmSync(from, { recursive: true });
    const shim = (file: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH };
      return spawnSync(process.execPath, [join(home, "program", file), ...args], { env, encoding: "utf8" });
    };
    expect(shim("cli.mjs", "word")).toMatchObject({ status: 0, stderr: "", stdout: `${home} word\n` });
    expect(shim("mcp.cjs")).toMatchObject({ status: 0, stderr: "", stdout: `${home}\n` });
  });

  test("is the same when it is installed from itself", () => {
    writeFileSync(join(from, "cli.js"), "export {};");
    const name = install("1.0.0");
    const itself = { from: join(home, "program", name), version: "1.0.0", withDriver: false };
    expect(programName(itself)).toBe(name);
    expect(installProgram(home, itself)).toBe(name);
    expect(runCommand({ TIDEMARK_HOME: home }).stdout).toBe(`one ${home} claude`);
  });

  test("of the same version with other content has another name", () => {
    const first = install("1.0.0");
    writeBundles("two");
    expect(install("1.0.0")).not.toBe(first);
  });

  test("that was damaged is made again", () => {
    const name = install("1.0.0");
    writeFileSync(join(home, "program", name, "hook.cjs"), "throw 1");
    expect(install("1.0.0")).toBe(name);
    expect(runCommand({ TIDEMARK_HOME: home }).stdout).toBe(`one ${home} claude`);
  });

  test("leaves another init at work alone, and clears what a dead one left", () => {
    install("1.0.0");
    const [young, old] = ["new-young", "new-old"].map((name) => join(home, "program", name));
    for (const folder of [young!, old!]) mkdirSync(folder);
    utimesSync(old!, 0, 0);
    install("1.0.0");
    expect([existsSync(young!), existsSync(old!)]).toEqual([true, false]);
  });

  test("brings the SQLite driver along where Node has none", () => {
    const packages = join(import.meta.dirname, "..", "..", "node_modules");
    writeFileSync(
      join(from, "hook.cjs"),
      'const D = require("libsql"); console.log(new D(":memory:").prepare("SELECT 1 AS one").get().one);',
    );
    // The packages are found from where the program stands, as in an npx cache.
    symlinkSync(packages, join(root, "node_modules"));
    const name = installProgram(home, { from, version: "1.0.0", withDriver: true });
    rmSync(join(root, "node_modules"));
    expect(readdirSync(join(home, "program", name, "node_modules")).sort()).toEqual([
      "@libsql",
      "@neon-rs",
      "detect-libc",
      "libsql",
    ]);
    expect(runCommand({ TIDEMARK_HOME: home }).stdout).toBe("1\n");
  });

  test("without a driver to bring says so and leaves nothing", () => {
    expect(() => installProgram(home, { from, version: "1.0.0", withDriver: true })).toThrow(/libsql/);
    expect(existsSync(home)).toBe(false);
  });
});

describe("the command", () => {
  test.each([
    "plain",
    "with space",
    "it's",
    'a "quoted" one',
    "$HOME `id` $(id) \\ & ; | * ?",
    "é 日本",
    "-n",
    "new\nline",
  ])("runs from a data folder named %j", (name) => {
    home = join(root, name);
    install("1.0.0");
    expect(runCommand({ TIDEMARK_HOME: home })).toMatchObject({
      status: 0,
      stderr: "",
      stdout: `one ${home} claude`,
    });
  });

  test("carries the data folder only where one was chosen; the program finds it either way", () => {
    const env = { HOME: root, PATH: "" };
    const file = `'${root}/.local/share/tidemark/program/hook.cjs'`;
    expect(hookCommand(env, "claude", "linux")).toBe(
      `[ ! -f ${file} ] || NODE_EXTRA_CA_CERTS= NODE_OPTIONS= '${process.execPath}' ${file} claude`,
    );
    expect(hookCommand({ ...env, TIDEMARK_HOME: "/m" }, "claude", "linux")).toMatch(
      /\|\| TIDEMARK_HOME='\/m' NODE_EXTRA_CA_CERTS= /,
    );
    expect(run(hookCommand(env, "claude", "linux"), {})).toMatchObject({ status: 0, stdout: "", stderr: "" });
    home = join(root, ".local", "share", "tidemark");
    install("1.0.0");
    expect(run(hookCommand(env, "claude", "linux"), {}).stdout).toBe(`one ${home} claude`);
  });

  test("on Windows", () => {
    const env = { LOCALAPPDATA: "C:\\Users\\a b\\AppData\\Local", PATH: "" };
    const node = `"${process.execPath}"`;
    expect(hookCommand(env, "claude", "win32")).toBe(
      `${node} "C:\\Users\\a b\\AppData\\Local\\tidemark\\program\\hook.cjs" claude`,
    );
    expect(hookCommand({ ...env, TIDEMARK_HOME: "D:\\m" }, "claude", "win32")).toBe(
      `set "TIDEMARK_HOME=D:\\m" && ${node} "D:\\m\\program\\hook.cjs" claude`,
    );
  });

  test("is not slowed or changed by what Node reads from the environment", () => {
    home = join(root, "data");
    install("1.0.0");
    const env = { NODE_OPTIONS: "--no-such-option", NODE_EXTRA_CA_CERTS: "/nowhere" };
    expect(run(hookCommand({ TIDEMARK_HOME: home }, "claude"), env)).toMatchObject({ status: 0, stderr: "" });
  });

  test("names the node on the PATH where it is the running one and stays", () => {
    const link = (folder: string, target: string) => {
      mkdirSync(join(root, folder), { recursive: true });
      symlinkSync(target, join(root, folder, "node"));
      return join(root, folder);
    };
    const other = link("other", execFileSync("sh", ["-c", "command -v sh"], { encoding: "utf8" }).trim());
    const passing = link("node_modules/.bin", process.execPath);
    const shell = link("fnm_multishells/12_34/bin", process.execPath);
    const good = link("bin", process.execPath);
    const node = (...path: string[]) =>
      /'([^']*)' '/.exec(hookCommand({ HOME: root, PATH: path.join(":") }, "claude", "linux"))?.[1];
    expect(node("relative", other, passing, shell, good)).toBe(join(good, "node"));
    expect(node(other, passing, shell)).toBe(process.execPath);
  });
});

function writeBundles(text: string): void {
  const hook = `process.stdout.write(require("./answer.cjs") + " " + process.env.TIDEMARK_HOME + " " + process.argv.slice(2).join(" "));`;
  writeFileSync(join(from, "hook.cjs"), hook);
  writeFileSync(join(from, "answer.cjs"), `module.exports = ${JSON.stringify(text)};`);
}

function install(version: string): string {
  return installProgram(home, { from, version, withDriver: false });
}

function runCommand(env: { TIDEMARK_HOME: string }) {
  return run(hookCommand(env, "claude"), {});
}

function run(command: string, env: { [name: string]: string }) {
  return spawnSync("/bin/sh", ["-c", command], {
    env: { PATH: process.env.PATH!, ...env },
    encoding: "utf8",
  });
}

function mode(...path: string[]): number {
  return statSync(join(...path)).mode & 0o777;
}
