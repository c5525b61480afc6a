import { TidemarkError } from "../error.js";
import type { Json } from "../event/json.js";
import { nearest } from "../host/nearest.js";

// Programs in plain JavaScript may pass anything, so arguments are checked before anything is written.

export function wrong(message: string, hint?: string): TidemarkError {
  return new TidemarkError("bad-argument", message, { hint });
}

/** Names the type of a value for a sentence. */
export function typeName(value: unknown): string {
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

export function requireText(value: unknown, what: string, maxChars = Number.POSITIVE_INFINITY): string {
  if (typeof value !== "string") throw wrong(`${what} must be a text, and is ${typeName(value)}.`);
  const { length } = value.trim();
  if (length === 0) throw wrong(`${what} must not be empty.`);
  if (length <= maxChars) return value;
  throw wrong(
    `${what} has at most ${maxChars} characters, and this has ${length}.`,
    "Say what it comes down to; a message is kept whole.",
  );
}

export function requireTexts(value: unknown, what: string): readonly string[] {
  if (!Array.isArray(value)) throw wrong(`${what} must be a list of texts, and is ${typeName(value)}.`);
  return value.map((item) => requireText(item, `Each of ${what}`));
}

export function requireCount(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw wrong(
    `${what} must be a whole number above 0, and is ${typeof value === "number" ? value : typeName(value)}.`,
  );
}

export function requireFlag(value: unknown, what: string): boolean {
  if (typeof value === "boolean") return value;
  throw wrong(`${what} must be true or false, and is ${typeName(value)}.`);
}

export function requireOneOf<T>(value: unknown, known: readonly T[], what: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw wrong(`${what} is one of ${known.join(", ")}.`);
  return found;
}

/** Checks an argument that may be left out. */
export function optional<T>(
  check: (value: unknown, what: string, maxChars?: number) => T,
  value: unknown,
  what: string,
  maxChars?: number,
): T | undefined {
  return value === undefined ? undefined : check(value, what, maxChars);
}

/** Requires an object or nothing, and refuses unknown options: a misspelt one would do nothing. */
export function requireOptions<T extends object>(
  value: T | undefined,
  what: string,
  known?: readonly Extract<keyof T, string>[],
): T | Record<string, never> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(`${what} must be an object, not ${typeName(value)}.`);
  if (known === undefined) return value;
  const names: readonly string[] = known;
  const unknown = Object.entries(value).find(([name, item]) => item !== undefined && !names.includes(name));
  if (unknown === undefined) return value;
  const guess = nearest(unknown[0], names);
  throw wrong(
    `${what} have no "${unknown[0].slice(0, 40)}".`,
    guess === undefined ? `There are: ${names.join(", ")}.` : `Did you mean "${guess}"?`,
  );
}

const MAX_DEPTH = 200;

/** Copies a value as JSON. Throws if JSON would lose or change anything of it. */
export function readJson(value: unknown, where: string, above: readonly object[] = []): Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw wrong(`${where} is ${value}, which JSON cannot hold.`, "Give it as null or as a text.");
  }
  const hint = hintFor(value);
  if (typeof value !== "object" || hint !== undefined)
    throw wrong(`${where} is ${typeName(value)}, which JSON cannot hold.`, hint ?? PLAIN_HINT);
  if (above.includes(value)) throw wrong(`${where} contains itself.`, "Add a copy without the circle.");
  if (above.length >= MAX_DEPTH) throw wrong(`${where} is nested more than ${MAX_DEPTH} deep.`);
  const inside = [...above, value];
  if ("toJSON" in value && typeof value.toJSON === "function") return readJson(value.toJSON(), where, inside);
  if (Array.isArray(value)) return value.map((item: unknown, n) => readJson(item, `${where}[${n}]`, inside));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, Json][] =>
      item === undefined ? [] : [[key, readJson(item, `${where}.${key}`, inside)]],
    ),
  );
}

const PLAIN_HINT = "Give it as a plain object, a list or a text.";

/** Objects that JSON would silently empty, and what to pass instead. */
function hintFor(value: unknown): string | undefined {
  if (typeof value === "bigint") return "Give it as a number or a text.";
  if (value instanceof Promise) return "Await it first.";
  if (value instanceof Map || value instanceof Set) return PLAIN_HINT;
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
    ? 'Give bytes in base64, in a part of type "file".'
    : undefined;
}
