import { join } from "node:path";
import { packCheckpoints } from "../../checkpoint/shadow/prune.js";
import { now as clock } from "../../host/clock.js";
import { type Env, hostEnv } from "../../host/env.js";
import { noteError } from "../../host/log.js";
import { endTurn, takeTurn } from "../../host/turn.js";
import { type Compressed, compressOldDays } from "../../journal/compress.js";
import { drain } from "../../journal/drain.js";
import { openStore } from "../../store/sqlite/open.js";
import { promoteMerged } from "../branch/promote-merged.js";
import { byProject, keptCheckpoints } from "../checkpoint/kept-checkpoints.js";
import { clean } from "../clean/clean.js";
import { planClean } from "../clean/clean-plan.js";
import { configuredEmbedder } from "../recall/embedder.js";
import { startEmbedding } from "../recall/start-embedding.js";

/** What goes is weighed by estimate, and more may have come meanwhile: then it is looked at once more. */
const ROUNDS = 3;
const ALONE = { tries: 1, pause: 0, stale: 10 * 60_000 } as const;

/**
 * Housekeeping: checks the model, drains what is left, compresses old days, removes what has had its time and keeps the
 * disk quota. Done by one process at a time, which then ends.
 */
export function tend(home: string, now: number, env: Env = hostEnv()): Compressed | undefined {
  const lock = join(home, "tend.lock");
  if (!takeTurn(lock, ALONE)) return undefined;
  let compressed: Compressed;
  try {
    compressed = tendMemory(home, now, env);
  } finally {
    endTurn(lock);
  }
  // What fails of these keeps nobody from the rest.
  attempt(home, "clean", () => tidy(home, now, env));
  attempt(home, "embed", () => {
    // It may have to wait for a server, so it is left to a process of its own.
    if (isToEmbed(home, env)) startEmbedding(home, env);
  });
  return compressed;
}

function tendMemory(home: string, now: number, env: Env): Compressed {
  // After a power cut the model may be damaged where nobody has looked yet.
  const store = openStore(home, { isChecked: true });
  try {
    drain(home, store);
    store.indexMemories();
    attempt(home, "promote", () => promoteMerged(home, store, env, now));
    return compressOldDays(home, store, now);
  } finally {
    store.close();
  }
}

function tidy(home: string, now: number, env: Env): void {
  // Most days there is nothing to do, and nobody is kept waiting.
  for (let round = 0; round < ROUNDS && planClean(home, env, { now }).leaving.length > 0; round += 1)
    clean(home, env, { now });
  for (const project of byProject(keptCheckpoints(home)).keys()) packCheckpoints(home, env, project);
}

function isToEmbed(home: string, env: Env): boolean {
  const embedder = configuredEmbedder(env, home);
  if (embedder === undefined) return false;
  const store = openStore(home);
  try {
    return store.unembedded(undefined, embedder.name, 1).length > 0;
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
