import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { Store } from "../../src/store/port.js";
import type { Embedding } from "../../src/store/recall-port.js";
import { check, memory } from "./fresh-store.js";

const SMALL = { model: "small", dimensions: 8 } as const;
const LARGE = { model: "large", dimensions: 16 } as const;
const SKETCH = 16;

check("vectors are put, replaced and read by the number of their memory", (store) => {
  const [a, b, c] = three(store);
  store.transact((writer) =>
    writer.putEmbeddings(SMALL, [embedding(a, 1), embedding(b, 2), embedding(9_999, 3)]),
  );
  store.transact((writer) => writer.putEmbeddings(SMALL, [embedding(b, 4)]));
  deepStrictEqual(vectors(store, [b, a, c, 9_999], "small"), [
    [b, [4]],
    [a, [1]],
  ]);
  deepStrictEqual(vectors(store, [a], "large"), []);
  deepStrictEqual(store.embeddingState(), [{ ...SMALL, count: 2 }]);
});

check("memories without a vector of the model are known, newest first", (store) => {
  const [a, b, c] = three(store);
  const missing = (model: string, limit = 9, project?: string) =>
    store.unembedded(project, model, limit).map(({ n }) => n);
  deepStrictEqual(missing("small"), [c, b, a]);
  deepStrictEqual(missing("small", 1), [c]);
  deepStrictEqual(missing("small", 9, "p"), [b, a]);
  store.transact((writer) => writer.putEmbeddings(SMALL, [embedding(c, 1), embedding(a, 1)]));
  deepStrictEqual(missing("small"), [b]);
  strictEqual(missing("large")[0], b);
  deepStrictEqual(missing("large").slice(1).sort(), [a, c].sort());
  deepStrictEqual(missing("large", 9, "p"), [b, a]);
  store.transact((writer) => writer.putEmbeddings(LARGE, [embedding(a, 1), embedding(b, 1)]));
  deepStrictEqual(missing("large"), [c]);
  deepStrictEqual(missing("small"), [b, a]);
  deepStrictEqual(store.embeddingState(), [
    { ...LARGE, count: 2 },
    { ...SMALL, count: 1 },
  ]);
});

check("the vectors of a model are dropped, and those of another size of it", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => {
    writer.putEmbeddings(SMALL, [embedding(a, 1)]);
    writer.putEmbeddings(LARGE, [embedding(b, 2)]);
    writer.dropEmbeddings("small");
  });
  deepStrictEqual(vectors(store, [a, b], "small"), []);
  deepStrictEqual(store.nearestSketches("p", "small", sketch(1), 9), []);
  deepStrictEqual(store.embeddingState(), [{ ...LARGE, count: 1 }]);
  store.transact((writer) => writer.putEmbeddings({ ...LARGE, dimensions: 32 }, [embedding(a, 3)]));
  deepStrictEqual(store.embeddingState(), [{ model: "large", dimensions: 32, count: 1 }]);
  deepStrictEqual(vectors(store, [a, b], "large"), [[a, [3]]]);
  strictEqual(store.unembedded("p", "large", 9).length, 1);
});

check("a memory that goes or changes takes its vector along", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => writer.putEmbeddings(SMALL, [embedding(a, 1), embedding(b, 2)]));
  store.transact((writer) => writer.retellMemories("p", "s", [memory("a", "one"), memory("b", "changed")]));
  deepStrictEqual(vectors(store, [a, b], "small"), [[a, [1]]]);
  deepStrictEqual(
    store.unembedded("p", "small", 9).map(({ text }) => text),
    ["changed"],
  );
  store.transact((writer) => writer.retellMemories("p", "s", []));
  deepStrictEqual(store.nearestSketches("p", "small", sketch(1), 9), []);
  deepStrictEqual([store.embeddingState(), store.unembedded("p", "small", 9)], [[], []]);
});

check("the nearest sketches of a project are found", (store) => {
  const many = Array.from({ length: 2_500 }, (_, n) => memory(`m${n}`, "x"));
  store.transact((writer) => {
    writer.addMemories("p", "s", many);
    writer.addMemories("q", "s", [memory("foreign", "x")]);
  });
  const numbers = [...store.memories("p", "s"), ...store.memories("q", "s")].map(({ n }) => n);
  store.transact((writer) =>
    writer.putEmbeddings(
      SMALL,
      numbers.map((n, at) => embedding(n, at % 250, sketch(at))),
    ),
  );
  const asked = sketch(1_234);
  const all = numbers.slice(0, -1).map((n, at) => ({ n, distance: distance(asked, sketch(at)) }));
  const near = store.nearestSketches("p", "small", asked, 20);
  strictEqual(near.length, 20);
  deepStrictEqual(near[0], { n: numbers[1_234], distance: 0 });
  deepStrictEqual(
    near.map((hit) => hit.distance),
    all
      .map((hit) => hit.distance)
      .sort((a, b) => a - b)
      .slice(0, 20),
  );
  for (const hit of near) ok(all.some(({ n, distance }) => n === hit.n && distance === hit.distance));
  deepStrictEqual(
    store.nearestSketches("q", "small", asked, 9).map(({ n }) => n),
    numbers.slice(-1),
  );
  strictEqual(store.nearestSketches("p", "small", asked, 9_999).length, 2_500);
  store.transact((writer) => writer.retellMemories("p", "s", many.slice(0, 1_000)));
  strictEqual(store.nearestSketches("p", "small", asked, 9_999).length, 1_000);
  strictEqual(store.embeddingState()[0]?.count, 1_001);
  const own = store.nearestSketches("p", "small", sketch(321), 1);
  deepStrictEqual(own, [{ n: numbers[321], distance: 0 }]);
});

check("a transaction that throws leaves vectors as they were", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => writer.putEmbeddings(SMALL, [embedding(a, 1)]));
  throws(() =>
    store.transact((writer) => {
      writer.putEmbeddings(LARGE, [embedding(a, 2), embedding(b, 2)]);
      writer.dropEmbeddings("small");
      throw new Error("no");
    }),
  );
  deepStrictEqual(vectors(store, [a, b], "small"), [[a, [1]]]);
  deepStrictEqual(store.embeddingState(), [{ ...SMALL, count: 1 }]);
});

/** Two memories of a project and one of another. */
function three(store: Store): [number, number, number] {
  store.transact((writer) => {
    writer.addMemories("p", "s", [memory("a", "one"), memory("b", "two")]);
    writer.addMemories("q", "s", [memory("c", "three")]);
  });
  const [a = 0, b = 0, c = 0] = [...store.memories("p", "s"), ...store.memories("q", "s")].map(({ n }) => n);
  return [a, b, c];
}

function vectors(store: Store, numbers: readonly number[], model: string): [number, number[]][] {
  return [...store.embeddingsAt(numbers, model)].map(([n, v]) => [n, [...v]]);
}

function embedding(n: number, value: number, bits = sketch(value)): Embedding {
  return { n, v: Uint8Array.of(value), sketch: bits };
}

/** Bits that look like chance and are the same each time; no two numbers have the same. */
function sketch(seed: number): Uint8Array {
  let state = seed * 2_654_435_761 + 1;
  return Uint8Array.from({ length: SKETCH }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function distance(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, byte, at) => sum + (byte ^ (b[at] ?? 0)).toString(2).replaceAll("0", "").length, 0);
}
