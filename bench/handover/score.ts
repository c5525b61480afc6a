import { type GoldCase, isTold, linesOf } from "./gold.js";

/** Sums of weighed hits, by name. */
export class Score {
  readonly #sums = new Map<string, { hits: number; all: number }>();

  add(text: string, gold: GoldCase): void {
    const lines = linesOf(text);
    for (const { kind, importance, keys } of gold.items) {
      const hit = isTold(lines, keys);
      this.#count("told", hit, importance);
      this.#count(`kind ${kind}`, hit, importance);
      if (importance >= 3) this.#count("must", hit);
    }
    for (const { keys } of gold.false ?? []) this.#count("false", isTold(lines, keys, true));
    const title = gold.title_keys ?? [];
    if (title.length > 0) this.#count("title", isTold(lines, title));
    for (const { state, keys = [] } of (gold.threads ?? []).slice(0, 8)) {
      const isHot = keys.some((key) => title.some((other) => other.join("\n") === key.join("\n")));
      if ((state === "unfinished" || state === "waiting") && !isHot)
        this.#count("unfinished", isTold(lines, keys));
    }
  }

  line(): string {
    const names = ["told", "must", "false", "title", "unfinished"];
    const kinds = [...this.#sums.keys()].filter((name) => name.startsWith("kind ")).sort();
    return [...names, ...kinds].map((name) => `${name.replace("kind ", "")} ${this.#share(name)}`).join("  ");
  }

  #share(name: string): string {
    const { hits, all } = this.#sums.get(name) ?? { hits: 0, all: 0 };
    return all === 0 ? "–" : (hits / all).toFixed(3);
  }

  #count(name: string, hit: boolean, weight = 1): void {
    const sum = this.#sums.get(name) ?? { hits: 0, all: 0 };
    sum.hits += hit ? weight : 0;
    sum.all += weight;
    this.#sums.set(name, sum);
  }
}
