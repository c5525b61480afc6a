import { fieldOf, type Json, type JsonObject } from "../../event/json.js";

/** Deeper values can only be a cycle. */
const MAX_DEPTH = 500;

/** Converts anything to JSON and never throws: values JSON cannot hold become null or text, or are left out. */
export function jsonOf(value: unknown): Json {
  return convert(value, 0) ?? null;
}

export function textAt(value: Json | undefined, name: string): string | undefined {
  const found = fieldOf(value, name);
  return typeof found === "string" ? found : undefined;
}

export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Drops the undefined fields: makers compare their blocks field by field. */
export function defined(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Types values as an SDK does: they came from that SDK or were built in its form. */
export function asSdk<T>(values: readonly unknown[]): T[] {
  return values.filter((value): value is T => typeof value === "object");
}

function convert(value: unknown, depth: number): Json | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return undefined;
  if (depth > MAX_DEPTH) return "[…]";
  if (Array.isArray(value)) return value.map((entry) => convert(entry, depth + 1) ?? null);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof URL) return value.href;
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.toISOString() : null;
  return defined(
    Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, convert(entry, depth + 1)])),
  );
}
