import { join } from "node:path";
import { releaseLock, takeLock } from "../host/lock.js";
import { type Compressed, compressOldDays } from "../journal/compress.js";
import { drain } from "../journal/drain.js";
import { openStore } from "../store/sqlite/open.js";
import { clearOldAnswers } from "./recall-file.js";

const ALONE = { tries: 1, pause: 0, stale: 10 * 60_000 } as const;

/** Housekeeping: removes old answers, checks the model, drains what is left and compresses old days. Done by one process at a time, which then ends. */
export function tend(home: string, now: number): Compressed | undefined {
  const lock = join(home, "tend.lock");
  if (!takeLock(lock, ALONE)) return undefined;
  try {
    clearOldAnswers(home, now);
    // After a power cut the model may be damaged where nobody has looked yet.
    const store = openStore(home, { isChecked: true });
    try {
      drain(home, store);
      return compressOldDays(home, store, now);
    } finally {
      store.close();
    }
  } finally {
    releaseLock(lock);
  }
}
