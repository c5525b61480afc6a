import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

interface Loaded {
  readonly script: Script;
  readonly cache: string;
  readonly wasCompiled: boolean;
}

const loaded: Loaded[] = [];

/**
 * Loads a bundle beside this file. Compiling is most of what a hook costs, so V8's compiled form is kept beside the
 * bundle. V8 itself refuses it for another Node, other flags or another source.
 */
export function load<T>(name: string): T {
  const path = join(__dirname, `${name}.cjs`);
  const source = readFileSync(path, "latin1");
  const cache = join(__dirname, `${name}-${process.versions.v8}-${process.arch}.cache`);
  const cachedData = readCache(cache);
  const script = new Script(
    source,
    cachedData === undefined ? { filename: path } : { filename: path, cachedData },
  );
  const wasCompiled = cachedData !== undefined && script.cachedDataRejected === false;
  loaded.push({ script, cache, wasCompiled });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, __dirname);
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
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return undefined; // Not kept yet.
  }
  try {
    const { size, mode, uid } = fstatSync(fd);
    // It is code: nobody else may have been able to write it.
    if (process.getuid !== undefined && ((mode & 0o022) !== 0 || (uid !== process.getuid() && uid !== 0))) {
      return undefined;
    }
    const bytes = Buffer.allocUnsafeSlow(size);
    if (size === 0 || size % 2 !== 0 || readSync(fd, bytes, 0, size, 0) !== size) return undefined;
    const first = bytes.subarray(0, size / 2);
    return first.equals(bytes.subarray(size / 2)) ? first : undefined;
  } finally {
    closeSync(fd);
  }
}
