import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { uptime } from "../../host/clock.js";
import { runGit } from "../../host/git/git-run.js";
import type { ShadowRan } from "../../host/git/git-shadow.js";
import { splitNul } from "../shadow/path.js";
import type { Seen } from "../shadow/root-state.js";
import { git, type Shadow, ShadowDamage, unableToKeep } from "../shadow/shadow.js";
import type { IgnoreRules, KeptFolder } from "./kept-folder.js";
import type { Limits } from "./limit.js";

export interface Listing {
  /** New, changed and deleted files: those that differ from the index. */
  readonly files: readonly string[];
  /** Files in the index that are ignored now. */
  readonly ignored: readonly string[];
  readonly repositories: readonly string[];
  readonly closed: readonly string[];
  readonly seen: Seen;
}

export interface ListingRequest {
  readonly folder: KeptFolder;
  readonly index: string;
  readonly rules: IgnoreRules;
  readonly limits: Limits;
  readonly seen: Seen | undefined;
}

const SLOW_MS = 1_000;
/** git skips such a folder and only prints a warning. */
const CLOSED = /^warning: could not open directory '(.+)\/': Permission denied$/gm;
const UNREADABLE = "the index of the last checkpoint cannot be read";

/** Lists the changes in a folder since its index was last updated. */
export function listChanged(shadow: Shadow, request: ListingRequest): Listing {
  const { folder, index, rules, limits, seen } = request;
  const isNew = !existsSync(index);
  if (!isNew && !isWhole(index)) throw new ShadowDamage(UNREADABLE);
  const began = uptime();
  const ran = run(shadow, request, ["-m", "-d", "-o"], index, limits.listing);
  if (!ran.ok) throw new ShadowDamage(UNREADABLE);
  const changed = splitNul(ran.output);
  // Touched files are read again each time until the index knows their new times.
  if (!isNew && uptime() - began > SLOW_MS)
    git(shadow, ["update-index", "-q", "--refresh"], { workTree: folder.folder, index });
  const tracked = trackedStamp(folder);
  const forced = isNew || tracked !== seen?.tracked ? (userList(shadow, request, ["-c", "-i"]) ?? []) : [];
  const hasNewRules =
    rules.stamp !== seen?.exclude || changed.some((path) => /(?:^|\/)\.gitignore$/.test(path));
  return {
    files: [...new Set([...changed.filter((path) => !path.endsWith("/")), ...forced])],
    ignored: !isNew && hasNewRules ? ignoredSince(shadow, request) : [],
    repositories: changed.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)),
    closed: [...ran.error.matchAll(CLOSED)].map(([, name = ""]) => Buffer.from(name).toString("latin1")),
    seen: { exclude: rules.stamp, tracked },
  };
}

/** git does not verify the checksum at the end of an index and accepts half a file. */
function isWhole(index: string): boolean {
  const bytes = readFileSync(index);
  const sum = createHash("sha1").update(bytes.subarray(0, -20)).digest();
  return bytes.length > 20 && sum.equals(bytes.subarray(-20));
}

/** Files in the index that the rules ignore now, except those that the user's own repository tracks. */
function ignoredSince(shadow: Shadow, request: ListingRequest): string[] {
  const ignored = list(shadow, request, ["-c", "-i"], request.index, request.limits.listing) ?? [];
  if (ignored.length === 0) return [];
  const tracked = userList(shadow, request, ["-c"]);
  // If nobody knows what is tracked, rather keep too much.
  if (tracked === undefined) return [];
  const isTracked = new Set(tracked);
  return ignored.filter((path) => !isTracked.has(path));
}

/** Lists from the user's index, read with our repository. If that fails, git runs in the user's repository. */
function userList(shadow: Shadow, request: ListingRequest, args: readonly string[]): string[] | undefined {
  const { folder, limits } = request;
  const index = folder.gitDir === undefined ? undefined : join(folder.gitDir, "index");
  if (index === undefined || !existsSync(index)) return [];
  const listed = list(shadow, request, args, index, limits.listing);
  if (listed !== undefined) return listed;
  const command = ["ls-files", "-z", ...args, "--exclude-standard"];
  const ran = runGit(folder.folder, command, shadow.env, { timeout: 10_000, maxBytes: 1 << 26 });
  return ran.ok ? splitNul(Buffer.from(ran.output)) : undefined;
}

function list(...args: Parameters<typeof run>): string[] | undefined {
  const ran = run(...args);
  return ran.ok ? splitNul(ran.output) : undefined;
}

function run(
  shadow: Shadow,
  { folder, rules }: ListingRequest,
  args: readonly string[],
  index: string,
  timeout: number,
): ShadowRan {
  const ran = git(shadow, ["ls-files", "-z", ...args, ...rules.args], {
    ...{ workTree: folder.folder, index, timeout, settings: rules.settings },
  });
  // Our timeout ended it: the folder is too large.
  if (!ran.ok && ran.code === null)
    throw unableToKeep(`${folder.folder} holds too much to be looked through`);
  return ran;
}

function trackedStamp({ gitDir }: KeptFolder): string | undefined {
  const stat = gitDir === undefined ? undefined : statSync(join(gitDir, "index"), { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
