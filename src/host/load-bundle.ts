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
  readonly kept: string;
  readonly isKept: boolean;
}

interface Kept {
  readonly source: string;
  readonly data: Buffer;
  readonly isOld: boolean;
}

const LENGTH = 4;
// A first call runs little; a day later the form is made once more, with all that has run since.
const RENEWED_AFTER = 24 * 3_600_000;
const loaded: Loaded[] = [];
const modules = new Map<string, unknown>();
const builtins = new Map<string, unknown>();

/**
 * Loads a bundle beside this file. Compiling is most of what a start costs, so a copy of the bundle is kept together
 * with V8's compiled form of it. V8 refuses one for another Node or other flags; that it is of this build, its name says.
 * Only what ran is in it: calls of different `use` run different parts, and each use has a form of its own.
 */
export function load<T>(name: string, use = "any"): T {
  const known = modules.get(name);
  if (known !== undefined) return known as T;
  const filename = `${__dirname}/${name}.cjs`;
  const path = `${__dirname}/${name}-${use}-${TIDEMARK_BUILD}-${process.versions.v8}-${process.arch}.cache`;
  const kept = readKept(path);
  // The build writes plain ASCII, so a byte is a character.
  const source = kept?.source ?? asFunction(read(filename)?.toString("latin1") ?? "");
  const script = new Script(source, kept === undefined ? { filename } : { filename, cachedData: kept.data });
  const isKept = kept?.isOld === false && script.cachedDataRejected === false;
  loaded.push({ source, script, kept: path, isKept });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireOnce, module, filename, __dirname);
  modules.set(name, module.exports);
  return module.exports as T;
}

// As Node itself wraps a CommonJS module.
function asFunction(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}

// The same few builtins are asked for by many files of a bundle, and Node takes its time for each.
function requireOnce(id: string): unknown {
  let found = builtins.get(id);
  if (found === undefined) {
    found = require(id);
    builtins.set(id, found);
  }
  return found;
}

/** Keeps the compiled form of what was loaded without one; after a call, because only what ran is in it. */
export function keepCompiled(): void {
  for (const { source, script, kept, isKept } of loaded) {
    if (isKept) continue;
    try {
      keep(kept, source, script);
    } catch {
      // A folder that is not ours to write to: every call compiles, and all else is the same.
    }
  }
}

function keep(path: string, source: string, script: Script): void {
  const temporary = `${path}.${process.pid}`;
  // Opened first: where nothing can be written, the form need not be made.
  const fd = openSync(temporary, "wx", 0o600);
  try {
    try {
      const length = Buffer.alloc(LENGTH);
      length.writeUInt32LE(source.length);
      const whole = [length, Buffer.from(source, "latin1"), script.createCachedData()];
      // Twice, because V8 does not look for damage: what differs from its copy is not used.
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

function readKept(path: string): Kept | undefined {
  let madeAt = 0;
  const bytes = read(path, (stat) => {
    madeAt = stat.mtimeMs;
    return isPrivate(stat);
  });
  if (bytes === undefined || bytes.length < 2 * LENGTH || bytes.length % 2 !== 0) return undefined;
  const half = bytes.length / 2;
  const whole = bytes.subarray(0, half);
  const end = LENGTH + whole.readUInt32LE(0);
  // A file of zeros, as a power cut may leave it, has no source.
  if (end === LENGTH || end > half || !whole.equals(bytes.subarray(half))) return undefined;
  const isOld = now() - madeAt > RENEWED_AFTER;
  return { source: whole.toString("latin1", LENGTH, end), data: whole.subarray(end), isOld };
}

// It is code: nobody else may have been able to write it.
function isPrivate({ mode, uid }: Stats): boolean {
  if (process.getuid === undefined) return true;
  return (mode & 0o022) === 0 && (uid === process.getuid() || uid === 0);
}

function read(path: string, accept?: (stat: Stats) => boolean): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined; // Not there.
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
