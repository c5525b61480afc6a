import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";

/** Removes checkpoints; says how many there were. Their bytes go with the next packing. */
export function dropCheckpoints(home: string, env: Env, project: string, ids: readonly string[]): number {
  throw new TidemarkError(
    "not-found",
    `${ids.length} checkpoints of ${project} in ${home} stay (${env["HOME"]}).`,
  );
}

export interface Packed {
  readonly is: "packed" | "enough" | "busy" | "damaged";
  /** Bytes on disk after it. */
  readonly bytes: number;
}

/** Daily housekeeping: packs what is kept and frees what no checkpoint needs, if that is worth it or it `must` be done. */
export function packCheckpoints(home: string, env: Env, project: string, must = false): Packed {
  throw new TidemarkError("not-found", `${project} in ${home} is not packed (${env["HOME"]}, ${must}).`);
}
