import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { expect, test } from "vitest";
import { openDriver } from "../../../src/host/sqlite.js";
import { Database } from "../../../src/model/store/database.js";
import { type Embedding, SignatureBlocks } from "../../../src/model/store/embedding-writer.js";
import { createTables } from "../../../src/model/store/schema.js";
import type { Store } from "../../../src/model/store/store.js";
import { check, memory } from "./fresh-store.js";

const SMALL = { model: "small", dimensions: 8 } as const;
const LARGE = { model: "large", dimensions: 16 } as const;
const SIGNATURE = 16;

check("vectors are put, replaced and read by the number of their memory", (store) => {
  const [a, b, c] = three(store);
  store.transact((writer) =>
    writer.embeddings.put(SMALL, [embedding(a, 1), embedding(b, 2), embedding(9_999, 3)]),
  );
  store.transact((writer) => writer.embeddings.put(SMALL, [embedding(b, 4)]));
  deepStrictEqual(vectors(store, [b, a, c, 9_999], "small"), [
    [b, [4]],
    [a, [1]],
  ]);
  deepStrictEqual(vectors(store, [a], "large"), []);
  deepStrictEqual(store.embeddings.models(), [{ ...SMALL, count: 2 }]);
});

check("memories without a vector of the model are known, newest first", (store) => {
  const [a, b, c] = three(store);
  const missing = (model: string, limit = 9, project?: string) =>
    store.embeddings.missing(project, model, limit).map(({ n }) => n);
  deepStrictEqual(missing("small"), [c, b, a]);
  deepStrictEqual(missing("small", 1), [c]);
  deepStrictEqual(missing("small", 9, "p"), [b, a]);
  store.transact((writer) => writer.embeddings.put(SMALL, [embedding(c, 1), embedding(a, 1)]));
  deepStrictEqual(missing("small"), [b]);
  strictEqual(missing("large")[0], b);
  deepStrictEqual(missing("large").slice(1).sort(), [a, c].sort());
  deepStrictEqual(missing("large", 9, "p"), [b, a]);
  store.transact((writer) => writer.embeddings.put(LARGE, [embedding(a, 1), embedding(b, 1)]));
  deepStrictEqual(missing("large"), [c]);
  deepStrictEqual(missing("small"), [b, a]);
  deepStrictEqual(store.embeddings.models(), [
    { ...LARGE, count: 2 },
    { ...SMALL, count: 1 },
  ]);
});

check("the vectors of a model are dropped, and those of another size of it", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => {
    writer.embeddings.put(SMALL, [embedding(a, 1)]);
    writer.embeddings.put(LARGE, [embedding(b, 2)]);
    writer.embeddings.removeModel("small");
  });
  deepStrictEqual(vectors(store, [a, b], "small"), []);
  deepStrictEqual(store.embeddings.nearest("p", "small", signature(1), 9), []);
  deepStrictEqual(store.embeddings.models(), [{ ...LARGE, count: 1 }]);
  store.transact((writer) => writer.embeddings.put({ ...LARGE, dimensions: 32 }, [embedding(a, 3)]));
  deepStrictEqual(store.embeddings.models(), [{ model: "large", dimensions: 32, count: 1 }]);
  deepStrictEqual(vectors(store, [a, b], "large"), [[a, [3]]]);
  strictEqual(store.embeddings.missing("p", "large", 9).length, 1);
});

check("a memory that goes or changes takes its vector along", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => writer.embeddings.put(SMALL, [embedding(a, 1), embedding(b, 2)]));
  store.transact((writer) => writer.memories.replace("p", "s", [memory("a", "one"), memory("b", "changed")]));
  deepStrictEqual(vectors(store, [a, b], "small"), [[a, [1]]]);
  deepStrictEqual(
    store.embeddings.missing("p", "small", 9).map(({ text }) => text),
    ["changed"],
  );
  store.transact((writer) => writer.memories.replace("p", "s", []));
  deepStrictEqual(store.embeddings.nearest("p", "small", signature(1), 9), []);
  deepStrictEqual([store.embeddings.models(), store.embeddings.missing("p", "small", 9)], [[], []]);
});

