import { join } from "node:path";
import * as v from "valibot";
import { readPrivate, replacePrivate } from "../host/private-file.js";
import { hash64 } from "../project/hash.js";
import type { Keeping } from "./keeping.js";

/** What is remembered of one work tree between checkpoints. A cache: without it only more is looked at. */
export interface RootState {
  readonly root: string;
  /** The latest checkpoint of it. */
  readonly latest?: string;
  /** By tree: what the ignore rules and the user's index looked like. */
  readonly seen: { readonly [path: string]: Seen };
  /** A refusal, so that not every prompt finds it out again. */
  readonly refused?: { readonly at: number; readonly why: string };
}

export interface Seen {
  readonly exclude?: string;
  readonly tracked?: string;
}

export function readRootState(keeping: Keeping, root: string): RootState {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readPrivate(statePath(keeping, root), MOST_BYTES) ?? ""));
    if (parsed.success && parsed.output.root === root) return parsed.output;
  } catch {
    // None yet, or cut short: the same as none.
  }
  return { root, seen: {} };
}

export function writeRootState(keeping: Keeping, state: RootState): void {
  replacePrivate(statePath(keeping, state.root), JSON.stringify(state));
}

/** One index a tree: the work tree's own, and those of repositories inside it. */
export function indexPath({ folder }: Keeping, root: string, path: string): string {
  return join(folder, indexName(root, path));
}

export function indexName(root: string, path: string): string {
  return `index-${hash64(path === "" ? root : `${root}\0${path}`)}`;
}

export function modesPath({ folder }: Keeping, root: string): string {
  return join(folder, `modes-${hash64(root)}`);
}

export function statePath({ folder }: Keeping, root: string): string {
  return join(folder, `root-${hash64(root)}.json`);
}

const MOST_BYTES = 1_048_576;
const schema = v.object({
  root: v.string(),
  latest: v.exactOptional(v.string()),
  seen: v.record(
    v.string(),
    v.object({ exclude: v.exactOptional(v.string()), tracked: v.exactOptional(v.string()) }),
  ),
  refused: v.exactOptional(v.object({ at: v.number(), why: v.string() })),
});
