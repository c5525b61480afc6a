import { describe, expect, test } from "vitest";
import { isLatin, LATIN } from "../../../src/text/words/wording.js";

const CHARACTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isLatin);

describe("the Latin classes", () => {
  test.each([
    ["letters", LATIN.letter, /\p{L}/u],
    ["capitals", LATIN.capital, /\p{Lu}/u],
    ["small letters", LATIN.small, /\p{Ll}/u],
    ["numbers", LATIN.number, /\p{N}/u],
  ])("know all %s of what is called Latin", (_, letters, property) => {
    const known = new RegExp(`[${letters}]`);
    expect(CHARACTERS.filter((character) => known.test(character) !== property.test(character))).toEqual([]);
  });

  test("are for French and English, not for other scripts", () => {
    expect(isLatin("Ça marche : l’œuvre — déjà vérifiée ✓ → “fini” …")).toBe(true);
    for (const other of ["日本語", "Привет", "naïveté İstanbul", "e\u0301", "𝐀", "😀"])
      expect(isLatin(other)).toBe(false);
  });
});
