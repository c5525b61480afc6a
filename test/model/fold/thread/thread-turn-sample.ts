import type { ThreadTurn } from "../../../../src/model/fold/thread/thread-state.js";

const MINUTE = 60_000;

/** The n-th turn of a story, a few minutes after the one before. */
export function turn(n: number, request: string, more: Partial<ThreadTurn> = {}): ThreadTurn {
  const at = 1_000_000_000 + n * 5 * MINUTE;
  return {
    n,
    id: `turn-${n}`,
    at,
    endedAt: at + MINUTE,
    end: { clock: n, id: `end-${n}` },
    session: "s1",
    request,
    edited: [],
    seen: [],
    commands: [],
    tools: 1,
    failures: 0,
    ...more,
  };
}
