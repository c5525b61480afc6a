import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gather, type TermMatches } from "../../src/recall/gather.js";
import { readQuestion } from "../../src/recall/question.js";

const SESSION = 100;
const found = (...numbers: number[]): TermMatches => ({
  numbers: numbers.sort((a, b) => b - a),
  isCapped: false,
});
const gathered = (question: string, matches: { [term: string]: TermMatches }, most = 50) =>
  gather(readQuestion(question, 0), new Map(Object.entries(matches)), 1_000, SESSION, most);

describe("what the index found", () => {
  test("a rare word weighs more than a common one", () => {
    const { rarity } = gathered("upload parser", {
      upload: found(...Array.from({ length: 400 }, (_, n) => n)),
      parser: found(7),
    });
    expect(rarity[1]).toBeGreaterThan(rarity[0] ?? 0);
  });

  test("what has more of the question comes first, then its neighbours", () => {
    const { numbers } = gathered("upload parser", { upload: found(105, 305), parser: found(105, 220) });
    expect(numbers[0]).toBe(105);
    expect(numbers).toEqual(expect.arrayContaining([104, 106, 305, 220]));
  });

  test("a session that speaks of it all lifts what stands in it", () => {
    const { sessions } = gathered("upload parser", { upload: found(101, 205), parser: found(150, 301) });
    expect(sessions.get(1)).toBeGreaterThan(sessions.get(2) ?? 0);
    expect(sessions.get(1)).toBeGreaterThan(sessions.get(3) ?? 0);
  });

  test("a word that is too common to be counted is taken for common", () => {
    const newest = Array.from({ length: 100 }, (_, n) => 99_900 + n);
    const { rarity } = gathered("upload parser", {
      upload: { ...found(...newest), isCapped: true },
      parser: found(...Array.from({ length: 100 }, (_, n) => n * 1_000)),
    });
    expect(rarity[0]).toBeLessThan(rarity[1] ?? 0);
  });

  test("never gives more than asked for, whatever was found, and nothing twice", () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(5_000), { maxLength: 300 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 40 }), ([a = [], b = [], c = []], most) => {
        const { numbers, held } = gathered(
          "upload parser cache",
          { upload: found(...a), parser: found(...b), cach: found(...c) },
          most,
        );
        expect(numbers.length).toBeLessThanOrEqual(most);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const n of numbers) expect([-2, -1, 0, 1, 2].some((step) => held.has(n + step))).toBe(true);
      }),
    );
  });
});
