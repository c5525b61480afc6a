/** The value at a path through objects and lists; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here: unknown = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function countAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === "number" && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

/** A server's error message: `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"message": "…"}`. */
export function errorWords(value: unknown): string {
  return textAt(value, "error") || textAt(value, "error", "message") || textAt(value, "message");
}
