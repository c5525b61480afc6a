const SHORTEST = 8;

/** As much of each id as tells it from the others: those that were made at nearly the same time begin alike. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const shared = new Map<string, number>();
  for (const [at, id] of sorted.entries()) {
    const near = [sorted[at - 1], sorted[at + 1]].map((other) => sharedStart(id, other ?? ""));
    shared.set(id, Math.max(...near));
  }
  return (id) => id.slice(0, Math.max(SHORTEST, (shared.get(id) ?? 0) + 1));
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
