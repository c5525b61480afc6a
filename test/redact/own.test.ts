import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Refused, readOwnPatterns } from "../../src/redact/own.js";
import { redactor } from "../../src/redact/redact.js";

const refusedOf = (wanted: unknown): readonly Refused[] => readOwnPatterns(wanted).refused;
const redactorFor = (wanted: unknown) => redactor(readOwnPatterns(wanted).patterns);

const AMBIGUOUS =
  "a repetition can also match what stands behind it: say what it must not match, as in [^;]*;";

describe("a person's own patterns", () => {
  it("are redacted with the rest", () => {
    const wanted = ["acme-[a-z0-9]+", "(?i)project nightfall"];
    expect(refusedOf(wanted)).toEqual([]);
    expect(redactorFor(wanted)("see acme-77x, Project Nightfall, and acme- alone")).toBe(
      "see [redacted:own], [redacted:own], and acme- alone",
    );
  });

  it("take nothing out of a private span, which is gone before", () => {
    expect(redactorFor(["acme"])("a <private>acme</private> b")).toBe("a [private] b");
  });

  it("change nothing the second time", () => {
    const redact = redactorFor(["[a-z]{3}-\\d{2,}", "own work"]);
    fc.assert(
      fc.property(fc.stringMatching(/^(?:[a-z0-9 -]|abc-12|own work){0,40}$/), (text) => {
        const once = redact(text);
        expect(redact(once)).toBe(once);
      }),
    );
  });

  it.each([
    ["(", "it is no regular expression"],
    ["", "it is no text"],
    [7, "it is no text"],
    ["a*", "it matches where nothing stands"],
    ["redacted", "it matches what stands for a secret"],
    [".+", "it matches what stands for a secret"],
    ["(a+)+b", "it repeats a group that can match in several ways"],
    ["(?:a|aa)*b", "it repeats a group that can match in several ways"],
    ["((x)y?)*z", "it repeats a group that can match in several ways"],
    ["a+b+c+", "it has more than two repetitions without an end"],
    ["(a)\\1", "it looks back"],
    ["a.*b.*c", AMBIGUOUS],
    ["\\w{1,300}\\d{1,300}x", AMBIGUOUS],
    ["a(?:b+|c)(?:b|d)x*", AMBIGUOUS],
    ["(?:ab)+(?:c?)a+", AMBIGUOUS],
    ["a+a+b", AMBIGUOUS],
    [`${"a{0,500}".repeat(8)}b`, AMBIGUOUS],
    [`${"(a|a)".repeat(40)}b`, "more than 4 of its choices begin alike"],
    [`${"a?".repeat(45)}${"a".repeat(45)}`, "more than 4 of its choices begin alike"],
    ["x".repeat(301), "it is longer than 300 characters"],
  ])("refuses %j: %s", (pattern, why) => {
    expect(refusedOf([pattern, "acme"])[0]).toMatchObject({ why });
    // The others hold all the same.
    expect(redactorFor([pattern, "acme"])("acme")).toBe("[redacted:own]");
  });

  it("are at most fifty, and a list", () => {
    expect(refusedOf(Array.from({ length: 51 }, (_, n) => `acme${n}`))).toHaveLength(1);
    expect(refusedOf("acme")).toHaveLength(1);
    expect(refusedOf(undefined)).toEqual([]);
  });

  it.each([
    "user=[^&]*&key=[^&]+",
    "(?i)project\\s+\\w{3,20} nightfall",
    "acme-\\d+|corp-\\d+",
    "(?:acme|corp)-\\d{2,}-[a-z]+$",
    "[a-z]{2,8}\\.corp\\.test",
    "(?:acme|acme-east|acme-west)-\\d+",
    "colou?rs?-[a-f0-9]{6}",
  ])("takes %j", (pattern) => {
    expect(refusedOf([pattern])).toEqual([]);
  });

  it("hide what each data folder wants hidden, whatever others a process has open", () => {
    const [one, other] = [redactorFor(["acme-\\d+"]), redactorFor(["corp-\\d+"])];
    expect(one("acme-1 corp-2")).toBe("[redacted:own] corp-2");
    expect(other("acme-1 corp-2")).toBe("acme-1 [redacted:own]");
  });

  it("that are taken look at each sign a bounded number of times, whatever the text is made of", () => {
    const piece = fc.constantFrom("a", "b", ".", "[^a]", "[ab]", "(?:ab)", "(?:a|b)", "\\w");
    const times = fc.constantFrom("", "?", "*", "+", "{2,}", "{1,90}");
    const pattern = fc
      .array(fc.tuple(piece, times), { minLength: 1, maxLength: 6 })
      .map((parts) => `=${parts.flat().join("")}=`);
    fc.assert(
      fc.property(pattern, fc.constantFrom("ab", "a", "=a", "aab="), (wanted, unit) => {
        fc.pre(refusedOf([wanted]).length === 0);
        const redact = redactorFor([wanted]);
        const text = unit.repeat(2_000);
        const started = performance.now();
        redact(text);
        const once = performance.now() - started;
        redact(text.repeat(4));
        const four = performance.now() - started - once;
        expect(four).toBeLessThan(20 * Math.max(once, 20));
      }),
      { numRuns: 60 },
    );
  });

  it("end, whatever was written: a repetition has a bound", () => {
    const wanted = ["a+b", "x[a-z]*"];
    expect(refusedOf(wanted)).toEqual([]);
    expect(redactorFor(wanted)(`${"a".repeat(20_000)}c`)).toHaveLength(20_001);
  });
});
