import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemOf, withoutAccents } from "../../../src/text/words/stem.js";
import { termsOf, tokensOf, wholeNames } from "../../../src/text/words/term.js";

describe("the terms of a text", () => {
  test("are stems of its words, without those that hold sentences together", () => {
    expect(termsOf("How did we fix the flaky uploads?")).toEqual(["fix", "flaki", "upload"]);
  });

  test.each([
    ["parseHeader", "parse_header"],
    ["parseHeader", "parse-header"],
    ["src/net/upload-retry.ts", "uploadRetry.ts"],
    ["RetryPolicy", "retry policy"],
    ["HTTPServer", "http server"],
  ])("%s is found by %s", (written, asked) => {
    const terms = new Set(termsOf(written));
    expect(termsOf(asked).some((term) => terms.has(term))).toBe(true);
  });

  test("an identifier is found whole and in parts", () => {
    expect(termsOf("call parseHeader")).toEqual(expect.arrayContaining(["parseheader", "pars", "header"]));
    expect(wholeNames("see src/upload-retry.ts")).toEqual(["uploadretryts", "uploadretry"]);
  });

  test("French forms share a stem, accents or not", () => {
    const forms = ["corrigé", "corrigée", "corriger"].map((word) => stemOf(word, "fr"));
    expect(new Set(forms).size).toBe(1);
    expect(withoutAccents("échoué à l'été, œuvre")).toBe("echoue a l'ete, oeuvre");
    const terms = new Set(termsOf("Nous avons corrigé les tests et le serveur, mais pas la page."));
    expect(terms.has(stemOf("corriger", "fr"))).toBe(true);
    expect(terms.has("test")).toBe(true);
  });

  test("short names and numbers can be asked for", () => {
    expect(termsOf("CI on Go 2")).toEqual(["ci", "go", "2"]);
  });

  test("any text gives terms that the index can hold, each once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const terms = termsOf(text);
        expect(new Set(terms).size).toBe(terms.length);
        for (const term of terms) expect(term).not.toMatch(/[\s"]/);
        expect(tokensOf(text).every(({ stem, word }) => stem !== "" && word !== "")).toBe(true);
      }),
    );
  });
});
