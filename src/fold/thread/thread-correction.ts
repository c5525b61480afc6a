import { compareEvents } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";

/** An event that corrects threads. */
export type Corrects = Extract<TidemarkEvent, { type: `thread.${string}` }>;

/** A correction as it is kept: what was declared, and its place among all that happened. */
export type Correction = {
  [T in Corrects["type"]]: {
    readonly clock: number;
    readonly id: string;
    readonly at: number;
    readonly type: T;
    readonly data: Extract<Corrects, { type: T }>["data"];
  };
}[Corrects["type"]];

export function isCorrection(event: TidemarkEvent): event is Corrects {
  return event.type.startsWith("thread.");
}

/** The corrections with some more, each once, in order. */
export function addCorrections(
  before: readonly Correction[],
  events: readonly Corrects[],
): readonly Correction[] {
  const known = new Map(before.map((correction) => [correction.id, correction]));
  for (const { clock, id, at, type, data } of events)
    known.set(id, { clock, id, at, type, data } as Correction);
  return [...known.values()].sort(compareEvents);
}

/** Those that hold, as far as threads are concerned. */
export function holding(corrections: readonly Correction[]): readonly Correction[] {
  return standing(corrections).filter(({ type }) => type !== "thread.undone");
}

/** Those that were not undone. Undoing an undoing brings back what it undid. */
export function standing(corrections: readonly Correction[]): readonly Correction[] {
  const undone = new Set<string>();
  // From the last: whether an undoing holds is known before what it undoes is looked at.
  for (const { id, ...correction } of [...corrections].reverse()) {
    if (correction.type === "thread.undone" && !undone.has(id)) undone.add(correction.data.correction);
  }
  return corrections.filter(({ id }) => !undone.has(id));
}
