import { fieldOf, type Json, type JsonObject } from "../../event/json.js";

const DEEPEST = 500;

/** Anything as JSON can hold it, and never an exception: what it cannot hold is left out, or a text where a value must be. */
export function jsonOf(value: unknown): Json {
  return convert(value, 0) ?? null;
}

export function textAt(value: Json | undefined, name: string): string | undefined {
  const found = fieldOf(value, name);
  return typeof found === "string" ? found : undefined;
}

/** An object without some of its names. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Those values that are of a maker's type. */
export function every<T>(values: readonly unknown[], is: (value: unknown) => value is T): T[] {
  return values.filter(is);
}

function convert(value: unknown, depth: number): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return String(value);
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) return null;
  // Deeper than any message goes: a cycle.
  if (depth > DEEPEST) return "[…]";
  if (Array.isArray(value)) return value.map((entry) => convert(entry, depth + 1) ?? null);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof URL) return value.href;
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.toISOString() : null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const converted = convert(entry, depth + 1);
      return converted === undefined ? [] : [[name, converted]];
    }),
  );
}
