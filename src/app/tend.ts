import { join } from "node:path";
import { now as clock } from "../host/clock.js";
import { type Env, hostEnv } from "../host/env.js";
import { releaseLock, takeLock } from "../host/lock.js";
import { noteError } from "../host/log.js";
import { type Compressed, compressOldDays } from "../journal/compress.js";
import { drain } from "../journal/drain.js";
import type { Store } from "../store/port.js";
import { openStore } from "../store/sqlite/open.js";
import { configuredEmbedder } from "./embedder.js";
import { clearOldAnswers } from "./recall-file.js";
import { startEmbedding } from "./start-embedding.js";

const ALONE = { tries: 1, pause: 0, stale: 10 * 60_000 } as const;

/** Housekeeping: removes old answers, checks the model, drains what is left and compresses old days. Done by one process at a time, which then ends. */
export function tend(home: string, now: number, env: Env = hostEnv()): Compressed | undefined {
  const lock = join(home, "tend.lock");
  if (!takeLock(lock, ALONE)) return undefined;
  try {
    clearOldAnswers(home, now);
    // After a power cut the model may be damaged where nobody has looked yet.
    const store = openStore(home, { isChecked: true });
    try {
      drain(home, store);
      store.indexMemories();
      const compressed = compressOldDays(home, store, now);
      // It may have to wait for a server, so it is left to a process of its own.
      if (isToEmbed(home, store, env)) startEmbedding(home, env);
      return compressed;
    } finally {
      store.close();
    }
  } finally {
    releaseLock(lock);
  }
}

function isToEmbed(home: string, store: Store, env: Env): boolean {
  try {
    const embedder = configuredEmbedder(env, home);
    return embedder !== undefined && store.unembedded(undefined, embedder.name, 1).length > 0;
  } catch (error) {
    // A choice that cannot be read keeps nobody from the rest.
    noteError(home, { at: clock(), agent: "", hook: "embed", error: String(error) });
    return false;
  }
}
