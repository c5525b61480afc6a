import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { Memory } from "../../../src/model/fold/memory/memory-state.js";
import { kindTerm, memoryTerms } from "../../../src/model/fold/memory/memory-term.js";
import { SESSION_NUMBERS, type StoredMemory } from "../../../src/model/store/memory-reader.js";
import type { Store } from "../../../src/model/store/store.js";
import type { Writer } from "../../../src/model/store/writer.js";
import { check, memory } from "./fresh-store.js";

check("memories are read back as they were added, in their order, by session", (store) => {
  const first = { ...memory("a", "Fixed the parser"), turn: "t1", branch: "main", superseded: "z" };
  const second = { ...memory("b", "and its tests"), files: ["src/parse.ts"] };
  store.transact((writer) => writer.memories.add("p", "s", [first]));
  store.transact((writer) => {
    writer.memories.add("p", "s", [second, first]);
    writer.memories.add("p", "other", [memory("c", "elsewhere", "other")]);
  });
  deepStrictEqual(store.memories.ofSession("p", "s").map(bare), [first, second]);
  deepStrictEqual(ids(store.memories.ofSession("p", "other")), ["c"]);
  deepStrictEqual(store.memories.ofSession("p", "nobody"), []);
  const [a, b] = store.memories.ofSession("p", "s");
  strictEqual(b?.n, (a?.n ?? 0) + 1);
  strictEqual(a?.project, "p");
});

check("memories are read by number, in the order asked for", (store) => {
  store.transact((writer) =>
    writer.memories.add("p", "s", [memory("a", "one"), memory("b", "two"), memory("c", "three")]),
  );
  const [a = 0, b = 0, c = 0] = store.memories.ofSession("p", "s").map(({ n }) => n);
  deepStrictEqual(ids(store.memories.at([c, 1, a, b, -5])), ["c", "a", "b"]);
  deepStrictEqual(store.memories.at([]), []);
});

check("terms find memories of their project, newest first, up to a limit", (store) => {
  store.transact((writer) => {
    for (const session of ["s1", "s2"]) {
      const words = ["parser lexer", "parser"].map((text, n) => memory(`${session}${n}`, text, session));
      writer.memories.add("p", session, words);
    }
    writer.memories.add("q", "s1", [memory("foreign", "parser lexer", "s1")]);
  });
  const [parser, lexer, none] = [found("parser", "p"), found("lexer", "p"), found("nothing", "p")];
  deepStrictEqual(parser(store), ["s21", "s20", "s11", "s10"]);
  deepStrictEqual(lexer(store), ["s20", "s10"]);
  deepStrictEqual(none(store), []);
  deepStrictEqual(found("parser", "q")(store), ["foreign"]);
  deepStrictEqual(found("parser", "r")(store), []);
  const term = termOf("parser");
  const [two, four] = [2, 4].map((limit) => store.memories.match("p", [term], limit)[0]);
  deepStrictEqual([two?.numbers.length, two?.isCapped], [2, true]);
  deepStrictEqual([four?.numbers.length, four?.isCapped], [4, false]);
  deepStrictEqual(
    store.memories
      .match("p", ["nothing", term, "nothing"], 9)
      .map((match) => [match.term, match.numbers.length]),
    [
      ["nothing", 0],
      [term, 4],
      ["nothing", 0],
    ],
  );
});

check("terms find memories within a further term", (store) => {
  store.transact((writer) =>
    writer.memories.add("p", "s", [
      memory("a", "parser"),
      { ...memory("b", "parser"), kind: "fix" },
      { ...memory("c", "lexer"), kind: "fix" },
    ]),
  );
  const [match] = store.memories.match("p", [termOf("parser")], 9, kindTerm("fix"));
  deepStrictEqual(ids(store.memories.at(match?.numbers ?? [])), ["b"]);
});

