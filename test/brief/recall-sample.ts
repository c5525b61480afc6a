import type { Recalled, Recollection } from "../../src/recall/recollection.js";

export const NOW = 1_800_000_000_000;

/** A decision of five hours ago. */
export function recollection(over: Partial<Recollection> = {}): Recollection {
  return {
    id: "0mi1zq8k2abcdefg.decision",
    kind: "decision",
    by: "agent",
    at: NOW - 5 * 3_600_000,
    session: "0123456789ab",
    project: "p",
    thread: { id: "t1", title: "Uploads" },
    branch: "feat/retry",
    files: ["src/retry.ts"],
    text: "Retries wait with full jitter",
    beside: [{ kind: "prompt", by: "user", text: "Which backoff?" }],
    share: 1,
    score: 3.25,
    parts: [
      { name: "words", value: 3.5 },
      { name: "superseded", value: -0.25 },
    ],
    ...over,
  };
}

export function recalled(memories: readonly Recollection[], over: Partial<Recalled> = {}): Recalled {
  return {
    query: "retry",
    words: ["retry"],
    kinds: [],
    searched: 10,
    matched: memories.length,
    memories,
    ...over,
  };
}
