/** What a session was cut off in, and what can be done about it. */
export interface CutOff {
  /** The command or the file; undefined where it was somewhere in its last turn. */
  readonly target?: string;
  /** Where it is not the one spoken of: milliseconds since its last sign of life. */
  readonly elapsed?: number;
  readonly session?: string;
  /** How it is gone on with, where that is not the usual command. */
  readonly resume?: string;
  /** What became of the files it was at since. */
  readonly files?: readonly CutFile[];
  readonly back?: WayBack;
  /** What the telling is known by. */
  readonly item?: string;
}

export interface CutFile {
  readonly path: string;
  readonly verdict: "changed" | "gone" | "same";
}

/** The newest checkpoint made before it. */
export interface WayBack {
  readonly id: string;
  /** Files the session had changed between the two: they go back as well. */
  readonly edited: number;
  /** It was made while the command was already running, and may lack files. */
  readonly isLate?: boolean;
}
