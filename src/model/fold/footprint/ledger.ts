import type { EventOf } from "../../../event/registry.js";
import { readItemId, type Said, type SaidKind } from "../session/said-draft.js";

export type InjectionMade = EventOf<"injection.made">;

/** One injection and the use of its items. */
export interface LedgerEntry {
  readonly injection: string;
  readonly at: number;
  readonly session: string;
  readonly surface: InjectionMade["data"]["surface"];
  readonly chars: number;
  /** The sources. */
  readonly keys: readonly string[];
  readonly items: readonly LedgerItem[];
  /** The share of items that was used, if any item's use is known. */
  readonly share?: number;
}

export interface LedgerItem {
  readonly id: string;
  readonly kind: SaidKind;
  readonly key: string;
  /** Undefined if the session did nothing, or if too many later items pushed this one out. */
  readonly used?: boolean;
}

export interface Tally {
  readonly said: number;
  readonly used: number;
}

/** Counts only items whose use is known. */
export interface LedgerTotals extends Tally {
  readonly injections: number;
  readonly chars: number;
  readonly kinds: { readonly [K in SaidKind]: Tally };
}

/** The injections and the use of their items, newest first. `said` comes from the session's footprint. */
export function ledgerOf(
  injections: readonly InjectionMade[],
  said: (session: string) => readonly Said[],
): LedgerEntry[] {
  return [...injections]
    .sort((a, b) => b.clock - a.clock || (a.id < b.id ? 1 : -1))
    .map((injection) => entryOf(injection, said(injection.session)));
}

export function totalsOf(entries: readonly LedgerEntry[]): LedgerTotals {
  const items = entries.flatMap((entry) => entry.items);
  const ofKind = (kind: SaidKind) => tally(items.filter((item) => item.kind === kind));
  return {
    injections: entries.length,
    chars: entries.reduce((sum, { chars }) => sum + chars, 0),
    ...tally(items),
    kinds: { file: ofKind("file"), run: ofKind("run"), name: ofKind("name") },
  };
}

function entryOf({ id, at, session, data }: InjectionMade, said: readonly Said[]): LedgerEntry {
  const known = said.find(({ injection }) => injection === id);
  const used = new Set(known?.used.map((place) => known.items[place]));
  const items = [...new Set(data.items)].flatMap((item): LedgerItem[] => {
    const read = readItemId(item);
    if (read === undefined) return [];
    return [{ id: item, ...read, ...(known?.items.includes(item) ? { used: used.has(item) } : {}) }];
  });
  const total = tally(items);
  const { surface, chars, keys } = data;
  const entry = { injection: id, at, session, surface, chars, keys, items };
  return total.said === 0 ? entry : { ...entry, share: total.used / total.said };
}

function tally(items: readonly LedgerItem[]): Tally {
  const known = items.filter(({ used }) => used !== undefined);
  return { said: known.length, used: known.filter(({ used }) => used).length };
}
