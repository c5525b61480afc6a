import { join } from "node:path";
import type { Env } from "../env.js";
import { readStart } from "../file/foreign-file.js";
import { isSha, type Place } from "./git.js";
import { runGit } from "./git-run.js";

/** What `git status` says. Paths and names are untrusted text. */
export interface GitStatus {
  /** Undefined if the head is detached. */
  readonly branch?: string;
  readonly head?: string;
  readonly upstream?: string;
  /** Undefined without an upstream that is known here. */
  readonly ahead?: number;
  readonly behind?: number;
  /** Changed paths of the index and the work tree, relative to the root. */
  readonly changed: readonly string[];
  /** A folder ends with a slash. */
  readonly untracked: readonly string[];
  readonly stashes: number;
}

interface StatusOptions {
  readonly timeout: number;
  /** Only these files, each by its own path. Git then looks at nothing else. */
  readonly paths?: readonly string[];
}

const MAX_OUTPUT_BYTES = 1_048_576;
const MAX_CONFIG_BYTES = 1_048_576;
const MAX_FILTERS = 20;

/** Asks git about a work tree. Undefined without one, if git is too slow, or if its config cannot be made harmless. */
export function readStatus(place: Place, env: Env, { timeout, paths }: StatusOptions): GitStatus | undefined {
  const settings = withoutFilters(place, env, timeout);
  if (settings === undefined) return undefined;
  const args = [
    ...settings,
    "--literal-pathspecs",
    "status",
    ...["--porcelain=v2", "-z", "--branch", "--show-stash", "--no-renames"],
    `--untracked-files=${paths === undefined ? "normal" : "all"}`,
    // Git would be started in each submodule.
    "--ignore-submodules=dirty",
    // Without a path git would look at everything, and its own folder has no status.
    ...["--", ...(paths?.length === 0 ? [".git"] : (paths ?? []))],
  ];
  const { ok, output } = runGit(place.root, args, env, { timeout, maxBytes: MAX_OUTPUT_BYTES });
  return ok ? readOutput(output) : undefined;
}

/**
 * Git would compare a changed file with the program of a filter in the repository's config. Filters of the user's own
 * config stay.
 */
function withoutFilters({ root, gitDir, commonDir }: Place, env: Env, timeout: number): string[] | undefined {
  if (gitDir === undefined || commonDir === undefined) return undefined;
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  const configs = files.map((file) => readStart(file, MAX_CONFIG_BYTES)?.toString("latin1") ?? "");
  const isPlain = (text: string) => text.length < MAX_CONFIG_BYTES && !/\[\s*(?:filter|include)/i.test(text);
  if (configs.every(isPlain)) return [];
  const listing = ["config", "--list", "--name-only", "-z"];
  const { ok, output } = runGit(root, listing, env, { timeout, maxBytes: MAX_CONFIG_BYTES });
  if (!ok) return undefined;
  const names = new Set(output.split("\0").flatMap((name) => /^filter\.(.*)\.[^.]*$/s.exec(name)?.[1] ?? []));
  // A name with `=` cannot be set from outside.
  if (names.size > MAX_FILTERS || [...names].some((name) => !/^[\w.-]+$/.test(name))) return undefined;
  return [...names].flatMap((name) =>
    ["clean=", "process=", "required=false"].flatMap((setting) => ["-c", `filter.${name}.${setting}`]),
  );
}

function readOutput(output: string): GitStatus {
  const headers = new Map<string, string>();
  const changed: string[] = [];
  const untracked: string[] = [];
  for (const entry of output.split("\0")) {
    const [kind = ""] = entry;
    const header = /^# (\S+) (.*)$/s.exec(entry);
    if (header !== null) headers.set(header[1] ?? "", header[2] ?? "");
    else if (kind === "?") untracked.push(entry.slice(2));
    else if (Object.hasOwn(FIELDS, kind)) changed.push(entry.split(" ").slice(FIELDS[kind]).join(" "));
  }
  const [head = "", branch] = [headers.get("branch.oid"), headers.get("branch.head")];
  const apart = /^\+(\d+) -(\d+)$/.exec(headers.get("branch.ab") ?? "");
  return {
    branch: branch === "(detached)" ? undefined : branch,
    head: isSha(head) ? head : undefined,
    upstream: headers.get("branch.upstream"),
    ahead: apart === null ? undefined : Number(apart[1]),
    behind: apart === null ? undefined : Number(apart[2]),
    changed,
    untracked,
    stashes: Number(headers.get("stash") ?? 0),
  };
}

/** The number of fields before the path, by the kind of an entry: changed, or not merged. */
const FIELDS: { readonly [kind: string]: number } = { 1: 8, u: 10 };
