import { distance } from "fastest-levenshtein";

const MAX_DISTANCE = 2;

/** The name that was most likely meant, or undefined if none is near. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const begun = names.find((name) => typed.length > 1 && name.startsWith(typed));
  if (begun !== undefined) return begun;
  const [best] = names
    .map((name) => ({ name, far: distance(typed, name) }))
    .filter(({ far, name }) => far <= Math.min(MAX_DISTANCE, name.length - 2))
    .sort((a, b) => a.far - b.far);
  return best?.name;
}
