import * as v from "valibot";
import { messageOf } from "../../error.js";
import type { EventData } from "../../event/registry.js";
import { openHome } from "../../home/open-home.js";
import { now } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { readPlace } from "../../host/git/git.js";
import { type GitStatus, readStatus } from "../../host/git/git-status.js";
import { noteError } from "../../host/log.js";
import { append } from "../../journal/append.js";
import { type Bounds, boundsWith, CAP } from "../bound.js";
import { LOOK_AT } from "./start-look.js";

const schema = v.object({
  project: v.string(),
  session: v.string(),
  agent: v.string(),
  root: v.string(),
});

const TIMEOUT_MS = 10_000;
const MAX_PATHS = 30;

/** Asks git about the work tree that a hook started this process for, and records its answer. True on success. */
export function seeTree(env: Env): boolean {
  const { root, ...scene } = v.parse(schema, JSON.parse(env[LOOK_AT] ?? ""));
  const { home, redact } = openHome(env);
  try {
    const at = now();
    const status = readStatus(readPlace(root), env, { timeout: TIMEOUT_MS });
    if (status === undefined) return false;
    const data = treeData(status, boundsWith(redact));
    const { branch, head } = data;
    append(home, [{ type: "tree.seen", data }], { ...scene, at, branch, head });
    return true;
  } catch (error) {
    noteError(home, { at: now(), agent: scene.agent, hook: "tree", error: messageOf(error) });
    return false;
  }
}

function treeData(status: GitStatus, { boundName }: Bounds): EventData<"tree.seen"> {
  const { branch, head, upstream, ahead, behind, changed, untracked, stashes } = status;
  const dirty = [...changed, ...untracked];
  return {
    branch: branch === undefined ? undefined : boundName(branch),
    head,
    upstream: upstream === undefined ? undefined : boundName(upstream),
    ahead,
    behind,
    dirty: dirty.slice(0, MAX_PATHS).map((path) => boundName(path, CAP.path)),
    dirtyCount: dirty.length,
    untracked: untracked.length,
    stashes,
  };
}
