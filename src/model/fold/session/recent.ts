/** A bounded list of distinct things, the latest use last. What falls off the front is forgotten. */
export class Recent<T> {
  readonly #items: Map<string, T>;
  readonly #most: number;

  constructor(most: number, items: Iterable<readonly [string, T]>) {
    this.#most = most;
    this.#items = new Map(items);
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  put(key: string, item: T): void {
    this.#items.delete(key);
    this.#items.set(key, item);
    if (this.#items.size <= this.#most) return;
    for (const oldest of this.#items.keys()) {
      this.#items.delete(oldest);
      return;
    }
  }

  remove(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }

  get size(): number {
    return this.#items.size;
  }

  values(): T[] {
    return [...this.#items.values()];
  }
}

/** The same for plain names. */
export function recentNames(most: number, names: readonly string[]): Recent<string> {
  return new Recent(
    most,
    names.map((name) => [name, name] as const),
  );
}