check("a term is found whole, whatever letters it has", (store) => {
  const texts = [
    "étage",
    "etage",
    "日本語",
    "日本",
    "код",
    "parse_header",
    "σφάλμα",
    "naïveté",
    "x٣",
    "İstanbul",
  ];
  store.transact((writer) =>
    writer.memories.add(
      "p",
      "s",
      texts.map((text) => memory(text, text)),
    ),
  );
  const all = store.memories.ofSession("p", "s");
  for (const each of all) {
    for (const term of memoryTerms(each)) {
      const has = all.filter((other) => memoryTerms(other).includes(term)).map(({ id }) => id);
      const [match] = store.memories.match("p", [term], 99);
      deepStrictEqual(ids(store.memories.at(match?.numbers ?? [])).sort(), has.sort());
    }
  }
  const odd = ['"', "a b", 'x" OR "y', "NEAR(", "*", "", "\0", "a-b", "A"];
  strictEqual(store.memories.match("p", odd, 9, '"').length, odd.length);
});

check("a session told anew keeps what is the same and forgets the rest", (store) => {
  const [a, b, c] = [memory("a", "alpha"), memory("b", "bravo"), memory("c", "charlie")];
  store.transact((writer) => writer.memories.add("p", "s", [a, b]));
  store.transact((writer) => writer.memories.replace("p", "s", [a, c, { ...b, text: "bravissimo" }]));
  deepStrictEqual(
    store.memories.ofSession("p", "s").map(({ text }) => text),
    ["alpha", "charlie", "bravissimo"],
  );
  deepStrictEqual(found("bravo", "p")(store), []);
  deepStrictEqual(found("bravissimo", "p")(store), ["b"]);
  deepStrictEqual(found("alpha", "p")(store), ["a"]);
  store.transact((writer) => writer.memories.replace("p", "s", []));
  deepStrictEqual(store.memories.ofSession("p", "s"), []);
  deepStrictEqual(found("alpha", "p")(store), []);
  strictEqual(store.memories.counts("p").memories, 0);
});

check("what stands outside of sessions is put, changed and dropped by id", (store) => {
  const pin = { ...memory("p1", "always lint", ""), kind: "pin" } as const;
  store.transact((writer) => {
    writer.memories.put("p", { ...memory("t1", "thread", ""), kind: "thread" });
    writer.memories.put("p", pin);
    writer.memories.put("q", pin);
    writer.memories.add("p", "s", [memory("m", "of a session")]);
  });
  const before = store.memories.ofSession("p", "");
  deepStrictEqual(ids(before), ["p1", "t1"]);
  store.transact((writer) => {
    deepStrictEqual(writer.memories.idsOutsideSessions("p", "pin"), ["p1"]);
    writer.memories.put("p", { ...pin, text: "never lint", session: "told-here" });
    writer.memories.put("p", { ...pin, text: "sometimes lint", session: "told-here" });
    writer.memories.remove("p", "t1");
    writer.memories.remove("p", "m");
    writer.memories.remove("p", "nobody");
  });
  deepStrictEqual(store.memories.ofSession("p", "").map(bare), [
    { ...pin, text: "sometimes lint", session: "told-here" },
  ]);
  strictEqual(store.memories.ofSession("p", "")[0]?.n, before[0]?.n);
  deepStrictEqual(found("sometimes", "p")(store), ["p1"]);
  deepStrictEqual([found("always", "p")(store), found("never", "p")(store)], [[], []]);
  deepStrictEqual(found("always", "q")(store), ["p1"]);
  deepStrictEqual(ids(store.memories.ofSession("p", "s")), ["m"]);
});

check("what was written is found by its terms at once, indexed ahead or not", (store) => {
  const pin = { ...memory("pin", "alpha", ""), kind: "pin" } as const;
  const steps: ((writer: Writer, project: string) => void)[] = [
    (writer, p) => writer.memories.add(p, "s", [memory("a", "alpha"), memory("b", "bravo")]),
    (writer, p) => writer.memories.put(p, pin),
    (writer, p) => writer.memories.replace(p, "s", [memory("a", "bravo")]),
    (writer, p) => writer.memories.put(p, { ...pin, text: "bravo" }),
    (writer, p) => writer.memories.remove(p, "pin"),
    (writer, p) => writer.memories.replace(p, "s", [memory("c", "alpha"), memory("b", "bravo")]),
  ];
  // Each bit says whether the index is brought up after a step, so that it lags behind in every way.
  for (let bits = 0; bits < 1 << steps.length; bits++) {
    const project = `p${bits}`;
    for (const [at, step] of steps.entries()) {
      store.transact((writer) => step(writer, project));
      if (bits & (1 << at)) store.memories.index();
    }
    deepStrictEqual(
      ["alpha", "bravo"].map((word) => found(word, project)(store)),
      [["c"], ["b"]],
    );
  }
});

