import { readdirSync, readFileSync, statSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";
import { TidemarkError } from "../../error.js";

/** The files of libsql for this machine by their path below `node_modules`, resolved from the program in `from`. */
export function driverFiles(from: string): Map<string, Buffer> {
  const libsql = packageFolder("libsql", join(from, "hook.cjs"));
  if (libsql === undefined) {
    throw new TidemarkError("no-sqlite", "The SQLite driver for this Node (libsql) is not installed.", {
      hint: "Install Tidemark again with its dependencies, or use Node 22.13 or later.",
    });
  }
  const files = new Map<string, Buffer>();
  for (const name of ["libsql", ...needs(libsql)]) {
    // npm does not install the native parts of other platforms.
    const folder = name === "libsql" ? libsql : packageFolder(name, join(libsql, "index.js"));
    if (folder === undefined || isForOtherLibc(name)) continue;
    for (const path of filesIn(folder)) files.set(join(name, relative(folder, path)), readFileSync(path));
  }
  return files;
}

/** Lets Node, and its child processes, find the driver beside or below the folder of an installed Tidemark. */
export function findDriver(installedIn: () => string | undefined): void {
  if (Module.isBuiltin("node:sqlite")) return;
  const folder = installedIn();
  if (folder === undefined) return;
  const places = [join(folder, "node_modules"), dirname(folder), process.env["NODE_PATH"]].filter(Boolean);
  process.env["NODE_PATH"] = places.join(delimiter);
  const loader: { _initPaths?: () => void } = Object(Module);
  loader._initPaths?.();
}

function needs(folder: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
}

/** npm installs the native parts for both C libraries, nine megabytes each. */
function isForOtherLibc(name: string): boolean {
  if (process.platform !== "linux" || !name.startsWith("@libsql/")) return false;
  const report: { readonly header?: { readonly glibcVersionRuntime?: string } } = process.report.getReport();
  return name.includes(report.header?.glibcVersionRuntime ? "-musl" : "-gnu");
}

function packageFolder(name: string, asker: string): string | undefined {
  let folder: string;
  try {
    folder = dirname(createRequire(asker).resolve(name));
  } catch {
    return undefined; // Not installed.
  }
  // The main file may be in a subfolder of the package.
  while (readPackage(folder).name !== name && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

interface PackageFile {
  readonly name?: string;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

function readPackage(folder: string): PackageFile {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return {}; // This folder is not the root of a package.
  }
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isFile()) yield path;
    else if (entry !== "node_modules") yield* filesIn(path);
  }
}
