/** Caches results for texts. Long texts are left out: V8 would keep the whole string that they are a slice of. */
export function memo<T>(
  make: (text: string) => T,
  maxEntries: number,
  maxChars: number,
): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const made = make(text);
    if (text.length > maxChars) return made;
    if (cache.size >= maxEntries) cache.clear();
    cache.set(text, made);
    return made;
  };
}
