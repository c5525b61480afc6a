import { statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { hash64, isWithin } from "../../capture/place/path.js";
import { readStart } from "../../host/file/foreign-file.js";
import { git, type Shadow, writeInfo } from "../shadow/shadow.js";
import type { KeptFolder } from "./kept-folder.js";

/** What git is told so that it ignores here what the user's own repository ignores. */
export interface IgnoreRules {
  readonly args: readonly string[];
  readonly settings: readonly string[];
  /** Changes when the rules outside of `.gitignore` files do. */
  readonly stamp: string;
}

const MOST_BYTES = 1_048_576;
/** Of folders without git, where nobody said what can be made again. */
const MADE_AGAIN = ["node_modules/", ".venv/", "__pycache__/"];

/** Also puts the repository's own list of exclusions where git looks for it, so it holds until the next call. */
export function ignoreRules(shadow: Shadow, home: string, folder: KeptFolder): IgnoreRules {
  const { commonDir } = folder;
  const own = commonDir === undefined ? undefined : readStart(join(commonDir, "info", "exclude"), MOST_BYTES);
  writeInfo(shadow.keeping, "exclude", own ?? "");
  const file = commonDir === undefined ? undefined : configuredFile(shadow, commonDir);
  const patterns = [
    ...(isWithin(home, folder.folder) ? [literal(relative(folder.folder, home))] : []),
    ...(commonDir === undefined ? MADE_AGAIN : []),
  ];
  return {
    args: ["--exclude-standard", ...patterns.flatMap((pattern) => ["-x", pattern])],
    settings: file === undefined ? [] : [`core.excludesFile=${file}`],
    stamp: hash64(
      `${own?.toString("latin1") ?? ""}\0${file ?? ""}\0${writtenAt(file)}\0${patterns.join("\0")}`,
    ),
  };
}

/** The user's own global file is found by git itself; a repository may name another. */
function configuredFile(shadow: Shadow, commonDir: string): string | undefined {
  const config = join(commonDir, "config");
  const text = readStart(config, MOST_BYTES)?.toString("latin1") ?? "";
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

function writtenAt(file: string | undefined): number {
  return file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
