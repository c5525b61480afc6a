import type { Usage } from "../port.js";
import { Unreadable } from "./lines.js";

/** What a server sends is not believed: it is read field by field. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("sent a piece that cannot be read");
  }
}

/** What stands at the end of a way through objects and lists; undefined where the way ends before. */
export function at(value: unknown, ...way: readonly (string | number)[]): unknown {
  let here: unknown = value;
  for (const step of way) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}

export function textAt(value: unknown, ...way: readonly (string | number)[]): string {
  const found = at(value, ...way);
  return typeof found === "string" ? found : "";
}

export function countAt(value: unknown, ...way: readonly (string | number)[]): number | undefined {
  const found = at(value, ...way);
  return typeof found === "number" && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
}

export function usageOf(asked: number | undefined, answered: number | undefined): Usage {
  return { ...(asked === undefined ? {} : { asked }), ...(answered === undefined ? {} : { answered }) };
}

/** The server's own words about an error: `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"message": "…"}`. */
export function errorWords(value: unknown): string {
  return textAt(value, "error") || textAt(value, "error", "message") || textAt(value, "message");
}
