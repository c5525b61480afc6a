import { dirname, isAbsolute, join, resolve } from "node:path";
import { look, readStart } from "../file/foreign-file.js";

/** The repository of a folder, read from git's files, because a hook has no time to start git. */
export interface Place {
  /** The top of the work tree, or the folder itself. */
  readonly root: string;
  /** The folder with this work tree's HEAD; a linked worktree has its own. */
  readonly gitDir?: string;
  /** The `.git` folder that linked worktrees share; a submodule has its own. */
  readonly commonDir?: string;
  /** Undefined if the head is detached, or in a format that only git can read. */
  readonly branch?: string;
  readonly head?: string;
}

const MAX_CONFIG_BYTES = 1_048_576;
const MAX_DEPTH = 128;

/** Never throws: without a readable repository the folder itself is the root. */
export function readPlace(cwd: string): Place {
  if (typeof cwd !== "string" || cwd.includes("\0") || !isAbsolute(cwd)) return { root: cwd };
  let folder = resolve(cwd);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const place = readPlaceAt(folder);
    if (place !== undefined) return place;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return { root: cwd };
}

/** The address of `origin`, or else of the first remote, from the repository's own config without includes. */
export function readRemote(commonDir: string): string | undefined {
  const config = readStart(join(commonDir, "config"), MAX_CONFIG_BYTES)?.toString("utf8");
  if (config === undefined) return undefined;
  let section: string | undefined;
  let first: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[\s*([^\]"\s]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) section = remoteName(header[1] ?? "", header[2]);
    if (section === undefined) continue;
    const value = /^\s*url\s*=\s*(.*)$/i.exec(line.slice(header?.[0].length ?? 0))?.[1];
    const url = value === undefined ? "" : unquote(value);
    if (url !== "" && section === "origin") return url;
    if (url !== "") first ??= url;
  }
  return first;
}

function readPlaceAt(root: string): Place | undefined {
  const gitDir = findGitDir(root);
  if (gitDir === undefined) return undefined;
  const head = readLine(join(gitDir, "HEAD"));
  if (head === undefined) return undefined;
  const ref = head.startsWith("ref:") ? head.slice("ref:".length).trim() : undefined;
  if (ref === undefined && !isSha(head)) return undefined;
  const shared = readLine(join(gitDir, "commondir"));
  const commonDir = shared === undefined ? gitDir : followPointer(gitDir, shared);
  if (commonDir === undefined) return undefined;
  if (ref === undefined) return { root, gitDir, commonDir, head };
  if (!isRef(ref)) return { root, gitDir, commonDir };
  const sha = readRef(commonDir, ref);
  return {
    root,
    gitDir,
    commonDir,
    branch: ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined,
    head: sha,
  };
}

function findGitDir(root: string): string | undefined {
  const path = join(root, ".git");
  const stat = look(path);
  if (stat?.isDirectory()) return path;
  const pointer = stat?.isFile() ? readLine(path) : undefined;
  const target = pointer === undefined ? undefined : /^gitdir:\s*(.+)$/.exec(pointer)?.[1];
  return target === undefined ? undefined : followPointer(root, target);
}

/** Resolves a pointer in a repository, but never to another host, which would be contacted by a look alone. */
function followPointer(from: string, target: string): string | undefined {
  if (target.includes("\0")) return undefined;
  const isShare = /^[\\/]{2}/;
  const path = resolve(from, target);
  return isShare.test(path) && !isShare.test(from) ? undefined : path;
}

function remoteName(section: string, subsection: string | undefined): string | undefined {
  const name = section.toLowerCase();
  if (name === "remote") return subsection?.replace(/\\(.)/g, "$1");
  return name.startsWith("remote.") ? name.slice("remote.".length) : undefined;
}

/** Parses a config value: quotes, escapes and comments. */
function unquote(value: string): string {
  let text = "";
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\") text += value.charAt(++at);
    else if (!isQuoted && (char === "#" || char === ";")) break;
    else text += char;
  }
  return text.trim();
}

/** Enough of `packed-refs`, which is sorted: branches come before remote branches and tags. */
export const MAX_PACKED_BYTES = 1_048_576;

/** The first line of one of git's small files. */
export function readLine(path: string): string | undefined {
  return readStart(path, 4_096)?.toString("utf8").split("\n", 1)[0]?.trimEnd();
}

/** The commit a ref names, loose or packed. */
export function readRef(commonDir: string, ref: string): string | undefined {
  const loose = readLine(`${commonDir}/${ref}`);
  if (loose !== undefined) return isSha(loose) ? loose : undefined;
  const packed = readStart(`${commonDir}/packed-refs`, MAX_PACKED_BYTES);
  const at = packed?.indexOf(` ${ref}\n`) ?? -1;
  if (packed === undefined || at < 0) return undefined;
  const sha = packed.toString("latin1", packed.lastIndexOf("\n", at) + 1, at);
  return isSha(sha) ? sha : undefined;
}

export function isSha(text: string): boolean {
  return (text.length === 40 || text.length === 64) && /^[0-9a-f]+$/.test(text);
}

/** Whether git allows the name: a forged HEAD must not leave the folder. Excludes the `.invalid` branch of reftables. */
export function isRef(text: string): boolean {
  if (!text.startsWith("refs/") || text.length > 1000) return false;
  return !/[\x00-\x20\x7f~^:?*[\\]|\.\.|\/\.|\/\/|@\{/.test(text);
}
