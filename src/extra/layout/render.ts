import { fieldOf, isList, isObject, isSameJson, type Json, type JsonObject } from "../../event/json.js";
import type { Account } from "./account.js";
import type { Document } from "./document.js";
import type { Layout } from "./layout.js";
import type { When } from "./time.js";

/** What a layout is written from. */
export interface Sources {
  /** Documents of the layout that were taken over earlier. */
  readonly documents: readonly Document[];
  /** What Tidemark knows from these documents alone. */
  readonly base: readonly Account[];
  readonly now: readonly Account[];
}

/**
 * The documents of a layout. One that was taken over is written as it came, and what has happened since is brought into
 * it; what Tidemark merely made of such a document is not written beside it.
 */
export function renderLayout(layout: Layout, sources: Sources, when: When): Document[] {
  const now = byPath(layout.write(sources.now, when));
  if (sources.documents.length === 0) return listed(now);
  const base = byPath(layout.write(sources.base, when));
  const kept = placed(layout, sources.documents, base, now);
  const paths = new Set([...kept.keys(), ...now.keys()]);
  const merged = [...paths].flatMap((path): [string, Json][] => {
    const { value, was } = kept.get(path) ?? { value: undefined, was: path };
    const result = merge(value, base.get(was), now.get(path));
    return result === undefined ? [] : [[path, result]];
  });
  return listed(new Map(merged));
}

interface Placed {
  readonly value: Json;
  /** Where Tidemark would have written it, had nothing happened since. */
  readonly was: string;
}

/** Where each document belongs now: a session that was the current one is in the archive once another has begun. */
function placed(
  layout: Layout,
  documents: readonly Document[],
  base: ReadonlyMap<string, Json>,
  now: ReadonlyMap<string, Json>,
): Map<string, Placed> {
  const result = new Map<string, Placed>();
  const moved: [string, Placed][] = [];
  for (const { path, value } of documents) {
    const session = (map: ReadonlyMap<string, Json>) => sessionAt(layout, map, path);
    if (session(base) === session(now)) result.set(path, { value, was: path });
    else {
      const own = layout.sessionOf({ path, value }, documents);
      const to = [...now].find(
        ([other, its]) =>
          ending(other) === ending(path) &&
          other !== path &&
          own === layout.sessionOf({ path: other, value: its }, []),
      );
      if (to !== undefined) moved.push([to[0], { value, was: path }]);
    }
  }
  for (const [path, document] of moved) if (!result.has(path)) result.set(path, document);
  return result;
}

function sessionAt(layout: Layout, map: ReadonlyMap<string, Json>, path: string): string | undefined {
  const value = map.get(path);
  return value === undefined ? undefined : layout.sessionOf({ path, value }, []);
}

function ending(path: string): string {
  return /^checkpoint_/.test(path) ? path : (/\.json(?:\.gz)?$/.exec(path)?.[0] ?? path);
}

function byPath(documents: readonly Document[]): Map<string, Json> {
  return new Map(documents.map(({ path, value }) => [path, value]));
}

function listed(map: ReadonlyMap<string, Json>): Document[] {
  return [...map]
    .map(([path, value]) => ({ path, value }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Whether two documents say the same. */
export function isSameDocument(one: Document | undefined, other: Document | undefined): boolean {
  return one !== undefined && other !== undefined && isSameJson(one.value, other.value);
}

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
