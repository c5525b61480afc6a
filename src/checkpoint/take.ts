import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";
import type { Checkpoint } from "./checkpoint.js";

export interface TakeRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  /** The top of the work tree, or the folder itself where there is no git. */
  readonly root: string;
  readonly commonDir?: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly head?: string;
  readonly reason: Checkpoint["reason"];
  readonly label?: string;
  readonly now: number;
  /** Milliseconds to wait for another process that is at work on this project's checkpoints. */
  readonly wait: number;
}

export type Taken =
  | { readonly is: "taken"; readonly checkpoint: Checkpoint }
  /** A light one was asked for, and the latest of this work tree has the same files. */
  | { readonly is: "unchanged"; readonly checkpoint: Checkpoint }
  | { readonly is: "busy" }
  | { readonly is: "unable"; readonly why: string };

/** Keeps the files of a work tree as they are now. It writes no event: a light checkpoint has none. */
export function takeCheckpoint(request: TakeRequest): Taken {
  throw new TidemarkError("not-found", `Checkpoints of ${request.root} cannot be made yet.`);
}
