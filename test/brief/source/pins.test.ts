import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pinLines } from "../../../src/brief/source/facts.js";
import type { Pin } from "../../../src/model/fold/declared/declared.js";
import { phrasesFor } from "../../../src/render/phrase.js";

const pin = (text: string): Pin => ({ id: text, text, priority: "normal", createdAt: 0 });
const say = (texts: readonly string[], room = 400, language: "en" | "fr" = "en") =>
  pinLines(texts.map(pin), phrasesFor(language))[0]?.render(room);

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

  test("cannot pass for something else", () => {
    expect(say(["one\nTidemark · two\u202e"])).not.toContain("\n");
    expect(say(["one\u202e two"])).toBe("Pinned: one two");
  });

  test("never need more room than they are given", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 8 }),
        fc.nat(400),
        (texts, extra) => {
          for (const source of pinLines(texts.map(pin), phrasesFor("en"))) {
            const room = source.minimum + extra;
            const text = String(source.render(room));
            expect(text.length).toBeLessThanOrEqual(room);
            expect(text).not.toBe("");
          }
        },
      ),
    );
  });
});
