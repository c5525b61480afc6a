/** What can be told apart by an id. Ids of events begin with their time, so their order is that of their making. */
export interface Keyed {
  readonly id: string;
}

/** What was removed leaves its id alone, so that a removal that arrives before its addition still counts. */
export interface Removed {
  readonly id: string;
  readonly removed: true;
}

/**
 * A list in the order of its ids that holds at most so many: the smallest ids fall off. Which those are does not depend
 * on the order of arrival, and what fell off once cannot come back, since those that pushed it out stay.
 */
export function putKeyed<T extends Keyed>(
  list: readonly T[],
  id: string,
  most: number,
  change: (before: T | undefined) => T,
): readonly T[] {
  const at = placeOf(list, id);
  const before = list[at]?.id === id ? list[at] : undefined;
  if (before === undefined && at === 0 && list.length >= most) return list;
  const next = [...list.slice(0, at), change(before), ...list.slice(before === undefined ? at : at + 1)];
  return next.length > most ? next.slice(next.length - most) : next;
}

export function getKeyed<T extends Keyed>(list: readonly T[], id: string): T | undefined {
  const found = list[placeOf(list, id)];
  return found?.id === id ? found : undefined;
}

/** Without what was removed. */
export function present<T extends { readonly id: string }>(list: readonly (T | Removed)[]): T[] {
  return list.filter((entry): entry is T => !("removed" in entry));
}

export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

// The first place whose id is not smaller.
function placeOf(list: readonly Keyed[], id: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
