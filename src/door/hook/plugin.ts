import Module from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasHooksInSettings, packageFolder } from "../../agent/claude/beside-plugin.js";
import { type Env, hostEnv } from "../../host/env.js";

/**
 * `plugin.cjs hook|mcp|cli`: what Claude Code starts of its plugin. It copies the plugin's folder and nothing around it.
 */
const [node = "", file = "", what = "", ...rest] = process.argv;
const env = hostEnv();
if (what !== "hook" || !hasHooksInSettings(env)) {
  findDriver(env);
  process.argv = [node, file, ...(what === "hook" ? ["claude"] : rest)];
  if (what === "cli") void import(pathToFileURL(join(__dirname, "cli.js")).href);
  else require(what === "hook" ? "./hook.cjs" : "./mcp.cjs");
}

/** A Node without SQLite finds the driver where the package was installed; what it starts finds it there, too. */
function findDriver(from: Env): void {
  if (Module.isBuiltin("node:sqlite")) return;
  const folder = packageFolder(from);
  if (folder === undefined) return;
  const places = [join(folder, "node_modules"), dirname(folder), from["NODE_PATH"]].filter(Boolean);
  process.env["NODE_PATH"] = places.join(process.platform === "win32" ? ";" : ":");
  const loader: { _initPaths?: () => void } = Object(Module);
  loader._initPaths?.();
}
