import type { Draft, TidemarkEvent } from "../../../src/event/registry.js";

/** The n-th event of one session on one branch, a second after the one before. */
export function envelop(draft: Draft, index: number): TidemarkEvent {
  return {
    id: `e${index}`,
    v: 1,
    at: 1_000 + index * 1_000,
    clock: index,
    author: "laptop",
    project: "p",
    session: "s",
    agent: "claude",
    branch: "main",
    ...draft,
  } as TidemarkEvent;
}
