import type { Entry } from "./entry.js";
import type { ItemKind } from "./item.js";

/** Items, found by kind or by a word. A project has thousands of sentences to compare. */
export class EntryIndex {
  readonly #kinds = new Map<ItemKind, Set<Entry>>();
  readonly #words = new Map<string, Set<Entry>>();

  add(entry: Entry): void {
    put(this.#kinds, entry.kind, entry);
    for (const word of entry.words) put(this.#words, word, entry);
  }

  delete(entry: Entry): void {
    this.#kinds.get(entry.kind)?.delete(entry);
    for (const word of entry.words) this.#words.get(word)?.delete(entry);
  }

  of(kinds: readonly ItemKind[]): Entry[] {
    return kinds.flatMap((kind) => [...(this.#kinds.get(kind) ?? [])]);
  }

  /** Those of the given kinds that share so many words, if they have so many. */
  near(words: ReadonlySet<string>, kinds: readonly ItemKind[], least: number): Entry[] {
    const shared = new Map<Entry, number>();
    for (const word of words)
      for (const entry of this.#words.get(word) ?? [])
        if (kinds.includes(entry.kind)) shared.set(entry, (shared.get(entry) ?? 0) + 1);
    const found = [...shared].filter(([entry, n]) => n >= Math.min(least, words.size, entry.words.size));
    return found.map(([entry]) => entry);
  }
}

function put<K>(map: Map<K, Set<Entry>>, key: K, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([entry]));
  else known.add(entry);
}
