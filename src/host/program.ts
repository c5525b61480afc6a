import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { TidemarkError } from "../error.js";
import { now } from "./clock.js";
import { readPrivate, replacePrivate, secureFolder } from "./file/folder.js";
import { driverFiles } from "./node20/driver-package.js";
import { ownFolder } from "./own-folder.js";
import { SHIMS } from "./shim.js";
import { driverName } from "./sqlite.js";

/** The running program. */
export interface Program {
  /** The folder of the bundles. */
  readonly from: string;
  readonly version: string;
  /** Whether the SQLite driver is copied too; by default if this Node has none. */
  readonly withDriver?: boolean;
}

type Files = ReadonlyMap<string, Buffer>;

const SHIM = /require\("\.\/([^"/\\]+)\/hook\.cjs"\)/;
const MIN_PARTIAL_AGE_MS = 3_600_000;
// The bundles, the table of words, the command line with its chunks, and the plugins of agents.
const COPIED = /^(?:[\w.-]+\.(?:cjs|mjs|i8)|cli\.js|chunk\/[\w.-]+\.js)$/;
// Tells Node that the command line consists of ES modules.
const MANIFEST = Buffer.from('{"type":"module"}\n');

// Set by the build.
declare const TIDEMARK_VERSION: string | undefined;

/** Also works in a chunk below the folder of the bundles. */
export function runningProgram(): Program {
  const here = ownFolder();
  const from = [here, dirname(here)].find((folder) => existsSync(join(folder, "hook.cjs")));
  if (from) return { from, version: typeof TIDEMARK_VERSION === "string" ? TIDEMARK_VERSION : "0.0.0" };
  throw new TidemarkError("not-found", "The hook program is not beside this one.", {
    hint: "Install Tidemark again; in a clone, run `npm run build`.",
  });
}

export function programFolder(home: string): string {
  return join(home, "program");
}

/** The name of the installed copy (`<version>-<hash>`), if any. */
export function installedProgram(home: string): string | undefined {
  return SHIM.exec(readPrivate(join(programFolder(home), "hook.cjs")) ?? "")?.[1];
}

/** The name that the program would be installed under. If it differs, the installed copy is out of date. */
export function programName(program: Program): string {
  return nameOf(program, collect(program));
}

/**
 * Copies the program into the data folder, because the `npx` cache may go, and points the shims at the copy. The paths of
 * the shims never change, so the agents' settings stay the same.
 */
export function installProgram(home: string, program: Program): string {
  const files = collect(program);
  const name = nameOf(program, files);
  const folder = programFolder(home);
  const before = installedProgram(home);
  secureFolder(home);
  secureFolder(folder);
  if (!isWhole(join(folder, name), files)) place(folder, name, files);
  const shims = SHIMS.filter(({ target }) => files.has(target));
  for (const shim of shims) replacePrivate(join(folder, shim.name), shim.text(`./${name}/${shim.target}`));
  // A running MCP server may still load from the previous copy.
  clearOlder(folder, new Set([name, before, ...shims.map((shim) => shim.name)]));
  return name;
}

function collect({ from, withDriver = driverName() === "libsql" }: Program): Files {
  const names = readdirSync(from, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => COPIED.test(name));
  const files = new Map<string, Buffer>(names.sort().map((name) => [name, readFileSync(join(from, name))]));
  if (files.has("cli.js")) files.set("package.json", MANIFEST);
  if (!withDriver) return files;
  for (const [path, bytes] of driverFiles(from)) files.set(join("node_modules", path), bytes);
  return files;
}

function nameOf({ version }: Program, files: Files): string {
  const hash = createHash("sha256");
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `${version}-${hash.digest("hex").slice(0, 8)}`;
}

/** Compares the bytes, because the copy may be damaged. */
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

function clearOlder(folder: string, present: ReadonlySet<string | undefined>): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (present.has(entry)) continue;
    // Another init may be writing a young one.
    if (entry.startsWith("new-") && now() - statSync(path).mtimeMs < MIN_PARTIAL_AGE_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
