import { PASTS } from "../../agent/past.js";
import type { Env } from "../../host/env.js";

/** How many sessions agents have kept that could be read, from the names of files alone. */
export function countPast(env: Env, names?: readonly string[]): number {
  return PASTS.filter(({ name }) => names?.includes(name) ?? true).reduce(
    (sum, past) => sum + past.count(env),
    0,
  );
}
