import { expect, test } from "vitest";
import { OWN_ESCAPE, terminalSafe } from "../../src/terminal/terminal-safe.js";

test.each([
  ["plain text, tabs\tand\nlines", "plain text, tabs\tand\nlines"],
  ["a\u001b]0;title\u0007b\u001b[2Jc\u001b[31md", "abcd"],
  ["half\u001b]0;title", "half0;title"],
  ["one\rtwo\u009b2J\u0007\u007f", "onetwo2J"],
  ["pay\u202etxt\u2066.\u200bexe\ufeff\u{e0041}", "paytxt.exe"],
  ["déjà vu 日本 👍", "déjà vu 日本 👍"],
])("%j is shown as %j", (text, shown) => {
  expect(terminalSafe(text)).toBe(shown);
});

test("our colours stay, and nothing else can be made of their sign", () => {
  expect(terminalSafe(`${OWN_ESCAPE}[1mbold\u001b[31m${OWN_ESCAPE}[22m`)).toBe("\u001b[1mbold\u001b[22m");
  expect(terminalSafe(`a${OWN_ESCAPE}]0;x${OWN_ESCAPE}[2J`)).toBe("a]0;x[2J");
});
