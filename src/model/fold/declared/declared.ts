import type { EventData, EventOf, TidemarkEvent } from "../../../event/registry.js";
import type { ItemCorrection } from "../item/item.js";
import { memoryKey } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import { byId, getKeyed, isLater, present, putKeyed, type Removed, type Stamp, stampOf } from "../stamp.js";
import { addFact, type Facts, factOf, MAX_FACTS, removeFact } from "./declared-fact.js";

export type Priority = EventData<"pin.added">["priority"];

/** A text that every session is shown. */
export interface Pin {
  readonly id: string;
  readonly text: string;
  readonly priority: Priority;
  readonly createdAt: number;
  readonly expires?: number;
}

/** A rule a person gave for the agent's work. */
export interface ContextRule {
  readonly id: string;
  readonly text: string;
  readonly at: number;
}

/** Topics to prefer. */
export interface Focus extends Stamp {
  readonly topics: readonly string[];
  readonly at: number;
  readonly until?: number;
}

/** The ratings of a memory, by its id. */
interface Rating {
  readonly id: string;
  readonly up: number;
  readonly down: number;
  readonly latest: Stamp & { readonly rating: "up" | "down"; readonly at: number };
}

/** A value of the profile set by a person, by its key. */
interface Setting {
  readonly id: string;
  readonly value: string;
  readonly at: number;
  readonly set: Stamp;
}

/** The style of briefs: sentences or bare lines. */
export type Style = "prose" | "codes";

/** Everything declared in a project. Lists are in the order of ids. */
export interface Declared {
  readonly pins: readonly (Pin | Removed)[];
  readonly facts: Facts;
  readonly rules: readonly (ContextRule | Removed)[];
  readonly ratings: readonly Rating[];
  readonly settings: readonly Setting[];
  readonly removals: readonly Removal[];
  readonly items: readonly ItemCorrection[];
  readonly focus?: Focus;
}

/** Removed entries count too, so that the order of arrival does not matter. */
export const MAX_DECLARED = {
  pins: 300,
  facts: MAX_FACTS,
  rules: 100,
  ratings: 500,
  settings: 30,
  removals: 1_000,
  items: 1_000,
} as const;

export const NOTHING_DECLARED: Declared = {
  pins: [],
  facts: [],
  rules: [],
  ratings: [],
  settings: [],
  removals: [],
  items: [],
};

/** The result does not depend on the order of events. */
export function foldDeclared(before: Declared, event: TidemarkEvent): Declared {
  switch (event.type) {
    case "pin.added":
      return { ...before, pins: add(before.pins, pinOf(event), MAX_DECLARED.pins) };
    case "pin.removed":
      return { ...before, pins: remove(before.pins, event.data.pin, MAX_DECLARED.pins) };
    case "fact.declared":
      return { ...before, facts: addFact(before.facts, factOf(event)) };
    case "fact.removed":
      return { ...before, facts: removeFact(before.facts, event.data.fact) };
    case "rule.added": {
      const rule = { id: event.id, text: event.data.text, at: event.at };
      return { ...before, rules: add(before.rules, rule, MAX_DECLARED.rules) };
    }
    case "rule.removed":
      return { ...before, rules: remove(before.rules, event.data.rule, MAX_DECLARED.rules) };
    case "memory.rated":
      return { ...before, ratings: rate(before.ratings, event) };
    case "memory.removed":
    case "memory.restored":
      return { ...before, removals: foldRemovals(before.removals, event) };
    case "item.changed": {
      const change = { id: event.id, at: event.at, ...event.data };
      return { ...before, items: putKeyed(before.items, event.id, MAX_DECLARED.items, () => change) };
    }
    case "profile.set":
      return { ...before, settings: set(before.settings, event) };
    case "focus.set":
      return isLater(event, before.focus) ? { ...before, focus: focusOf(event) } : before;
    default:
      return before;
  }
}

const RANK: { readonly [P in Priority]: number } = { high: 0, normal: 1, low: 2 };

/** Pins that have not expired, each text once: by priority, then newest first. */
export function activePins(state: { readonly declared: Declared }, now: number): Pin[] {
  const active = allPins(state).filter(({ expires }) => expires === undefined || expires > now);
  return active.filter(({ text }, at) => active.findIndex((pin) => pin.text === text) === at);
}

/** Includes expired pins. */
export function allPins({ declared }: { readonly declared: Declared }): Pin[] {
  return present(declared.pins).sort(
    (a, b) => RANK[a.priority] - RANK[b.priority] || b.createdAt - a.createdAt || byId(b, a),
  );
}

