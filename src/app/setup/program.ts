import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { dataHome, type Env } from "../../host/env.js";
import { findPrograms } from "../../host/find-program.js";
import { secureFolder } from "../../host/folder.js";
import { readPrivate, replacePrivate } from "../../host/private-file.js";
import { driverName } from "../../store/sqlite/driver.js";
import { driverFiles } from "./driver-package.js";

/** What is copied: the folder with the running program's bundles, and its version. */
export interface Program {
  readonly from: string;
  readonly version: string;
  /** Whether the SQLite driver goes along; by default where this Node has none of its own. */
  readonly withDriver?: boolean;
}

type Files = ReadonlyMap<string, Buffer>;

const SHIM = /require\("\.\/([^"/\\]+)\/hook\.cjs"\)/;
// The data folder is where the shim stands: told here, because a Windows command cannot carry it into every shell.
const FIND_HOME = 'process.env.TIDEMARK_HOME||=require("node:path").dirname(__dirname)';
const HOUR = 3_600_000;

// Put in by the build.
declare const TIDEMARK_VERSION: string | undefined;

/** The program that runs now, also when this code stands in a chunk below the folder of the bundles. */
export function runningProgram(): Program {
  const here = dirname(fileURLToPath(import.meta.url));
  const from = [here, dirname(here)].find((folder) => existsSync(join(folder, "hook.cjs")));
  if (from) return { from, version: typeof TIDEMARK_VERSION === "string" ? TIDEMARK_VERSION : "0.0.0" };
  throw new TidemarkError("not-found", "The hook program is not beside this one.", {
    hint: "Install Tidemark again; in a clone, run `npm run build`.",
  });
}

export function programFolder(home: string): string {
  return join(home, "program");
}

/** The name of the installed copy (`<version>-<hash>`), or undefined where there is none. */
export function installedProgram(home: string): string | undefined {
  return SHIM.exec(readPrivate(join(programFolder(home), "hook.cjs")) ?? "")?.[1];
}

/** The name the running program would be installed under: another one means that the copy is out of date. */
export function programName(program: Program): string {
  return nameOf(program, collect(program));
}

/**
 * Copies the program into the data folder, so that the hooks outlive the `npx` cache they were installed from, and
 * points the shim at the copy. The shim's path never changes, and with it the command in the agent's settings.
 */
export function installProgram(home: string, program: Program): string {
  const files = collect(program);
  const name = nameOf(program, files);
  const folder = programFolder(home);
  secureFolder(home);
  secureFolder(folder);
  if (!isWhole(join(folder, name), files)) place(folder, name, files);
  replacePrivate(join(folder, "hook.cjs"), `${FIND_HOME};require("./${name}/hook.cjs");\n`);
  clearOlder(folder, name);
  return name;
}

/** The command Claude Code runs. It does not change from one version of Tidemark to the next. */
export function hookCommand(env: Env, platform: string = process.platform): string {
  const windows = platform === "win32";
  const path = windows ? win32 : posix;
  const quote = windows ? quoteWindows : quotePosix;
  const home = path.resolve(dataHome(env, platform));
  const run = `${quote(stableNode(env, platform))} ${quote(path.join(home, "program", "hook.cjs"))} claude`;
  const isChosen = Boolean(env["TIDEMARK_HOME"]);
  if (windows) return isChosen ? `set "TIDEMARK_HOME=${home}" && ${run}` : run;
  // NODE_EXTRA_CA_CERTS makes Node start three times slower, NODE_OPTIONS may load anything: a hook needs neither. Where
  // the data folder is gone, so is the program: then the hook is silent instead of failing.
  const variables = `${isChosen ? `TIDEMARK_HOME=${quote(home)} ` : ""}NODE_EXTRA_CA_CERTS= NODE_OPTIONS=`;
  return `[ ! -f ${quote(path.join(home, "program", "hook.cjs"))} ] || ${variables} ${run}`;
}

function collect({ from, withDriver = driverName() === "libsql" }: Program): Files {
  // All of the hook's bundles, however many the build makes of it, and the table of words.
  const bundles = readdirSync(from).filter((name) => /\.(?:cjs|i8)$/.test(name));
  const files = new Map<string, Buffer>(bundles.sort().map((name) => [name, readFileSync(join(from, name))]));
  if (!withDriver) return files;
  for (const [path, bytes] of driverFiles(from)) files.set(join("node_modules", path), bytes);
  return files;
}

function nameOf({ version }: Program, files: Files): string {
  const hash = createHash("sha256");
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `${version}-${hash.digest("hex").slice(0, 8)}`;
}

/** The name says what should be in the folder; whether it still is, only the bytes say. */
function isWhole(folder: string, files: Files): boolean {
  return [...files].every(([path, bytes]) => {
    const copy = join(folder, path);
    return existsSync(copy) && readFileSync(copy).equals(bytes);
  });
}

function place(folder: string, name: string, files: Files): void {
  const partial = mkdtempSync(join(folder, "new-"));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(partial, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(partial, path), bytes, { mode: 0o600 });
  }
  rmSync(join(folder, name), { recursive: true, force: true });
  renameSync(partial, join(folder, name));
}

function clearOlder(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (entry === name || entry === "hook.cjs") continue;
    // A young one may be another init at work.
    if (entry.startsWith("new-") && now() - statSync(path).mtimeMs < HOUR) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The node on the PATH where it is the one that runs: its path outlives an upgrade, process.execPath may not. Places
 * that a package manager or a version manager makes for the moment do not count.
 */
function stableNode(env: Env, platform: string): string {
  const passing = /[\\/](?:node_modules|_npx|fnm_multishells)[\\/]/;
  const running = realpathSync(process.execPath);
  const found = findPrograms(env, "node", platform).find(
    (path) => !passing.test(path) && realpathSync(path) === running,
  );
  return found ?? process.execPath;
}

function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteWindows(text: string): string {
  return `"${text}"`; // No Windows path has a quote in it.
}
