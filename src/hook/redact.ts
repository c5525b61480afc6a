import { readOwnPatterns } from "../redact/own.js";
import { redactor } from "../redact/redact.js";
import type { Redact } from "../redact/redactor.js";

/** The bundle with the rules, for texts with one of their keywords. */
export { redactor };

/** Adds the user's own patterns, and notes those that cannot be used. */
export function redactorWithOwn(own: unknown, note: (why: string) => void): Redact {
  const { patterns, refused } = readOwnPatterns(own);
  for (const { pattern, why } of refused)
    note(`config.json: the pattern ${pattern} in "redact" is not used, ${why}.`);
  return redactor(patterns);
}
