const TIMES = 8;
const SLACK = 4;
const TRIES = 5;
/** Microseconds of work too little to measure. */
const NOTHING = 30_000;

/**
 * Whether work grows faster than its size: eight times as much takes far more than eight times as long. It compares two
 * runs and never fails by the clock, for a busy or slow machine is slow in both.
 */
export function runsWild(size: number, work: (size: number) => void): boolean {
  for (let n = 0; n < TRIES; n++) {
    const whole = costOf(() => work(size));
    if (whole < NOTHING) return false;
    const part = costOf(() => work(Math.floor(size / TIMES)));
    if (whole < part * TIMES * SLACK) return false;
  }
  return true;
}

function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}
