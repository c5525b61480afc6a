import { drain } from "../../journal/drain.js";
import { openStore } from "../../store/sqlite/open.js";

/** Fills a model that was emptied from the journal as it stands now. */
export function refill(home: string, onProgress?: (events: number) => void): void {
  const store = openStore(home, { wait: 20_000 });
  try {
    drain(home, store, onProgress === undefined ? {} : { onProgress });
    store.indexMemories();
  } finally {
    store.close();
  }
}
