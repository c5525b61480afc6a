import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { parseJson } from "../record.js";
import type { CheckpointStorage } from "./storage.js";

/** A cache of one work tree between checkpoints. Without it, only more files are looked at. */
export interface RootState {
  readonly root: string;
  readonly latest?: string;
  /** By tree: fingerprints of the ignore rules and of the user's index. */
  readonly seen: { readonly [path: string]: Seen };
  /** A refusal, so that not every prompt tries again. */
  readonly refused?: { readonly at: number; readonly why: string };
}

export interface Seen {
  readonly exclude?: string;
  readonly tracked?: string;
}

export function readRootState(storage: CheckpointStorage, root: string): RootState {
  const state = parseJson(schema, readPrivate(statePath(storage, root), MAX_STATE_BYTES) ?? "");
  return state?.root === root ? state : { root, seen: {} };
}

/** The states of the work trees that still exist. */
export function liveStates(storage: CheckpointStorage): RootState[] {
  return readdirSync(storage.folder)
    .filter((name) => STATE.test(name))
    .flatMap(
      (name) => parseJson(schema, readPrivate(join(storage.folder, name), MAX_STATE_BYTES) ?? "") ?? [],
    )
    .filter(({ root }) => existsSync(root));
}

export function dropStates({ folder }: CheckpointStorage): void {
  for (const name of readdirSync(folder)) if (STATE.test(name)) rmSync(join(folder, name), { force: true });
}

export function writeRootState(storage: CheckpointStorage, state: RootState): void {
  replacePrivate(statePath(storage, state.root), JSON.stringify(state));
}

/** There is one index per tree: the work tree's own, and those of inner repositories. */
export function indexPath({ folder }: CheckpointStorage, root: string, path: string): string {
  return join(folder, indexName(root, path));
}

export function indexName(root: string, path: string): string {
  return `index-${hash64(path === "" ? root : `${root}\0${path}`)}`;
}

export function modesPath({ folder }: CheckpointStorage, root: string): string {
  return join(folder, `modes-${hash64(root)}`);
}

function statePath({ folder }: CheckpointStorage, root: string): string {
  return join(folder, `root-${hash64(root)}.json`);
}

const STATE = /^root-[0-9a-f]+\.json$/;
const MAX_STATE_BYTES = 1_048_576;
const schema = v.object({
  root: v.string(),
  latest: v.optional(v.string()),
  seen: v.record(v.string(), v.object({ exclude: v.optional(v.string()), tracked: v.optional(v.string()) })),
  refused: v.optional(v.object({ at: v.number(), why: v.string() })),
});
