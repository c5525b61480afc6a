import { join } from "node:path";
import { allCheckpoints, byProject } from "../../checkpoint/record.js";
import { packCheckpoints } from "../../checkpoint/shadow/prune.js";
import { configuredIfReadable } from "../../home/config.js";
import { now as clock } from "../../host/clock.js";
import { type Env, hostEnv } from "../../host/env.js";
import { releasePidLock, takePidLock } from "../../host/file/lock.js";
import { noteError } from "../../host/log.js";
import { ownFolder } from "../../host/own-folder.js";
import { type Compressed, compressOldDays } from "../../model/compress.js";
import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";
import { promoteMerged } from "../../project/promote-branches.js";
import { configuredEmbedder } from "../../recall/embedder.js";
import { startEmbedding } from "../../recall/start-embedding.js";
import { clean } from "../clean/clean.js";
import { planClean } from "../clean/clean-plan.js";
import { startDistilling } from "../distil/start-distilling.js";

/** Sizes are estimates and more data may arrive meanwhile, so the plan is made again a few times. */
const MAX_ROUNDS = 3;
const LOCK_OPTIONS = { tries: 1, pause: 0, stale: 10 * 60_000 } as const;

/**
 * Housekeeping: checks the model, drains what is left, compresses old days, removes expired data and keeps the disk
 * quota. Runs in one process at a time, which then ends.
 */
export function maintain(home: string, now: number, env: Env = hostEnv()): Compressed | undefined {
  const lock = join(home, "tend.lock");
  if (!takePidLock(lock, LOCK_OPTIONS)) return undefined;
  let compressed: Compressed;
  try {
    compressed = maintainModel(home, now, env);
  } finally {
    releasePidLock(lock);
  }
  // One failing step must not stop the next.
  attempt(home, "clean", () => cleanUp(home, now, env));
  attempt(home, "embed", () => {
    // Embedding may wait for a server, so it gets a process of its own.
    if (isToEmbed(home, env)) startEmbedding(home, env);
  });
  attempt(home, "distil", () => {
    if (configuredIfReadable(home, "distil") === true) startDistilling(home, env, ownFolder());
  });
  return compressed;
}

function maintainModel(home: string, now: number, env: Env): Compressed {
  // A power cut may have damaged pages that were not read since.
  const store = openStore(home, { isChecked: true });
  try {
    drain(home, store);
    store.memories.index();
    attempt(home, "promote", () => promoteMerged(home, store, env, now));
    return compressOldDays(home, store, now);
  } finally {
    store.close();
  }
}

function cleanUp(home: string, now: number, env: Env): void {
  // Most days there is nothing to do.
  for (let round = 0; round < MAX_ROUNDS && planClean(home, env, { now }).leaving.length > 0; round += 1)
    clean(home, env, { now });
  for (const project of byProject(allCheckpoints(home)).keys()) packCheckpoints(home, env, project);
}

function isToEmbed(home: string, env: Env): boolean {
  const embedder = configuredEmbedder(env, home);
  if (embedder === undefined) return false;
  const store = openStore(home);
  try {
    return store.embeddings.missing(undefined, embedder.name, 1).length > 0;
  } finally {
    store.close();
  }
}

function attempt(home: string, hook: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    noteError(home, { at: clock(), agent: "", hook, error: String(error) });
  }
}
