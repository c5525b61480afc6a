import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { TidemarkError } from "../../error.js";

/**
 * The files of the libsql driver as this machine needs them, by their path below `node_modules`, found the way the
 * program in `from` would find them.
 */
export function driverFiles(from: string): Map<string, Buffer> {
  const libsql = packageFolder("libsql", join(from, "hook.cjs"));
  if (libsql === undefined) {
    throw new TidemarkError("no-sqlite", "The SQLite driver for this Node (libsql) is not installed.", {
      hint: "Install Tidemark again with its dependencies, or use Node 22.13 or later.",
    });
  }
  const files = new Map<string, Buffer>();
  for (const name of ["libsql", ...needs(libsql)]) {
    // Natives of other platforms are not installed.
    const folder = name === "libsql" ? libsql : packageFolder(name, join(libsql, "index.js"));
    if (folder === undefined || isForOtherLibc(name)) continue;
    for (const path of filesIn(folder)) files.set(join(name, relative(folder, path)), readFileSync(path));
  }
  return files;
}

function needs(folder: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
}

/** npm installs the natives for both C libraries, nine megabytes each. */
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
    return undefined; // Not installed: the caller knows whether it is needed.
  }
  // The main file may stand in a folder of the package.
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
    return {}; // No package begins here.
  }
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isFile()) yield path;
    else if (entry !== "node_modules") yield* filesIn(path);
  }
}
