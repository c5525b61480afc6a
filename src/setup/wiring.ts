import { realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Wiring } from "../agent/setup.js";
import { dataHome, type Env } from "../host/env.js";
import { findPrograms } from "../host/process/find-program.js";

/** How an agent's files name our programs: the same in every version of Tidemark. */
export function wiringFor(env: Env, agent: string, platform: string = process.platform): Wiring {
  const path = platform === "win32" ? win32 : posix;
  return {
    hook: hookCommand(env, agent, platform),
    node: stableNode(env, platform),
    folder: path.join(homeOf(env, platform), "program"),
  };
}

/** The command an agent runs as its hook. */
export function hookCommand(env: Env, agent: string, platform: string = process.platform): string {
  const windows = platform === "win32";
  const quote = windows ? quoteWindows : quotePosix;
  const home = homeOf(env, platform);
  const file = (windows ? win32 : posix).join(home, "program", "hook.cjs");
  const run = `${quote(stableNode(env, platform))} ${quote(file)} ${agent}`;
  const isChosen = home !== homeOf({ ...env, TIDEMARK_HOME: undefined }, platform);
  if (windows) return isChosen ? `set "TIDEMARK_HOME=${home}" && ${run}` : run;
  // NODE_EXTRA_CA_CERTS makes Node start three times slower, and NODE_OPTIONS may load anything. Without a data folder
  // there is no program either: then the hook does nothing instead of failing.
  const variables = `${isChosen ? `TIDEMARK_HOME=${quote(home)} ` : ""}NODE_EXTRA_CA_CERTS= NODE_OPTIONS=`;
  return `[ ! -f ${quote(file)} ] || ${variables} ${run}`;
}

function homeOf(env: Env, platform: string): string {
  return (platform === "win32" ? win32 : posix).resolve(dataHome(env, platform));
}

/** The path on the PATH of the running node, because `execPath` may change with an upgrade. Temporary folders do not count. */
function stableNode(env: Env, platform: string): string {
  const temporary = /[\\/](?:node_modules|_npx|fnm_multishells)[\\/]/;
  const running = realpathSync(process.execPath);
  const found = findPrograms(env, "node", platform).find(
    (path) => !temporary.test(path) && realpathSync(path) === running,
  );
  return found ?? process.execPath;
}

function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteWindows(text: string): string {
  return `"${text}"`; // No Windows path has a quote in it.
}
