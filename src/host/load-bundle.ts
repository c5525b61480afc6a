import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { Script } from "node:vm";
import { now } from "./clock.js";

declare const TIDEMARK_BUILD: string;

interface Loaded {
  readonly source: string;
  readonly script: Script;
  readonly cachePath: string;
  readonly isCached: boolean;
}

interface Cached {
  readonly source: string;
  readonly data: Buffer;
  readonly isOld: boolean;
}

const LENGTH_BYTES = 4;
// The first call runs little code, so renew the cache after a day with all that has run since.
const MAX_CACHE_AGE_MS = 24 * 3_600_000;
const loaded: Loaded[] = [];
const modules = new Map<string, unknown>();
const builtins = new Map<string, unknown>();

/**
 * Loads a bundle beside this file. A start mostly compiles, so V8's compiled code is cached with the source. V8 rejects a
 * cache of another Node or other flags. It holds only code that ran, so each `use` has its own.
 */
export function load<T>(name: string, use = "any"): T {
  const known = modules.get(name);
  if (known !== undefined) return known as T;
  const filename = `${__dirname}/${name}.cjs`;
  const path = `${__dirname}/${name}-${use}-${TIDEMARK_BUILD}-${process.versions.v8}-${process.arch}.cache`;
  const cached = readCache(path);
  // The build writes plain ASCII, so a byte is a character.
  const source = cached?.source ?? asFunction(read(filename)?.toString("latin1") ?? "");
  const script = new Script(source, { filename, cachedData: cached?.data });
  const isCached = cached?.isOld === false && script.cachedDataRejected === false;
  loaded.push({ source, script, cachePath: path, isCached });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireOnce, module, filename, __dirname);
  modules.set(name, module.exports);
  return module.exports as T;
}

// As Node itself wraps a CommonJS module.
function asFunction(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}

// Many files of a bundle require the same builtins, and each call takes a while.
function requireOnce(id: string): unknown {
  let found = builtins.get(id);
  if (found === undefined) {
    found = require(id);
    builtins.set(id, found);
  }
  return found;
}

/** Caches the compiled code. Call it at the end, because only code that ran is cached. */
export function cacheCompiled(): void {
  for (const { source, script, cachePath, isCached } of loaded) {
    if (isCached) continue;
    try {
      writeCache(cachePath, source, script);
    } catch {
      // The folder is not writable, so every call compiles.
    }
  }
}

function writeCache(path: string, source: string, script: Script): void {
  const temporary = `${path}.${process.pid}`;
  // Open it first, to make no cache that cannot be written.
  const fd = openSync(temporary, "wx", 0o600);
  try {
    try {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE(source.length);
      const whole = [length, Buffer.from(source, "latin1"), script.createCachedData()];
      // Twice, because V8 does not detect damage: both copies must be equal.
      writeFileSync(fd, Buffer.concat([...whole, ...whole]));
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function readCache(path: string): Cached | undefined {
  let madeAt = 0;
  const bytes = read(path, (stat) => {
    madeAt = stat.mtimeMs;
    return isPrivate(stat);
  });
  if (bytes === undefined || bytes.length < 2 * LENGTH_BYTES || bytes.length % 2 !== 0) return undefined;
  const half = bytes.length / 2;
  const whole = bytes.subarray(0, half);
  const end = LENGTH_BYTES + whole.readUInt32LE(0);
  // A power cut may leave a file of zeros, which has no source.
  if (end === LENGTH_BYTES || end > half || !whole.equals(bytes.subarray(half))) return undefined;
  const isOld = now() - madeAt > MAX_CACHE_AGE_MS;
  return { source: whole.toString("latin1", LENGTH_BYTES, end), data: whole.subarray(end), isOld };
}

// It is code, so nobody else may be able to write it.
function isPrivate({ mode, uid }: Stats): boolean {
  if (process.getuid === undefined) return true;
  return (mode & 0o022) === 0 && (uid === process.getuid() || uid === 0);
}

function read(path: string, accept?: (stat: Stats) => boolean): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || accept?.(stat) === false) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stat.size);
    return readSync(fd, bytes, 0, stat.size, 0) === stat.size ? bytes : undefined;
  } finally {
    closeSync(fd);
  }
}
