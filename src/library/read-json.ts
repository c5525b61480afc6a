import type { Json } from "../event/json.js";
import { kindOf, wrong } from "./check.js";

const DEEPEST = 200;

/** A copy of a value as JSON would hold it. What JSON would lose or change without a word is refused. */
export function readJson(value: unknown, where: string): Json {
  return read(value, where, []);
}

function read(value: unknown, where: string, above: readonly object[]): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw wrong(`${where} is ${value}, which JSON cannot hold.`, "Give it as null or as a text.");
    case "object":
      return value === null ? null : readObject(value, where, above);
    default:
      throw wrong(`${where} is ${kindOf(value)}, which JSON cannot hold.`, hintFor(value));
  }
}

function readObject(value: object, where: string, above: readonly object[]): Json {
  if (above.includes(value)) throw wrong(`${where} contains itself.`, "Add a copy without the circle.");
  if (above.length >= DEEPEST) throw wrong(`${where} is nested more than ${DEEPEST} deep.`);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    throw wrong(
      `${where} is ${kindOf(value)}, which JSON cannot hold.`,
      'Give bytes in base64, in a part of type "file".',
    );
  if (value instanceof Map || value instanceof Set || value instanceof Promise)
    throw wrong(`${where} is ${kindOf(value)}, which JSON cannot hold.`, hintFor(value));
  const inside = [...above, value];
  if ("toJSON" in value && typeof value.toJSON === "function") return read(value.toJSON(), where, inside);
  if (Array.isArray(value)) return value.map((item: unknown, n) => read(item, `${where}[${n}]`, inside));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, Json][] =>
      item === undefined ? [] : [[key, read(item, `${where}.${key}`, inside)]],
    ),
  );
}

function hintFor(value: unknown): string {
  if (value instanceof Promise) return "Await it first.";
  return typeof value === "bigint"
    ? "Give it as a number or a text."
    : "Give it as a plain object, a list or a text.";
}
