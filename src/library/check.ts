import { TidemarkError } from "../error.js";
import { nearest } from "../host/nearest.js";

/** Programs in plain JavaScript may hand over anything: what is wrong is said before anything is written. */

export function wrong(message: string, hint?: string): TidemarkError {
  return new TidemarkError("bad-argument", message, { hint });
}

/** What a value is, for a sentence about it. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "undefined":
      return "missing";
    case "object":
      return `a ${value.constructor?.name === "Object" ? "plain object" : (value.constructor?.name ?? "plain object")}`;
    case "string":
      return "a text";
    case "bigint":
      return "a BigInt";
    default:
      return `a ${typeof value}`;
  }
}

export function requireText(value: unknown, what: string, most = Number.POSITIVE_INFINITY): string {
  if (typeof value !== "string") throw wrong(`${what} must be a text, and is ${kindOf(value)}.`);
  const { length } = value.trim();
  if (length === 0) throw wrong(`${what} must not be empty.`);
  if (length <= most) return value;
  throw wrong(
    `${what} has at most ${most} characters, and this has ${length}.`,
    "Say what it comes down to; a message is kept whole.",
  );
}

export function requireCount(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw wrong(
    `${what} must be a whole number above 0, and is ${typeof value === "number" ? value : kindOf(value)}.`,
  );
}

/** The options of a call: none, or an object with no other than the known ones, because a misspelt one would do nothing. */
export function requireOptions<T extends object>(
  value: T | undefined,
  what: string,
  known?: readonly Extract<keyof T, string>[],
): T | Record<string, never> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(`${what} must be an object, not ${kindOf(value)}.`);
  const names: readonly string[] = known ?? [];
  const unknown = Object.entries(value).find(([name, given]) => given !== undefined && !names.includes(name));
  if (known === undefined || unknown === undefined) return value;
  const guess = nearest(unknown[0], names);
  throw wrong(
    `${what} have no "${unknown[0].slice(0, 40)}".`,
    guess === undefined ? `There are: ${names.join(", ")}.` : `Did you mean "${guess}"?`,
  );
}

export function requireFlag(value: unknown, what: string): boolean {
  if (typeof value === "boolean") return value;
  throw wrong(`${what} must be true or false, and is ${kindOf(value)}.`);
}

export function requireTexts(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value)) throw wrong(`${what} must be a list of texts, and is ${kindOf(value)}.`);
  return value.map((item) => requireText(item, `Each of ${what}`));
}
