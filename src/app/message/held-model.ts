import { statSync } from "node:fs";
import { TidemarkError } from "../../error.js";
import { uptime } from "../../host/clock.js";
import { databasePath, explain, onStore } from "../../store/open.js";
import type { Store } from "../../store/store.js";
import { drainIfPossible } from "../open.js";

/** The read model for a process that lives long: others may rebuild it, set it aside or hold it meanwhile. */
export interface HeldModel {
  /** As it is now; drained, unless another process holds it for too long. */
  store(): Store;
  isBehind(): boolean;
  close(): void;
}

/** Whoever has waited in vain for another process serves what there is for so long, in milliseconds, before it waits again. */
const PAUSE = 2_000;

export function holdModel(home: string): HeldModel {
  const path = databasePath(home);
  let held: { readonly store: Store; readonly file: string } | undefined;
  let isBehind = false;
  let triedAt = 0;
  const close = () => {
    held?.store.close();
    held = undefined;
    isBehind = false;
  };
  const drainInto = (store: Store) => {
    if (isBehind && uptime() - triedAt < PAUSE) return store;
    isBehind = !drainIfPossible(home, store, {}).drained.done;
    triedAt = uptime();
    return store;
  };
  const open = (): Store => {
    const store = onStore(home, {}, drainInto);
    held = { store, file: fileAt(path) };
    return store;
  };
  return {
    store() {
      if (held !== undefined && held.file !== fileAt(path)) close();
      if (held === undefined) return open();
      try {
        return drainInto(held.store);
      } catch (error) {
        // Damaged, or its tables were made anew by another version: a new look tells which.
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

/** Which file has this name now: another takes it when a model is set aside or made anew. */
function fileAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}
