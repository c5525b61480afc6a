import { statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { hash64, isWithin } from "../../capture/place/path.js";
import { readStart, realPath } from "../../host/file/foreign-file.js";
import { readPlace } from "../../host/git/git.js";
import { below, legiblePath, pathBytes } from "../shadow/path.js";
import { git, type Shadow, writeInfo } from "../shadow/shadow.js";

/** A folder whose files become a tree of their own: the work tree, or an inner repository. */
export interface KeptFolder {
  readonly path: string;
  readonly folder: string;
  readonly gitDir?: string;
  readonly commonDir?: string;
}

export function rootFolder(root: string): KeptFolder {
  return { path: "", folder: root, ...gitFolders(root) };
}

/** The folder of an inner repository; undefined for a linked worktree, `unnameable` if its name is no text. */
export function innerFolder(outer: KeptFolder, name: string): KeptFolder | "unnameable" | undefined {
  const text = legiblePath(name);
  if (!Buffer.from(text).equals(pathBytes(name))) return "unnameable";
  const folder = `${outer.folder}/${text}`;
  const inner = { path: below(outer.path, name), folder, ...gitFolders(folder) };
  if (inner.commonDir === undefined || outer.commonDir === undefined) return inner;
  return realPath(inner.commonDir) === realPath(outer.commonDir) ? undefined : inner;
}

function gitFolders(folder: string): Pick<KeptFolder, "gitDir" | "commonDir"> {
  const { root, gitDir, commonDir } = readPlace(folder);
  if (root !== folder || gitDir === undefined || commonDir === undefined) return {};
  return { gitDir, commonDir };
}

/** The arguments that make git ignore what the user's own repository ignores. */
export interface IgnoreRules {
  readonly args: readonly string[];
  readonly settings: readonly string[];
  /** A fingerprint of the rules outside of `.gitignore` files. */
  readonly stamp: string;
}

const MAX_RULE_BYTES = 1_048_576;
/** Folders that can be rebuilt, ignored if there is no git. */
const REBUILDABLE = ["node_modules/", ".venv/", "__pycache__/"];

/** Also copies the repository's exclude list into our repository, until the next call. */
export function ignoreRules(shadow: Shadow, home: string, folder: KeptFolder): IgnoreRules {
  const { commonDir } = folder;
  const own =
    commonDir === undefined ? undefined : readStart(join(commonDir, "info", "exclude"), MAX_RULE_BYTES);
  writeInfo(shadow.storage, "exclude", own ?? "");
  const file = commonDir === undefined ? undefined : configuredFile(shadow, commonDir);
  const written = file === undefined ? 0 : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  const patterns = [
    ...(isWithin(home, folder.folder) ? [literal(relative(folder.folder, home))] : []),
    ...(commonDir === undefined ? REBUILDABLE : []),
  ];
  return {
    args: ["--exclude-standard", ...patterns.flatMap((pattern) => ["-x", pattern])],
    settings: file === undefined ? [] : [`core.excludesFile=${file}`],
    stamp: hash64(`${own?.toString("latin1") ?? ""}\0${file ?? ""}\0${written ?? 0}\0${patterns.join("\0")}`),
  };
}

/** git finds the user's global file itself, but a repository may name another. */
function configuredFile(shadow: Shadow, commonDir: string): string | undefined {
  const config = join(commonDir, "config");
  const text = readStart(config, MAX_RULE_BYTES)?.toString("latin1") ?? "";
  if (!/excludesfile|\[include/i.test(text)) return undefined;
  const args = ["config", "--file", config, "--includes", "--type=path", "-z", "--get", "core.excludesFile"];
  const { ok, output } = git(shadow, args);
  return ok ? output.toString("utf8").replace(/\0$/, "") : undefined;
}

function literal(path: string): string {
  return `/${path
    .split(sep)
    .join("/")
    .replace(/[\\*?[\]!# ]/g, "\\$&")}/`;
}
