/** Why a watch gave up; `what` goes between the server's name and the seconds. */
export interface Lateness {
  readonly what: string;
  readonly ms: number;
}

// Longer timers fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Aborts a request if its caller stops it, or if the server takes too long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #asker: AbortSignal | undefined;
  readonly #whole: NodeJS.Timeout;
  readonly #stop = () => this.#controller.abort();
  #timer: NodeJS.Timeout | undefined;
  #late: Lateness | undefined;

  constructor(asker: AbortSignal | undefined, total: number, what = "was not done within") {
    this.#asker = asker;
    asker?.addEventListener("abort", this.#stop, { once: true });
    if (asker?.aborted) this.#stop();
    this.#whole = this.#giveUpAfter({ what, ms: Math.ceil(total) });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isStopped(): boolean {
    return this.#asker?.aborted === true;
  }

  get late(): Lateness | undefined {
    return this.#late;
  }

  /** Replaces the current timeout. */
  wait(lateness: Lateness): void {
    clearTimeout(this.#timer);
    this.#timer = this.#giveUpAfter(lateness);
  }

  /** Also closes the connection. */
  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#whole);
    this.#asker?.removeEventListener("abort", this.#stop);
    this.#controller.abort();
  }

  #giveUpAfter(lateness: Lateness): NodeJS.Timeout {
    return setTimeout(
      () => {
        this.#late ??= lateness;
        this.#controller.abort();
      },
      Math.min(lateness.ms, MAX_TIMER_MS),
    );
  }
}