check("the nearest signatures of a project are found", (store) => {
  const many = Array.from({ length: 2_500 }, (_, n) => memory(`m${n}`, "x"));
  store.transact((writer) => {
    writer.memories.add("p", "s", many);
    writer.memories.add("q", "s", [memory("foreign", "x")]);
  });
  const numbers = [...store.memories.ofSession("p", "s"), ...store.memories.ofSession("q", "s")].map(
    ({ n }) => n,
  );
  store.transact((writer) =>
    writer.embeddings.put(
      SMALL,
      numbers.map((n, at) => embedding(n, at % 250, signature(at))),
    ),
  );
  const asked = signature(1_234);
  const all = numbers.slice(0, -1).map((n, at) => ({ n, distance: distance(asked, signature(at)) }));
  const near = store.embeddings.nearest("p", "small", asked, 20);
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
    store.embeddings.nearest("q", "small", asked, 9).map(({ n }) => n),
    numbers.slice(-1),
  );
  strictEqual(store.embeddings.nearest("p", "small", asked, 9_999).length, 2_500);
  store.transact((writer) => writer.memories.replace("p", "s", many.slice(0, 1_000)));
  strictEqual(store.embeddings.nearest("p", "small", asked, 9_999).length, 1_000);
  strictEqual(store.embeddings.models()[0]?.count, 1_001);
  const own = store.embeddings.nearest("p", "small", signature(321), 1);
  deepStrictEqual(own, [{ n: numbers[321], distance: 0 }]);
});

check("a transaction that throws leaves vectors as they were", (store) => {
  const [a, b] = three(store);
  store.transact((writer) => writer.embeddings.put(SMALL, [embedding(a, 1)]));
  throws(() =>
    store.transact((writer) => {
      writer.embeddings.put(LARGE, [embedding(a, 2), embedding(b, 2)]);
      writer.embeddings.removeModel("small");
      throw new Error("no");
    }),
  );
  deepStrictEqual(vectors(store, [a, b], "small"), [[a, [1]]]);
  deepStrictEqual(store.embeddings.models(), [{ ...SMALL, count: 1 }]);
});

test("removing an unknown number from a block removes nothing else", () => {
  const driver = openDriver(":memory:");
  createTables(driver);
  const blocks = new SignatureBlocks(new Database(driver));
  const block = blocks.add(1, 2, 10, new Uint8Array(16).fill(1));
  blocks.add(1, 2, 11, new Uint8Array(16).fill(2));
  blocks.remove(block, 99);
  blocks.flush();
  const used = () => Number(driver.prepare("SELECT used FROM sketch_block").get()?.["used"]);
  expect(used()).toBe(2);
  blocks.remove(block, 10);
  blocks.flush();
  expect(used()).toBe(1);
  driver.close();
});

/** Two memories of a project and one of another. */
function three(store: Store): [number, number, number] {
  store.transact((writer) => {
    writer.memories.add("p", "s", [memory("a", "one"), memory("b", "two")]);
    writer.memories.add("q", "s", [memory("c", "three")]);
  });
  const [a = 0, b = 0, c = 0] = [
    ...store.memories.ofSession("p", "s"),
    ...store.memories.ofSession("q", "s"),
  ].map(({ n }) => n);
  return [a, b, c];
}

function vectors(store: Store, numbers: readonly number[], model: string): [number, number[]][] {
  return [...store.embeddings.at(numbers, model)].map(([n, v]) => [n, [...v]]);
}

function embedding(n: number, value: number, bits = signature(value)): Embedding {
  return { n, v: Uint8Array.of(value), signature: bits };
}

/** Bits that look like chance and are the same each time; no two numbers have the same. */
function signature(seed: number): Uint8Array {
  let state = seed * 2_654_435_761 + 1;
  return Uint8Array.from({ length: SIGNATURE }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function distance(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, byte, at) => sum + (byte ^ (b[at] ?? 0)).toString(2).replaceAll("0", "").length, 0);
}
