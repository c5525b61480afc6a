/** A text, and where it names single things, which. */
type Rendered = string | { readonly text: string; readonly items: readonly string[] };

/** One thing that can be said. It knows how much room it needs at least, how much it can use, and how to fill it. */
export interface Source {
  /** Stable name: what `--explain` shows and what the ledger counts. */
  readonly key: string;
  /** Higher is kept longer when room is short. */
  readonly priority: number;
  readonly minimum: number;
  readonly ideal: number;
  /** Takes only what all others leave. */
  readonly isFiller?: boolean;
  /** Why it has something to say, for `--explain`. */
  readonly because: string;
  /** At most `room` characters; empty if that is too little to make sense. */
  render(room: number): Rendered;
}
