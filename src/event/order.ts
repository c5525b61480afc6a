/** Total order of events, the same on every device. */
export function compareEvents(a: { clock: number; id: string }, b: { clock: number; id: string }): number {
  if (a.clock !== b.clock) return a.clock - b.clock;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
