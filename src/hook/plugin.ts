import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasHooksInSettings, packageFolder } from "../agent/claude/beside-plugin.js";
import { hostEnv } from "../host/env.js";
import { findDriver } from "../host/node20/driver-package.js";

/** `plugin.cjs hook|mcp|cli`: the entry of the plugin. Claude Code copies only the plugin's folder. */
const [node = "", file = "", what = "", ...rest] = process.argv;
const env = hostEnv();
if (what !== "hook" || !hasHooksInSettings(env)) {
  findDriver(() => packageFolder(env));
  process.argv = [node, file, ...(what === "hook" ? ["claude"] : rest)];
  if (what === "cli") void import(pathToFileURL(join(__dirname, "cli.js")).href);
  else require(what === "hook" ? "./hook.cjs" : "./mcp.cjs");
}
