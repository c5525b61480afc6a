import type { Memory } from "../../src/model/fold/memory/memory-state.js";

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 4, 20, 12);

let count = 0;

/** A memory with what a test says of it; each has an id of its own. */
export function memory(part: Partial<Memory> & { readonly text: string }): Memory {
  count++;
  return {
    id: `event${count}.prompt`,
    kind: "prompt",
    by: "user",
    at: NOW - DAY,
    session: "one",
    author: "device",
    files: [],
    ...part,
  };
}
