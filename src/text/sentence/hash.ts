const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** The hash of a text (FNV-1a); of a longer one if the hash of its start is given. */
export function hashOf(text: string, start = START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/** The hash of two things. The second one only takes part in a final `^`. */
export function joined(first: number, second: number): number {
  return Math.imul(first ^ 0x5bd1e995, PRIME) ^ second;
}
