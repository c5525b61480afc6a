import type { Store } from "../store/port.js";

/** One promise of the store port, to be run by any test runner: it throws where the promise is broken. */
export interface Check {
  readonly name: string;
  run(open: () => Store): void;
}

export function check(name: string, work: (store: Store) => void): Check {
  return {
    name,
    run(open) {
      const store = open();
      try {
        work(store);
      } finally {
        store.close();
      }
    },
  };
}