export function activeFocus({ declared }: { readonly declared: Declared }, now: number): Focus | undefined {
  const { focus } = declared;
  if (focus === undefined || focus.topics.length === 0) return undefined;
  return focus.until === undefined || focus.until > now ? focus : undefined;
}

export function ratingOf(
  { declared }: { readonly declared: Declared },
  id: string,
): { up: number; down: number; latest?: "up" | "down" } {
  const rating = getKeyed(declared.ratings, id);
  if (rating === undefined) return { up: 0, down: 0 };
  return { up: rating.up, down: rating.down, latest: rating.latest.rating };
}

/** Oldest first. */
export function rulesOf({ declared }: { readonly declared: Declared }): ContextRule[] {
  return present(declared.rules);
}

/** Undefined if the setting was cleared. */
export function settingOf({ declared }: { readonly declared: Declared }, key: string): string | undefined {
  return getKeyed(declared.settings, key)?.value || undefined;
}

function pinOf({ id, at, data }: EventOf<"pin.added">): Pin {
  const { text, priority, expires } = data;
  return { id, text, priority, createdAt: at, expires };
}

function focusOf(event: EventOf<"focus.set">): Focus {
  const { topics, until } = event.data;
  return { ...stampOf(event), topics, at: event.at, until };
}

type Entries<T> = readonly (T | Removed)[];

function add<T extends { readonly id: string }>(list: Entries<T>, entry: T, max: number): Entries<T> {
  return putKeyed<T | Removed>(list, entry.id, max, (before) => before ?? entry);
}

function remove<T extends { readonly id: string }>(list: Entries<T>, id: string, max: number): Entries<T> {
  return putKeyed<T | Removed>(list, id, max, () => ({ id, removed: true }));
}

function rate(ratings: readonly Rating[], event: EventOf<"memory.rated">): readonly Rating[] {
  const { memory, rating } = event.data;
  return putKeyed(ratings, memory, MAX_DECLARED.ratings, (before) => ({
    id: memory,
    up: (before?.up ?? 0) + (rating === "up" ? 1 : 0),
    down: (before?.down ?? 0) + (rating === "down" ? 1 : 0),
    latest:
      before === undefined || isLater(event, before.latest)
        ? { ...stampOf(event), rating, at: event.at }
        : before.latest,
  }));
}

function set(settings: readonly Setting[], event: EventOf<"profile.set">): readonly Setting[] {
  const { key, value } = event.data;
  return putKeyed(settings, key, MAX_DECLARED.settings, (before) =>
    before === undefined || isLater(event, before.set)
      ? { id: key, value, at: event.at, set: stampOf(event) }
      : before,
  );
}

/** Whether a found memory was removed, together with all memories that say the same. */
interface Removal {
  readonly id: string;
  readonly isRemoved: boolean;
  /** The same for memories that say the same. */
  readonly key?: string;
  readonly set: Stamp;
}

interface Removing {
  readonly declared: { readonly removals: readonly Removal[] };
}

type RemovalEvent = EventOf<"memory.removed" | "memory.restored">;

function foldRemovals(removals: readonly Removal[], event: RemovalEvent): readonly Removal[] {
  const id = event.data.memory;
  return putKeyed(removals, id, MAX_DECLARED.removals, (before) =>
    before === undefined || isLater(event, before.set)
      ? { id, isRemoved: event.type === "memory.removed", key: keyIn(event), set: stampOf(event) }
      : before,
  );
}

/** A test for removed memories. Declared memories are removed only by their ids. */
export function removedIn(
  state: Removing | undefined,
): (memory: Pick<Memory, "id" | "kind" | "text" | "session">) => boolean {
  const removed = state === undefined ? [] : removedMemories(state);
  const ids = new Set(removed.map(({ id }) => id));
  const keys = new Set(removed.flatMap(({ key }) => key ?? []));
  return (memory) =>
    ids.has(memory.id) || (keys.size > 0 && memory.session !== "" && keys.has(memoryKey(memory)));
}

export function removedMemories({ declared }: Removing): Removal[] {
  return declared.removals.filter(({ isRemoved }) => isRemoved);
}

/** Whether one more memory can be removed without restoring an earlier one. */
export function hasRoomToRemove({ declared }: Removing, id: string): boolean {
  return declared.removals.length < MAX_DECLARED.removals || getKeyed(declared.removals, id) !== undefined;
}

function keyIn(event: RemovalEvent): string | undefined {
  if (event.type !== "memory.removed") return undefined;
  const { kind, text } = event.data;
  return kind === undefined || text === undefined ? undefined : memoryKey({ kind, text });
}
