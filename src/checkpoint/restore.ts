import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";
import type { Checkpoint } from "./checkpoint.js";

export interface RestoreRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  readonly root: string;
  readonly checkpoint: Checkpoint;
  /** The checkpoint of how it is now: nothing is overwritten or deleted that it did not keep. */
  readonly present: Checkpoint;
  /** Files or folders relative to the root, with slashes; all where none is named. */
  readonly paths?: readonly string[];
  /** Milliseconds to wait for another process, 10,000 unless told. */
  readonly wait?: number;
}

export interface Restored {
  readonly written: number;
  readonly deleted: number;
  /** What stayed as it is, and why; all else is as it was at the checkpoint. */
  readonly refused: readonly Refused[];
}

export interface Refused {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /**
   * `occupied`: something stands there that no checkpoint keeps. `changed`: it was changed after the present was kept.
   * `lost`: its bytes are gone from the shadow repository. `unwritable`: the system did not allow it.
   */
  readonly why: "occupied" | "changed" | "lost" | "unwritable";
}

/** Makes the files what they were. Killed anywhere, it can be repeated to the same end. */
export function restoreFiles(request: RestoreRequest): Restored {
  throw new TidemarkError("not-found", `${request.checkpoint.id} cannot be restored yet.`);
}
