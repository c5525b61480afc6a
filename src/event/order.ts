/** A position in the order of events. */
export interface Point {
  readonly clock: number;
  readonly id: string;
}

/** Total order of events, the same on every device. */
export function compareEvents(a: Point, b: Point): number {
  if (a.clock !== b.clock) return a.clock - b.clock;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
