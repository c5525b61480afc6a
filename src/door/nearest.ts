const FARTHEST = 2;

/** The name that was most likely meant; undefined where none is near. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const begun = names.find((name) => typed.length > 1 && name.startsWith(typed));
  if (begun !== undefined) return begun;
  const [best] = names
    .map((name) => ({ name, far: distance(typed, name) }))
    .filter(({ far, name }) => far <= Math.min(FARTHEST, name.length - 2))
    .sort((a, b) => a.far - b.far);
  return best?.name;
}

/** How many letters have to be changed, added or taken away. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
