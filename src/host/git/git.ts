import { dirname, isAbsolute, join, resolve } from "node:path";
import { look, readStart } from "../file/foreign-file.js";
import { isRef, isSha, readLine, readRef } from "./git-ref.js";

/** Where in git a folder is, read from git's files alone: a hook has no time to start a process. */
export interface Place {
  /** The top of the work tree, else the folder itself. */
  readonly root: string;
  /** The folder with this work tree's own HEAD; it differs from the shared one in a linked worktree. */
  readonly gitDir?: string;
  /** The shared `.git` folder, also of linked worktrees; a submodule has its own. */
  readonly commonDir?: string;
  /** Undefined when the head is detached, or in a format that only git itself can read. */
  readonly branch?: string;
  readonly head?: string;
}

const LARGE = 1_048_576;
const DEEPEST = 128;

/** Never throws: a folder that cannot be read is a place of its own. */
export function readPlace(cwd: string): Place {
  if (typeof cwd !== "string" || cwd.includes("\0") || !isAbsolute(cwd)) return { root: cwd };
  let folder = resolve(cwd);
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const place = readPlaceAt(folder);
    if (place !== undefined) return place;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return { root: cwd };
}

/** The address of `origin`, else of the first remote, as the repository's own config has it (no includes). */
export function readRemote(commonDir: string): string | undefined {
  const config = readStart(join(commonDir, "config"), LARGE)?.toString("utf8");
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
  const commonDir = shared === undefined ? gitDir : reach(gitDir, shared);
  if (commonDir === undefined) return undefined;
  if (ref === undefined) return { root, gitDir, commonDir, head };
  if (!isRef(ref)) return { root, gitDir, commonDir };
  const sha = readRef(commonDir, ref);
  return {
    root,
    gitDir,
    commonDir,
    ...(ref.startsWith("refs/heads/") && { branch: ref.slice("refs/heads/".length) }),
    ...(sha !== undefined && { head: sha }),
  };
}

function findGitDir(root: string): string | undefined {
  const path = join(root, ".git");
  const stat = look(path);
  if (stat?.isDirectory()) return path;
  const pointer = stat?.isFile() ? readLine(path) : undefined;
  const target = pointer === undefined ? undefined : /^gitdir:\s*(.+)$/.exec(pointer)?.[1];
  return target === undefined ? undefined : reach(root, target);
}

/** Where a pointer in a repository leads. To another host it never leads: looking there already speaks to it. */
function reach(from: string, target: string): string | undefined {
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

/** A config value: quotes and escapes undone, comment and outer blanks dropped. */
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
