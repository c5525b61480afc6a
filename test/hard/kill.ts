import { type Ended, quantile, type RunOptions } from "./hook-run.js";
import type { Random } from "./random.js";

/** Runs something again and again, killed at random moments of its life, however long that is on this machine. */
export class Killer {
  readonly #random: Random;
  readonly #took: number[] = [];
  killed = 0;
  /** Runs that were done before the kill came. */
  survived = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A run that may end by itself: its time says where the kills should fall. */
  async measure(run: () => Promise<Ended>): Promise<Ended> {
    const ended = await run();
    this.#took.push(ended.ms);
    return ended;
  }

  async kill(run: (options: RunOptions) => Promise<Ended>, earliest = 0): Promise<Ended> {
    const typical = quantile(this.#took.slice(-5), 0.5);
    const killAfter = typical * (earliest + (1 - earliest) * this.#random.next());
    const ended = await run({ killAfter });
    if (ended.signal === "SIGKILL") this.killed++;
    else this.survived++;
    return ended;
  }
}
