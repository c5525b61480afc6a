import { fieldOf, isList, isObject, isSameJson, type Json, type JsonObject } from "../../event/json.js";
import { present } from "../../event/present.js";
import type { TidemarkEvent } from "../../event/registry.js";
import { eachEvent } from "../../model/history.js";
import { type Account, accountOf } from "./account.js";
import { type Document, isFileOf } from "./document.js";
import { type KeptDocument, keptDocuments } from "./kept-document.js";
import type { Layout } from "./layout.js";
import { isFrom } from "./past-event.js";
import type { When } from "./time.js";

/** The input for the documents of a layout. */
export interface Sources {
  /** Documents of the layout that were imported earlier. */
  readonly documents: readonly Document[];
  /** The knowledge from these documents alone. */
  readonly base: readonly Account[];
  readonly now: readonly Account[];
}

/**
 * The documents of a layout. An imported document is written as it came, with later changes merged into it. Documents that
 * only repeat an imported one are left out.
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
  /** The path that it would have without later changes. */
  readonly was: string;
}

/** The path of each document now: the current session moves to the archive when another begins. */
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

export function isSameDocument(one: Document | undefined, other: Document | undefined): boolean {
  return one !== undefined && other !== undefined && isSameJson(one.value, other.value);
}

/**
 * Merges later changes into a value of another tool. `base` is what Tidemark would write from that value alone, `now` what
 * it would write from everything. If both are the same, the value stays as it came, with unknown fields.
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
      const merged = (COUNTERS.has(key) ? sum : merge)(
        fieldOf(value, key),
        fieldOf(base, key),
        fieldOf(now, key),
      );
      return merged === undefined ? [] : [[key, merged]];
    }),
  );
}

/** Fields that count on from the imported value. */
const COUNTERS: ReadonlySet<string> = new Set(["beat", "last_interaction_beat"]);

function sum(value: Json | undefined, base: Json | undefined, now: Json | undefined): Json | undefined {
  if (typeof value !== "number" || typeof now !== "number") return merge(value, base, now);
  return value + now - (typeof base === "number" ? base : 0);
}

/** Removes and changes items in place and appends new ones. */
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

/** An item is known by its name if it has one, else by its value. */
function keyOf(item: Json): string {
  for (const key of ["id", "path"]) {
    const name = fieldOf(item, key);
    if (typeof name === "string") return `${key}:${name}`;
  }
  return JSON.stringify(item);
}

/** Events by project. */
export type ProjectEvents = ReadonlyMap<string, readonly TidemarkEvent[]>;

/** All events of one project, or of every project. */
export function readProjects(
  home: string,
  project: string | undefined,
  onProgress?: (events: number) => void,
): ProjectEvents {
  const projects = new Map<string, TidemarkEvent[]>();
  let read = 0;
  eachEvent(home, { project }, (envelope) => {
    const reading = present(envelope);
    if (++read % 5_000 === 0) onProgress?.(read);
    if (reading.is !== "event") return;
    const events = projects.get(reading.event.project);
    if (events === undefined) projects.set(reading.event.project, [reading.event]);
    else events.push(reading.event);
  });
  return projects;
}

/** Collects the input from all of these projects, or from one session. */
export function sourcesOf(layout: Layout, projects: ProjectEvents, when: When, session?: string): Sources {
  const documents: KeptDocument[] = [];
  const base: Account[] = [];
  const now: Account[] = [];
  for (const events of projects.values()) {
    const kept = keptDocuments(events, layout.name);
    const all = accountOf(events, when);
    if (all !== undefined) now.push(narrowed(all, session));
    if (kept.length === 0) continue;
    documents.push(...kept);
    const taken = events.filter((event) => isFrom(layout.name, event) || event.type === "project.seen");
    // Usually nothing else has happened, and the account of everything can be reused.
    const isAll = taken.length === events.filter(({ type }) => type !== "layout.imported").length;
    const before = isAll ? all : accountOf(taken, when);
    if (before !== undefined) base.push(narrowed(before, session));
  }
  return {
    documents: documents
      .filter(({ path }) => isFileOf(layout, path))
      .filter((document) => session === undefined || (document.session ?? session) === session),
    base: latestFirst(base),
    now: latestFirst(now),
  };
}

function narrowed(account: Account, session: string | undefined): Account {
  if (session === undefined) return account;
  return { ...account, sessions: account.sessions.filter(({ state }) => state.session === session) };
}

function latestFirst(accounts: readonly Account[]): Account[] {
  const latest = ({ sessions, state }: Account) => sessions[0]?.state.lastAt ?? state.startedAt;
  return [...accounts].sort((a, b) => latest(b) - latest(a) || (a.state.project < b.state.project ? -1 : 1));
}
