import { stripAnsi } from "../../ansi.js";

const LONGEST_SAID = 200;

/** A server's own words as a short line without the key, or a part of it that would tell which it is. */
export function sayable({ key }: { readonly key: string | undefined }, words: string): string {
  const line = stripAnsi(words)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  const safe =
    key === undefined
      ? line
      : line
          .split(" ")
          .map((word) => (tells(word, key) ? "[key]" : word))
          .join(" ");
  return safe.slice(0, LONGEST_SAID).toWellFormed().replace(/\.$/, "");
}

function tells(word: string, key: string): boolean {
  return key.length < 12
    ? word.includes(key)
    : word.includes(key.slice(0, 6)) || word.includes(key.slice(-6));
}
