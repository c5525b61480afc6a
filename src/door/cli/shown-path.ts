const ESCAPE: { readonly [character: string]: string } = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };

/** A path on one line: a name may have a newline in it, and must not look like lines of ours. Quoted where it is odd. */
export function shownPath(path: string): string {
  if (!/[\p{Cc}"\\\u2028\u2029]/u.test(path)) return path;
  const escaped = path
    .replace(/["\\]/g, "\\$&")
    .replace(
      /[\p{Cc}\u2028\u2029]/gu,
      (character) => ESCAPE[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  return `"${escaped}"`;
}
