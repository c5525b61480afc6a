import { STOP_WORDS } from "../detect/stop-word.js";

const SHORTEST = 3;

/** The words a name, a path or a sentence is made of. Plain and quick: it is asked of thousands of names while a prompt waits. */
export function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  const apart = text.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").toLowerCase();
  for (const word of apart.match(/[a-z0-9\u00e0-\u00ff]+/g) ?? []) {
    if (word.length >= SHORTEST && !STOP_WORDS.has(word)) words.add(word);
  }
  return words;
}

/** The part of `words` that is in `others`. */
export function share(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0 || others.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return shared / words.size;
}
