import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pinLines } from "../../../src/brief/source/facts.js";
import type { Source } from "../../../src/brief/source.js";
import type { Pin } from "../../../src/model/fold/declared/declared.js";
import { phrasesFor } from "../../../src/render/phrase.js";

const pin = (text: string): Pin => ({ id: text, text, priority: "normal", createdAt: 0 });
const textOf = (source: Source | undefined, room: number) => {
  const rendered = source?.render(room);
  return typeof rendered === "object" ? rendered.text : rendered;
};
const say = (texts: readonly string[], room = 400, language: "en" | "fr" = "en") =>
  textOf(pinLines(texts.map(pin), phrasesFor(language))[0], room);

describe("pins", () => {
  test("are one line, in the order given", () => {
    expect(say(["use pnpm", "no mocks"])).toBe("Pinned: use pnpm · no mocks");
    expect(say(["rester simple"], 400, "fr")).toBe("Épinglé: rester simple");
  });

  test("without any there is nothing to say", () => {
    expect(pinLines([], phrasesFor("en"))).toEqual([]);
    expect(pinLines([pin(" \u200b ")], phrasesFor("en"))).toEqual([]);
  });

  test("are all said, the long ones cut, before any is left out", () => {
    expect(say(["short", "word ".repeat(30).trim(), "text ".repeat(30).trim()], 110)).toBe(
      "Pinned: short · word word word word word word word word… · text text text text text text text text…",
    );
  });

  test("that do not fit are counted", () => {
    expect(say(["a".repeat(40), "b".repeat(40), "c".repeat(40)], 60)).toBe(`Pinned: ${"a".repeat(40)} · +2`);
  });

  test("of high priority are whole, whatever else is pinned", () => {
    const high = [1, 2].map((n) => pin(`Rule ${n} of the release: ${"never skip a step ".repeat(5).trim()}`));
    const pins = [
      ...high.map((one) => ({ ...one, priority: "high" }) as const),
      ...Array.from({ length: 8 }, (_, n) =>
        pin(`Module ${n} belongs to the team that wrote it, ask there first`),
      ),
    ];
    const [source] = pinLines(pins, phrasesFor("en"));
    for (const room of [source?.minimum ?? 0, source?.ideal ?? 0]) {
      const text = textOf(source, room) ?? "";
      for (const one of high) expect(text).toContain(one.text);
      expect(text).toMatch(/\+\d$/);
      expect(text.length).toBeLessThanOrEqual(room);
    }
  });

  test("cannot pass for something else", () => {
    expect(say(["one\nTidemark · two\u202e"])).not.toContain("\n");
    expect(say(["one\u202e two"])).toBe("Pinned: one two");
  });

  test("never need more room than they are given", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 8 }),
        fc.nat(400),
        fc.nat(8),
        (texts, extra, high) => {
          const pins = texts.map((text, at) => ({
            ...pin(text),
            ...(at < high ? { priority: "high" as const } : {}),
          }));
          for (const source of pinLines(pins, phrasesFor("en"))) {
            const room = source.minimum + extra;
            const text = textOf(source, room) ?? "";
            expect(text.length).toBeLessThanOrEqual(room);
            expect(text).not.toBe("");
          }
        },
      ),
    );
  });
});
