import type { Tally } from "../footprint/ledger.js";
import { readItemId, SAID_KINDS, type SaidKind } from "../session/said-draft.js";
import type { Look } from "./insight.js";

/** What sessions were told, and what they made of it. */
export interface ToldUse extends Tally {
  readonly injections: number;
  readonly kinds: { readonly [K in SaidKind]: Tally };
  /** Told most often and never used. */
  readonly unused: readonly { readonly item: string; readonly times: number }[];
}

const UNUSED = 3;
const MOST = 20;

/** Only sessions that did something count: the others could not have used anything. */
export function useOfTold(looks: readonly Look[]): ToldUse {
  const kinds = { file: { said: 0, used: 0 }, run: { said: 0, used: 0 }, name: { said: 0, used: 0 } };
  const items = new Map<string, { said: number; used: number }>();
  let injections = 0;
  for (const { footprint } of looks) {
    if (footprint === undefined || footprint.calls === 0) continue;
    for (const said of footprint.said) {
      injections++;
      for (const [place, item] of said.items.entries()) {
        const kind = readItemId(item)?.kind;
        if (kind === undefined) continue;
        const used = said.used.includes(place) ? 1 : 0;
        const known = items.get(item) ?? { said: 0, used: 0 };
        items.set(item, { said: known.said + 1, used: known.used + used });
        kinds[kind].said++;
        kinds[kind].used += used;
      }
    }
  }
  const total = SAID_KINDS.map((kind) => kinds[kind]);
  return {
    injections,
    said: total.reduce((sum, { said }) => sum + said, 0),
    used: total.reduce((sum, { used }) => sum + used, 0),
    kinds,
    unused: [...items]
      .filter(([, { said, used }]) => used === 0 && said >= UNUSED)
      .map(([item, { said }]) => ({ item, times: said }))
      .sort((a, b) => b.times - a.times || (a.item < b.item ? -1 : 1))
      .slice(0, MOST),
  };
}
