import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { redactAlso } from "../../../src/capture/redact/own.js";
import { redact } from "../../../src/capture/redact/redact.js";

afterEach(() => {
  redactAlso([]);
});

describe("a person's own patterns", () => {
  it("are redacted with the rest", () => {
    expect(redactAlso(["acme-[a-z0-9]+", "(?i)project nightfall"])).toEqual([]);
    expect(redact("see acme-77x, Project Nightfall, and acme- alone")).toBe(
      "see [redacted:own], [redacted:own], and acme- alone",
    );
  });

  it("take nothing out of a private span, which is gone before", () => {
    redactAlso(["acme"]);
    expect(redact("a <private>acme</private> b")).toBe("a [private] b");
  });

  it("change nothing the second time", () => {
    redactAlso(["[a-z]{3}-\\d{2,}", "own work"]);
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
    ["x".repeat(301), "it is longer than 300 characters"],
  ])("refuses %j: %s", (pattern, why) => {
    expect(redactAlso([pattern, "acme"])[0]).toMatchObject({ why });
    // The others hold all the same.
    expect(redact("acme")).toBe("[redacted:own]");
  });

  it("are at most fifty, and a list", () => {
    expect(redactAlso(Array.from({ length: 51 }, (_, n) => `acme${n}`))).toHaveLength(1);
    expect(redactAlso("acme")).toHaveLength(1);
    expect(redactAlso(undefined)).toEqual([]);
  });

  it("end, whatever was written: a repetition has a bound", () => {
    expect(redactAlso(["a+b", "x[a-z]*"])).toEqual([]);
    expect(redact(`${"a".repeat(20_000)}c`)).toHaveLength(20_001);
  });
});
