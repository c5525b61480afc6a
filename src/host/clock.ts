/** Wall time in milliseconds, shifted by `TIDEMARK_CLOCK_OFFSET`: the only source of the time. */
export function now(): number {
  const offset = Number(process.env["TIDEMARK_CLOCK_OFFSET"] ?? 0);
  // A machine without a clock battery may start before 1970.
  return Math.max(0, Date.now() + (Number.isFinite(offset) ? Math.round(offset) : 0));
}

/** Returns true once `ms` milliseconds have passed, even if the wall clock is set meanwhile. */
export function deadline(ms: number): () => boolean {
  const end = uptime() + ms;
  return () => uptime() >= end;
}

/** Milliseconds that only ever grow. Not `performance`: its first use costs a hook a tenth of a Node start. */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** Blocks the thread. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Minutes by which local time is ahead of UTC at a moment. */
export function utcOffset(at: number): number {
  return -new Date(at).getTimezoneOffset();
}
