import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPattern } from "../../../src/upkeep/forget/forget-pattern.js";

describe("a pattern", () => {
  test("is found as it is, over any blanks, and as JSON escapes it", () => {
    const { replace } = readPattern('say "hi" \\ now');
    for (const said of ['say "hi" \\ now', 'say\n "hi"  \\ now'])
      expect(replace(`a ${said} b`)).toBe("a [forgotten] b");
    const once = JSON.stringify('say "hi" \\ now').slice(1, -1);
    expect(replace(`{"text":"${once}"}`)).toBe('{"text":"[forgotten]"}');
    const twice = JSON.stringify(once).slice(1, -1);
    expect(replace(twice)).toBe("[forgotten]");
  });

  test("is found in a text that was cut off inside of it", () => {
    const { replace, isIn } = readPattern("correct-horse-battery-staple");
    expect(replace("the password is correct-horse-batt…")).toBe("the password is [forgotten]…");
    expect(replace("horse-battery-staple was it")).toBe("[forgotten] was it");
    expect(isIn("the correct word")).toBe(false);
  });

  test("has a needle that stands in every line it is in", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 3, maxLength: 30, unit: "grapheme" }),
        fc.string(),
        (text, before) => {
          fc.pre(text.replace(/\s/g, "").length >= 3 && !/^\/.+\/[a-z]*$/s.test(text));
          const { needle, isIn } = readPattern(text);
          const line = JSON.stringify({ text: `${before}${text}`, document: JSON.stringify({ text }) });
          expect(isIn(`${before}${text}`)).toBe(true);
          expect(needle?.test(line)).not.toBe(false);
          const loud = `${before}${text}`.toUpperCase();
          // A few letters become two: then it is another text.
          if (isIn(loud)) expect(needle?.test(JSON.stringify({ text: loud }))).not.toBe(false);
        },
      ),
    );
  });

  test("is found whatever its case, and a regular expression as its flags say", () => {
    const { replace, isInBytes } = readPattern("Zebracorn-Ölmühle");
    expect(replace("the tag zebracorn-ölmühle, ZEBRACORN-ÖLMÜHLE")).toBe("the tag [forgotten], [forgotten]");
    expect(replace("it was ZEBRACORN-ÖLM…")).toBe("it was [forgotten]…");
    expect(isInBytes(Buffer.from("a zebracorn-ÖLMÜHLE"))).toBe(true);
    expect(isInBytes(Buffer.from("xx zebracorn-ölmühle", "utf16le").subarray(1))).toBe(true);
    expect(readPattern("/Zebracorn/").isIn("zebracorn")).toBe(false);
    expect(readPattern("/Zebracorn/i").isIn("zebracorn")).toBe(true);
  });

  test("is found in files, of two encodings", () => {
    const { isInBytes } = readPattern("Müller GmbH");
    expect(isInBytes(Buffer.from("an Müller\nGmbH"))).toBe(true);
    expect(isInBytes(Buffer.from("an Müller GmbH", "utf16le"))).toBe(true);
    expect(isInBytes(Buffer.from("an Müller & Co"))).toBe(false);
    expect(readPattern("/acme-\\d+/").isInBytes(Buffer.from("see acme-12", "utf16le"))).toBe(true);
  });

  test("may be a regular expression", () => {
    const { replace, isIn } = readPattern("/cust-[0-9]{3}/i");
    expect(replace("CUST-123 and cust-999, not cust-12")).toBe("[forgotten] and [forgotten], not cust-12");
    expect([isIn("cust-123"), isIn("cust-123"), isIn("cust")]).toEqual([true, true, false]);
  });

  test.each([
    "ab",
    "  a b ",
    "x".repeat(501),
    "/(/",
    "/a*/",
    "/(a+)+b/",
    "/(a)\\1/",
    "/abc/y",
    "/./",
    "/\\w+/",
    "/[a-z]\\d/",
    "/.../",
    "/(?:x{2,}y?)*z/",
  ])("is refused: %s", (text) => {
    expect(() => readPattern(text)).toThrow(/pattern/);
  });

  test("that takes too long is ended", () => {
    const { isInBytes } = readPattern("/(?:a|a)(?:a|aa)(?:a|a|a?)*c$/");
    expect(() => isInBytes(Buffer.from("a".repeat(5_000)))).toThrow("takes too long");
  });

  test("is never named in an error", () => {
    expect(() => readPattern("/secret-word(/")).toThrow(expect.not.stringMatching("secret-word"));
  });
});
