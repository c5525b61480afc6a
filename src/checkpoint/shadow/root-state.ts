import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
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
  const state = parse(readPrivate(statePath(keeping, root), MOST_BYTES) ?? "");
  return state?.root === root ? state : { root, seen: {} };
}

/** Of the work trees that are still there. */
export function liveStates(keeping: Keeping): RootState[] {
  return readdirSync(keeping.folder)
    .filter((name) => STATE.test(name))
    .flatMap((name) => parse(readPrivate(join(keeping.folder, name), MOST_BYTES) ?? "") ?? [])
    .filter(({ root }) => existsSync(root));
}

export function dropStates({ folder }: Keeping): void {
  for (const name of readdirSync(folder)) if (STATE.test(name)) rmSync(join(folder, name), { force: true });
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

function statePath({ folder }: Keeping, root: string): string {
  return join(folder, `root-${hash64(root)}.json`);
}

const STATE = /^root-[0-9a-f]+\.json$/;
const MOST_BYTES = 1_048_576;
const schema = v.object({
  root: v.string(),
  latest: v.optional(v.string()),
  seen: v.record(v.string(), v.object({ exclude: v.optional(v.string()), tracked: v.optional(v.string()) })),
  refused: v.optional(v.object({ at: v.number(), why: v.string() })),
});

function parse(text: string): RootState | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined; // None yet, or cut short: the same as none.
  }
}
