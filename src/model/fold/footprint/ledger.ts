import type { TidemarkEvent } from "../../../event/registry.js";
import { readItemId, SAID_KINDS, type Said, type SaidKind } from "../session/said-draft.js";

export type InjectionMade = Extract<TidemarkEvent, { type: "injection.made" }>;

/** One injection, and what came of it. */
export interface LedgerEntry {
  readonly injection: string;
  readonly at: number;
  readonly session: string;
  readonly surface: InjectionMade["data"]["surface"];
  readonly chars: number;
  /** The sources that spoke. */
  readonly keys: readonly string[];
  readonly items: readonly LedgerItem[];
  /** The part of the items that was used; missing where there are none, or where it is not known any more. */
  readonly share?: number;
}

export interface LedgerItem {
  readonly id: string;
  readonly kind: SaidKind;
  readonly key: string;
  /** Missing where it is not known: the session did nothing, or was told so much since that this was forgotten. */
  readonly used?: boolean;
}

export interface Tally {
  readonly said: number;
  readonly used: number;
}

/** Of the items whose use is known. */
export interface LedgerTotals extends Tally {
  readonly injections: number;
  readonly chars: number;
  readonly kinds: { readonly [K in SaidKind]: Tally };
}

/** What was told and what was used of it, the newest first. `said` is what the session's footprint keeps. */
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
  const [file, run, name] = SAID_KINDS.map((kind) => tally(items.filter((item) => item.kind === kind)));
  return {
    injections: entries.length,
    chars: entries.reduce((sum, { chars }) => sum + chars, 0),
    ...tally(items),
    kinds: { file: file ?? NONE, run: run ?? NONE, name: name ?? NONE },
  };
}

const NONE: Tally = { said: 0, used: 0 };

function entryOf({ id, at, session, data }: InjectionMade, said: readonly Said[]): LedgerEntry {
  const known = said.find(({ injection }) => injection === id);
  const used = new Set(known?.used.map((place) => known.items[place]));
  const items = [...new Set(data.items)].flatMap((item): LedgerItem[] => {
    const read = readItemId(item);
    if (read === undefined) return [];
    return [{ id: item, ...read, ...(known?.items.includes(item) ? { used: used.has(item) } : {}) }];
  });
  const { said: counted, used: taken } = tally(items);
  const { surface, chars, keys } = data;
  return {
    injection: id,
    at,
    session,
    surface,
    chars,
    keys,
    items,
    ...(counted === 0 ? {} : { share: taken / counted }),
  };
}

function tally(items: readonly LedgerItem[]): Tally {
  const known = items.filter(({ used }) => used !== undefined);
  return { said: known.length, used: known.filter(({ used }) => used).length };
}
