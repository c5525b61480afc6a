/** Wall time in milliseconds. Everything that needs the time is given it from here. */
export function now(): number {
  return Date.now();
}

/** A question that is true once `ms` milliseconds have passed, whatever the wall clock does meanwhile. */
export function deadline(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}
