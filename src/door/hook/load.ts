import { closeSync, fstatSync, openSync, readSync, renameSync, type Stats, writeFileSync } from "node:fs";
import { Script } from "node:vm";

interface Loaded {
  readonly script: Script;
  readonly cache: string;
  readonly wasCompiled: boolean;
}

const loaded: Loaded[] = [];
const modules = new Map<string, unknown>();

declare const TIDEMARK_BUILD: string;

/**
 * Loads a bundle beside this file. Compiling is most of what a hook costs, so V8's compiled form is kept beside the
 * bundle. V8 refuses one for another Node or other flags; that it is for this source, its name says.
 */
export function load<T>(name: string): T {
  const known = modules.get(name);
  if (known !== undefined) return known as T;
  const path = `${__dirname}/${name}.cjs`;
  // The build writes plain ASCII. Node's own readFileSync takes three times as long for it.
  const source = read(path)?.toString("latin1") ?? "";
  const cache = `${__dirname}/${name}-${TIDEMARK_BUILD}-${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cache);
  const script = new Script(
    source,
    cachedData === undefined ? { filename: path } : { filename: path, cachedData },
  );
  const wasCompiled = cachedData !== undefined && script.cachedDataRejected === false;
  loaded.push({ script, cache, wasCompiled });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, __dirname);
  modules.set(name, module.exports);
  return module.exports as T;
}

/** Keeps the compiled form of what was loaded without one; after a call, because only what ran is in it. */
export function keepCompiled(): void {
  for (const { script, cache, wasCompiled } of loaded) {
    if (wasCompiled) continue;
    try {
      const data = script.createCachedData();
      const temporary = `${cache}.${process.pid}`;
      // Twice, because V8 does not look for damage: a form that differs from its copy is not used.
      writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600, flag: "wx" });
      renameSync(temporary, cache);
    } catch {
      // A folder that is not ours to write to: every call compiles, and all else is the same.
    }
  }
}

function readCache(path: string): Buffer | undefined {
  const bytes = read(path, isPrivate);
  if (bytes === undefined || bytes.length === 0 || bytes.length % 2 !== 0) return undefined;
  const half = bytes.length / 2;
  const data = bytes.subarray(0, half);
  return data.equals(bytes.subarray(half)) ? data : undefined;
}

// It is code: nobody else may have been able to write it.
function isPrivate({ mode, uid }: Stats): boolean {
  if (process.getuid === undefined) return true;
  return (mode & 0o022) === 0 && (uid === process.getuid() || uid === 0);
}

function read(path: string, accept?: (stat: Stats) => boolean): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return undefined; // Not there.
  }
  try {
    const stat = fstatSync(fd);
    if (accept?.(stat) === false) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stat.size);
    return readSync(fd, bytes, 0, stat.size, 0) === stat.size ? bytes : undefined;
  } finally {
    closeSync(fd);
  }
}
