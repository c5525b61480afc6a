/** How a session was interrupted, and how to recover. */
export interface CutOff {
  /** The command or the file; undefined if nothing was running. */
  readonly target?: string;
  /** Of another session: milliseconds since its last sign of life. */
  readonly elapsed?: number;
  readonly session?: string;
  /** The command that resumes it, if it is not the usual one. */
  readonly resume?: string;
  readonly files?: readonly CutFile[];
  readonly back?: WayBack;
  /** The id by which the ledger knows it. */
  readonly item?: string;
}

export interface CutFile {
  readonly path: string;
  readonly verdict: "changed" | "gone" | "same";
}

/** The newest checkpoint before the interruption. */
export interface WayBack {
  readonly id: string;
  /** How many files the session changed since: they go back as well. */
  readonly edited: number;
  /** Made while the command was already running, so that it may lack files. */
  readonly isLate?: boolean;
}
