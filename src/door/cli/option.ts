import { TidemarkError } from "../../error.js";

/** A whole number from an option, or a clear error. */
export function parseCount(text: string, name: string, least = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new TidemarkError("bad-argument", `${name} takes a whole number from ${least} on, not "${text}".`);
}

/** One of a few words, or a clear error. */
export function parseChoice<T extends string>(text: string, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new TidemarkError("bad-argument", `${name} takes ${choices.join(", ")}; not "${text}".`);
}
