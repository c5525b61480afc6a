import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldSecret } from "../../src/redact/each-keyword.js";
import { allRules } from "../../src/redact/ruleset.js";
import { redact } from "../redact.js";
import { contexts } from "./example/context.js";
import { tokens } from "./example/token.js";
import { vendors } from "./example/vendor.js";

const secrets = [...tokens, ...vendors, ...contexts].map((example) => example.text);
const keywords = [...new Set(allRules().flatMap((rule) => rule.keyword))];
const glue = [
  " ",
  "\n",
  "=",
  ": ",
  '"',
  "'",
  "\\n",
  "@",
  "://",
  "<private>",
  "</private>",
  "[redacted:token]",
  ",",
];

// Text that is dense with everything the rules look at.
const dense = fc
  .array(
    fc.oneof(
      fc.constantFrom(...secrets),
      fc.constantFrom(...keywords),
      fc.constantFrom(...glue),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

const words = fc.array(fc.stringMatching(/^[a-z]{1,10}$/), { maxLength: 60 }).map((list) => list.join(" "));

describe("redact", () => {
  it("gives the same text when it is run again", () => {
    fc.assert(
      fc.property(dense, (text) => {
        const once = redact(text);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("changes nothing that the gate lets pass", () => {
    fc.assert(
      fc.property(fc.oneof(dense, words), (text) => {
        if (!mayHoldSecret(text)) expect(redact(text)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it("never throws, whatever the characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(typeof redact(text)).toBe("string");
      }),
    );
  });

  it("leaves text of plain words as it is", () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(redact(text)).toBe(text);
      }),
    );
  });

  it("finds a token between plain words", () => {
    fc.assert(
      fc.property(words, fc.constantFrom(...tokens), words, (left, token, right) => {
        expect(redact(`${left}\n${token.text}\n${right}`)).toBe(`${left}\n${token.redacted}\n${right}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe("time", () => {
  const units = [
    "a",
    "A",
    "0",
    "=",
    "-",
    "eyJ-",
    "://a:",
    "password=",
    "key=",
    "pw: ",
    "<private>",
    "curl -u ",
    "sk-",
  ];
  const keys = [
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "kind: Secret data: ",
    "cookie: a=",
    "_auth=",
    "DB_PASSWORD value: ",
    "password (",
    "echo a ",
    "login a password ",
    "stringData: a: b ",
    "mongo -u ",
    "mnemonic: abc def ",
    'token" { default ',
    "card number: 4 1",
    "the password is ",
  ];

  it.each([...units, ...keys])("grows with the text for a run of %j", (unit) => {
    const text = unit.repeat(Math.ceil(60_000 / unit.length));
    redact(text);
    const single = fastest(text);
    // Twice the text may take three times as long, so four times the text nine times; quadratic would be sixteen.
    // The five milliseconds keep tiny times from deciding.
    expect(fastest(text.repeat(4))).toBeLessThan(9 * single + 5);
  });

  // Processor time, because a busy machine stretches the clock but not the work.
  function fastest(text: string): number {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 4; run++) {
      const start = process.cpuUsage();
      redact(text);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  }
});
