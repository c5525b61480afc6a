/**
 * Wall time in milliseconds. Everything that needs the time is given it from here, so that `TIDEMARK_CLOCK_OFFSET`
 * (milliseconds) can show what happens hours later, or after a clock went back.
 */
export function now(): number {
  const offset = Number(process.env["TIDEMARK_CLOCK_OFFSET"] ?? 0);
  return Date.now() + (Number.isFinite(offset) ? Math.round(offset) : 0);
}

/** A question that is true once `ms` milliseconds have passed, whatever the wall clock does meanwhile. */
export function deadline(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}
