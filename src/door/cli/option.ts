import { TidemarkError } from "../../error.js";

/** A whole number from an option, or a clear error. */
export function parseCount(text: string, name: string, least = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new TidemarkError("bad-argument", `${name} takes a whole number from ${least} on, not "${text}".`);
}
