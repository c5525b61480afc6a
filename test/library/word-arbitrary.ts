import fc from "fast-check";

/** Texts that hold nothing a redaction rule could take for a secret. */
export const words = fc
  .array(fc.constantFrom("tide", "Ebbe", "漢字", "🌊", "a\nb", 'say "hi"', "\\n", "é", "0", "{}"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((some) => some.join(" "));

export const name = fc.constantFrom("read_file", "run", "search-web", "write");

export const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 24 })
  .map((some) => Buffer.from(some).toString("base64"));

/** Any JSON value, of words. */
export const json = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom("a", "ß", "水", " ") }).map(tidy);

export const object = fc.dictionary(fc.constantFrom("path", "depth", "all", "query"), json, { maxKeys: 3 });

/** Some of the fields, or none. */
export function maybe<T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record<T, never>(fields, { requiredKeys: [] });
}

/** JSON has one zero only. */
function tidy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
