/**
 * Wall time in milliseconds. Everything that needs the time is given it from here, so that `TIDEMARK_CLOCK_OFFSET`
 * (milliseconds) can show what happens hours later, or after a clock went back.
 */
export function now(): number {
  const offset = Number(process.env["TIDEMARK_CLOCK_OFFSET"] ?? 0);
  // A machine without a battery may believe that it is before 1970.
  return Math.max(0, Date.now() + (Number.isFinite(offset) ? Math.round(offset) : 0));
}

/** A question that is true once `ms` milliseconds have passed, whatever the wall clock does meanwhile. */
export function deadline(ms: number): () => boolean {
  const end = uptime() + ms;
  return () => uptime() >= end;
}

/** Milliseconds that only ever grow. Not `performance`: its first use costs a hook a tenth of a Node start. */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** Stands still for some milliseconds: hooks and commands do one thing after the other. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Minutes by which the wall clock of this machine is ahead of UTC at a moment. */
export function utcOffset(at: number): number {
  return -new Date(at).getTimezoneOffset();
}
