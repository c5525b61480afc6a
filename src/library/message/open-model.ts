import { statSync } from "node:fs";
import { TidemarkError } from "../../error.js";
import { uptime } from "../../host/clock.js";
import { databasePath, explain, onStore } from "../../model/store/open.js";
import type { Store } from "../../model/store/store.js";
import { drainIfPossible } from "../../project/open.js";

/** The read model of a long-lived process. Other processes may rebuild, replace or lock it meanwhile. */
export interface OpenModel {
  /** Drained, unless another process locks it for too long. */
  store(): Store;
  isBehind(): boolean;
  close(): void;
}

/** After a failed wait for another process, serve the last state this long before waiting again. */
const RETRY_DRAIN_MS = 2_000;

export function openModel(home: string): OpenModel {
  const path = databasePath(home);
  let current: { readonly store: Store; readonly file: string } | undefined;
  let isBehind = false;
  let triedAt = 0;
  const close = () => {
    current?.store.close();
    current = undefined;
    isBehind = false;
  };
  const drainInto = (store: Store) => {
    if (isBehind && uptime() - triedAt < RETRY_DRAIN_MS) return store;
    isBehind = !drainIfPossible(home, store, {}).drained.done;
    triedAt = uptime();
    return store;
  };
  const open = (): Store => {
    const store = onStore(home, {}, drainInto);
    current = { store, file: fileAt(path) };
    return store;
  };
  return {
    store() {
      if (current !== undefined && current.file !== fileAt(path)) close();
      if (current === undefined) return open();
      try {
        return drainInto(current.store);
      } catch (error) {
        // It is damaged, or another version rebuilt its tables: opening it again finds out.
        close();
        const reason = explain(error);
        if (reason instanceof TidemarkError && reason.code !== "store-broken") throw reason;
        return open();
      }
    },
    isBehind: () => isBehind,
    close,
  };
}

/** Identifies the file behind the path: a rebuilt model is another file. */
function fileAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}
