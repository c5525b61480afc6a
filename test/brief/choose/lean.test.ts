import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offsetOf, offsetsOf, scoreAll } from "../../../src/brief/choose/score.js";
import type { View } from "../../../src/brief/choose/view.js";
import { WEIGHTS } from "../../../src/brief/choose/weights.js";
import { viewOf, walk } from "./walk-sample.js";

const FILES = ["src/a.ts", "src/b.ts", "src/gallery/render.ts", "src/d.ts", "src/e.ts"];

const itemIn = (view: View, key: string) => view.history.files.find((item) => item.key === key)!;
const chances = (view: View) =>
  new Map(scoreAll(view, WEIGHTS).map(({ key, needed, mentioned }) => [key, { needed, mentioned }]));

describe("what was said before", () => {
  const told = [...FILES.map((file) => `file:${file}`), "file:src/left.ts"];
  const sessions = (items: readonly string[]) => [
    walk("three", items, FILES),
    walk("two", items, FILES),
    walk("one", [], [...FILES, "src/left.ts"]),
  ];
  const silent = viewOf(sessions([]));
  const loud = viewOf(sessions(told));

  test("and used gains, and not used loses", () => {
    expect(offsetsOf("file", itemIn(loud, "src/a.ts"), loud).ledger).toBeGreaterThan(0);
    expect(offsetsOf("file", itemIn(loud, "src/left.ts"), loud).ledger).toBeLessThan(0);
    const [before, after] = [chances(silent), chances(loud)];
    expect(after.get("src/a.ts")!.needed).toBeGreaterThan(before.get("src/a.ts")!.needed);
    expect(after.get("src/a.ts")!.mentioned).toBeGreaterThan(before.get("src/a.ts")!.mentioned);
    expect(after.get("src/left.ts")!.needed).toBeLessThan(before.get("src/left.ts")!.needed);
  });

  test("counts less the longer ago", () => {
    const old = [...Array.from({ length: 8 }, (_, at) => walk(`idle${at}`, [], FILES)), ...sessions(told)];
    const { saidUsed, saidUnused } = itemIn(viewOf(old), "src/left.ts");
    const before = itemIn(loud, "src/left.ts");
    expect(saidUsed).toBe(0);
    expect(saidUnused).toBeCloseTo(before.saidUnused / 2);
  });

  test("does not lose by a session too short to use anything", () => {
    const view = viewOf([walk("short", told, FILES.slice(0, 1)), ...sessions([])]);
    expect(itemIn(view, "src/a.ts").saidUsed).toBe(1);
    expect(itemIn(view, "src/left.ts").saidUnused).toBe(0);
  });

  test("moves an item by 1 at most, never against what was seen", () => {
    const often = fc.double({ min: 0, max: 1e6, noNaN: true });
    const offset = (saidUsed: number, saidUnused: number) =>
      offsetOf("file", { ...itemIn(silent, "src/a.ts"), saidUsed, saidUnused }, silent);
    fc.assert(
      fc.property(often, often, (used, unused) => {
        expect(Math.abs(offset(used, unused))).toBeLessThanOrEqual(1);
        expect(offset(used + 1, unused)).toBeGreaterThanOrEqual(offset(used, unused));
        expect(offset(used, unused + 1)).toBeLessThanOrEqual(offset(used, unused));
      }),
    );
    expect(offset(1, 0)).toBeGreaterThan(0);
    expect(offset(1, 1)).toBeLessThan(0);
  });

  test("is nothing where nothing was said", () => {
    for (const item of silent.history.files) expect(offsetOf("file", item, silent)).toBe(0);
  });
});

describe("a word of the person", () => {
  const walks = [walk("one", [], FILES)];
  const offset = (view: View, key: string) => offsetOf("file", itemIn(view, key), view);

  test("rates a single item up or down, and takes it back", () => {
    const ratings = new Map([
      ["file:src/a.ts", 2],
      ["file:src/b.ts", -1],
      ["file:src/d.ts", 0],
      ["run:src/e.ts", 1],
    ]);
    const view = viewOf(walks, { ratings });
    expect(FILES.map((key) => offset(view, key))).toEqual([0.7, -0.7, 0, 0, 0]);
  });

  test("prefers what has a topic in its name, with all its words", () => {
    const leans = (...focus: string[]) => FILES.map((key) => offset(viewOf(walks, { focus }), key));
    expect(leans("Gallery")).toEqual([0, 0, 0.5, 0, 0]);
    expect(leans("gallery render")).toEqual([0, 0, 0.5, 0, 0]);
    expect(leans("gallery upload")).toEqual([0, 0, 0, 0, 0]);
    expect(leans("a")).toEqual([0, 0, 0, 0, 0]);
    expect(leans()).toEqual([0, 0, 0, 0, 0]);
  });
});
