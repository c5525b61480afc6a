import { compareStamps, type Stamp } from "../stamp.js";

/** What can be told apart by an id, and which event said it: of one id the latest holds. */
export interface Stamped extends Stamp {
  readonly id: string;
}

/**
 * A list in the order in which its entries were said that holds at most so many: the oldest fall off. Those that pushed
 * one out are later than it and stay, so the order of arrival does not show.
 */
export function putLatest<T extends Stamped>(list: readonly T[], entry: T, most: number): readonly T[] {
  const before = list.find(({ id }) => id === entry.id);
  if (before !== undefined && compareStamps(before, entry) >= 0) return list;
  return [...list.filter((other) => other !== before), entry].sort(compareStamps).slice(-most);
}
