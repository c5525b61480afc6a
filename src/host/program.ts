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
import { secureFolder } from "./file/folder.js";
import { readPrivate, replacePrivate } from "./file/private-file.js";
import { driverFiles } from "./node20/driver-package.js";
import { ownFolder } from "./own-folder.js";
import { SHIMS } from "./shim.js";
import { driverName } from "./sqlite.js";

/** What is copied: the folder with the running program's bundles, and its version. */
export interface Program {
  readonly from: string;
  readonly version: string;
  /** Whether the SQLite driver goes along; by default where this Node has none of its own. */
  readonly withDriver?: boolean;
}

type Files = ReadonlyMap<string, Buffer>;

const SHIM = /require\("\.\/([^"/\\]+)\/hook\.cjs"\)/;
const HOUR = 3_600_000;
// Bundles and the table of words, the command line with its chunks, and what agents load into themselves.
const COPIED = /^(?:[\w.-]+\.(?:cjs|mjs|i8)|cli\.js|chunk\/[\w.-]+\.js)$/;
// The command line is made of ES modules; without this Node would have to find that out by trying.
const MANIFEST = Buffer.from('{"type":"module"}\n');

// Put in by the build.
declare const TIDEMARK_VERSION: string | undefined;

/** The program that runs now, also when this code stands in a chunk below the folder of the bundles. */
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
 * points the shims at the copy. Their paths never change, and with them what stands in the agents' settings.
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
  // What runs for long, such as the MCP server, may yet load from the copy it was started from.
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

function clearOlder(folder: string, present: ReadonlySet<string | undefined>): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (present.has(entry)) continue;
    // A young one may be another init at work.
    if (entry.startsWith("new-") && now() - statSync(path).mtimeMs < HOUR) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
