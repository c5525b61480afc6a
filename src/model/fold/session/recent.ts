/** A bounded list of distinct items, the latest last. The oldest fall off. */
export class Recent<T> {
  readonly #items: Map<string, T>;
  readonly #max: number;

  constructor(max: number, items: Iterable<readonly [string, T]>) {
    this.#max = max;
    this.#items = new Map(items);
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  put(key: string, item: T): void {
    this.#items.delete(key);
    this.#items.set(key, item);
    if (this.#items.size <= this.#max) return;
    const [oldest = ""] = this.#items.keys();
    this.#items.delete(oldest);
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

export function recentBy<T>(max: number, items: readonly T[], keyOf: (item: T) => string): Recent<T> {
  return new Recent(
    max,
    items.map((item) => [keyOf(item), item] as const),
  );
}

export function recentNames(max: number, names: readonly string[]): Recent<string> {
  return recentBy(max, names, (name) => name);
}
