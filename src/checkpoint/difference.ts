import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";
import type { Checkpoint } from "./checkpoint.js";

export interface DifferenceRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  /** The work tree of now, mostly that of the checkpoint. */
  readonly root: string;
  readonly checkpoint: Checkpoint;
  /** Files or folders relative to the root, with slashes; all where none is named. */
  readonly paths?: readonly string[];
  /** Milliseconds to wait for another process, 10,000 unless told. */
  readonly wait?: number;
}

export interface FileChange {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /** What a restore would do to it. */
  readonly change: "added" | "changed" | "deleted";
}

/** What a restore would change now, by path. Fails where the checkpoint's files are lost or others are at work too long. */
export function differenceTo(request: DifferenceRequest): FileChange[] {
  throw new TidemarkError("not-found", `${request.checkpoint.id} cannot be compared yet.`);
}

/** The same as a unified diff, cut at the end of a line after `most` characters. */
export function patchTo(request: DifferenceRequest, most = 200_000): { text: string; isCut: boolean } {
  throw new TidemarkError("not-found", `${request.checkpoint.id} cannot be compared yet (${most}).`);
}
