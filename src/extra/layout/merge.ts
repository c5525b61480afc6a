import { fieldOf, isList, isObject, isSameJson, type Json, type JsonObject } from "../../event/json.js";

/**
 * Brings what happened since into a value that came from another tool: `base` is what Tidemark makes of the value alone,
 * `now` what it makes of all it knows. Where both are the same the value stays as it came, unknown fields and all.
 */
export function merge(
  value: Json | undefined,
  base: Json | undefined,
  now: Json | undefined,
): Json | undefined {
  if (isSameJson(base, now)) return value;
  if (isObject(value) && isObject(now)) return mergeObjects(value, base, now);
  if (isList(value) && isList(now)) return mergeLists(value, isList(base) ? base : [], now);
  return now;
}

function mergeObjects(value: JsonObject, base: Json | undefined, now: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(value), ...Object.keys(now)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const merged = merge(fieldOf(value, key), fieldOf(base, key), fieldOf(now, key));
      return merged === undefined ? [] : [[key, merged]];
    }),
  );
}

/** What went is taken out, what changed is changed in its place, and what came stands at the end. */
function mergeLists(value: readonly Json[], base: readonly Json[], now: readonly Json[]): Json[] {
  const before = new Map(base.map((item) => [keyOf(item), item]));
  const after = new Map(now.map((item) => [keyOf(item), item]));
  const stays = value.flatMap((item) => {
    const key = keyOf(item);
    if (!after.has(key)) return before.has(key) ? [] : [item];
    return merge(item, before.get(key), after.get(key)) ?? [];
  });
  const known = new Set([...before.keys(), ...value.map(keyOf)]);
  return [...stays, ...now.filter((item) => !known.has(keyOf(item)))];
}

/** What tells an item from others: its name where it has one, else all of it. */
function keyOf(item: Json): string {
  for (const key of ["id", "path"]) {
    const name = fieldOf(item, key);
    if (typeof name === "string") return `${key}:${name}`;
  }
  return JSON.stringify(item);
}