check("memories are listed newest first, found by the start of their ids, and counted", (store) => {
  store.transact((writer) => {
    writer.memories.add("p", "s", [
      { ...memory("aa1", "one"), at: 30 },
      { ...memory("aa2", "two"), at: 10, kind: "fix" },
    ]);
    writer.memories.add("p", "t", [{ ...memory("ab1", "three", "t"), at: 20 }]);
    writer.memories.add("q", "s", [{ ...memory("aa9", "four"), at: 40 }]);
  });
  const latest = (filter: Parameters<Store["memories"]["latest"]>[1]) =>
    ids(store.memories.latest("p", filter));
  deepStrictEqual(latest({ limit: 9 }), ["aa1", "ab1", "aa2"]);
  deepStrictEqual(latest({ limit: 2 }), ["aa1", "ab1"]);
  deepStrictEqual(latest({ kind: "prompt", limit: 1 }), ["aa1"]);
  deepStrictEqual(latest({ kind: "pin", limit: 9 }), []);
  deepStrictEqual(ids(store.memories.find("p", "aa")), ["aa1", "aa2"]);
  deepStrictEqual(store.memories.find("p", "%"), []);
  deepStrictEqual(store.memories.counts("p"), { memories: 3, kinds: { prompt: 2, fix: 1 } });
  deepStrictEqual(store.memories.counts("r"), { memories: 0, kinds: {} });
  strictEqual(store.memories.indexSize().text, "onetwothreefour".length);
});

check("a session may have very many memories, and its numbers are its own", (store) => {
  const many = Array.from({ length: 65_600 }, (_, n) => memory(`m${n}`, "x"));
  store.transact((writer) => {
    writer.memories.add("p", "s", many.slice(0, 65_540));
    writer.memories.add("p", "t", [memory("next", "y", "t")]);
  });
  store.transact((writer) => writer.memories.add("p", "s", many.slice(65_540)));
  strictEqual(store.memories.counts("p").memories, many.length + 1);
  deepStrictEqual(ids(store.memories.ofSession("p", "s").slice(-2)), ["m65598", "m65599"]);
  deepStrictEqual(ids(store.memories.ofSession("p", "t")), ["next"]);
  const numbers = store.memories.ofSession("p", "s").map(({ n }) => Math.floor(n / SESSION_NUMBERS));
  strictEqual(new Set(numbers).size, 1);
});

check("a transaction that throws leaves memories as they were", (store) => {
  store.transact((writer) => writer.memories.add("p", "s", [memory("a", "alpha")]));
  throws(() =>
    store.transact((writer) => {
      writer.memories.add("p", "s", [memory("b", "bravo")]);
      writer.memories.add("p", "new", [memory("c", "charlie")]);
      writer.memories.replace("p", "s", []);
      writer.memories.put("p", memory("d", "delta", ""));
      throw new Error("no");
    }),
  );
  deepStrictEqual(ids(store.memories.ofSession("p", "s")), ["a"]);
  deepStrictEqual([store.memories.ofSession("p", "new"), store.memories.ofSession("p", "")], [[], []]);
  deepStrictEqual(found("alpha", "p")(store), ["a"]);
  deepStrictEqual(found("bravo", "p")(store), []);
  strictEqual(store.memories.counts("p").memories, 1);
  ok(store.memories.at([store.memories.ofSession("p", "s")[0]?.n ?? 0]).length === 1);
});

function found(word: string, project: string): (store: Store) => string[] {
  return (store) => {
    const [match] = store.memories.match(project, [termOf(word)], 99);
    return ids(store.memories.at(match?.numbers ?? []));
  };
}

// Words are stemmed, and how is not the store's to know.
function termOf(word: string): string {
  return memoryTerms(memory("", word))[0] ?? word;
}

function ids(memories: readonly Memory[]): string[] {
  return memories.map(({ id }) => id);
}

function bare({ n: _, project: __, ...memory }: StoredMemory): Memory {
  return memory;
}
