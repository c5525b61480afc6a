import fc from "fast-check";
import { expect, test } from "vitest";
import { legibleStream } from "../../../src/extra/chat/screen.js";
import { OWN_ESCAPE } from "../../../src/terminal/terminal-safe.js";

function shown(pieces: readonly string[]): string {
  const stream = legibleStream();
  return pieces.map((piece) => stream.next(piece)).join("") + stream.rest();
}

const HOSTILE = [
  "\u001b[2J\u001b[H",
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\u001b]52;c;aGk=\u001b\\",
  "\u001b]8;;http://x\u001b\\",
  "\u009b31m",
  "\u001bc",
  "\u202e",
  `${OWN_ESCAPE}[31m`,
  "\r",
  "\b",
];

test.each(HOSTILE)("%j commands no terminal, wherever it is cut", (sequence) => {
  const text = `before${sequence}after`;
  for (let at = 0; at <= text.length; at++) {
    const out = shown([text.slice(0, at), text.slice(at)]);
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\ufdd0]/);
    expect(out).toMatch(/^before.*after$/);
  }
});

test("of complete commands nothing is left, wherever they are cut", () => {
  const text = "a\u001b[1;31mb\u001b]0;title\u0007c\u001b]52;c;aGk=\u001b\\d";
  for (let at = 0; at <= text.length; at++) expect(shown([text.slice(0, at), text.slice(at)])).toBe("abcd");
});

test("harmless text is shown whole, in whatever pieces it comes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("héllo ", "日本 ", "😀", "\n", "\t", "x".repeat(900))),
      fc.nat(),
      (parts, seed) => {
        const text = parts.join("");
        const at = text.length === 0 ? 0 : seed % text.length;
        expect(shown([text.slice(0, at), text.slice(at)])).toBe(text);
      },
    ),
  );
});

test("a command that never ends holds nothing back for long", () => {
  const stream = legibleStream();
  let out = "";
  for (let n = 0; n < 2_000; n++) out += stream.next(n === 0 ? "\u001b]0;" : "x");
  expect(out.length).toBeGreaterThan(1_000);
  expect(out).not.toContain("\u001b");
});
