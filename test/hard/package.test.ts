import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { figure } from "./figure.js";

const root = resolve(import.meta.dirname, "../..");
const MOST_BYTES = 60e6;
const MOST_PACKAGES = 40;
/** What Claude Code needs of the package to install it as a plugin, beside the bundles. */
const PLUGIN = [
  ".claude-plugin/marketplace.json",
  "dist/.claude-plugin/plugin.json",
  "dist/hooks/hooks.json",
  "dist/commands/recall.md",
  "dist/plugin.cjs",
  "dist/mcp.cjs",
  "dist/README.md",
  "dist/LICENSE",
];

/** npm needs the machine's own settings to find its registry; nothing else of the user's is touched. */
const npmEnv = { ...process.env, HOME: userInfo().homedir };

describe("what a user installs", () => {
  test("works from the packed package without install scripts, and is small", () => {
    const folder = mkdtempSync(join(tmpdir(), "tidemark-package-"));
    const project = join(folder, "project");
    mkdirSync(project);
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root, env: npmEnv });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["install", join(folder, tarball), ...options], { cwd: project, env: npmEnv });

    const modules = join(project, "node_modules");
    expect(PLUGIN.filter((path) => !existsSync(join(modules, "tidemark", path)))).toEqual([]);
    const packages = packagesIn(modules);
    const bytes = sizeOf(modules);
    figure(`installed: ${(bytes / 1e6).toFixed(1)} MB in ${packages} packages`);
    expect(packages).toBeLessThanOrEqual(MOST_PACKAGES);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);

    const home = join(folder, "home");
    mkdirSync(join(home, ".claude"), { recursive: true });
    const env = { PATH: process.env["PATH"], HOME: home };
    const bin = join(modules, ".bin", "tidemark");
    const run = (...args: string[]) => spawnSync(bin, args, { cwd: project, env, encoding: "utf8" });
    expect(run("tour")).toMatchObject({ status: 0, stdout: expect.stringContaining("continuing after") });
    expect(run("init", "--yes", "--agent", "claude")).toMatchObject({ status: 0 });
    expect(run("doctor")).toMatchObject({ status: 0 });
    expect(run("remove", "--yes", "--agent", "claude")).toMatchObject({ status: 0 });
    const initialize = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
    const server = spawnSync(bin, ["mcp"], { cwd: project, env, encoding: "utf8", input: `${initialize}\n` });
    expect(JSON.parse(server.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "tidemark" } } });
    const library =
      "import { registry, TidemarkError } from 'tidemark'; console.log(Object.keys(registry).length > 20, new TidemarkError('not-found', 'x').code)";
    const script = spawnSync(process.execPath, ["--input-type=module", "-e", library], {
      cwd: project,
      encoding: "utf8",
    });
    expect(script.stdout.trim()).toBe("true not-found");
  });
});

function packagesIn(modules: string): number {
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .reduce((sum, entry) => {
      const inside = join(modules, entry.name);
      return sum + (entry.name.startsWith("@") ? readdirSync(inside).length : 1);
    }, 0);
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
