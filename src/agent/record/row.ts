import { type Fields, isFields, textOf } from "../payload/fields.js";

/** The fields of a row of JSON; undefined where it is none, or only half written. */
export function parseRow(text: Buffer | string): Fields | undefined {
  try {
    const row: unknown = JSON.parse(String(text));
    return isFields(row) ? row : undefined;
  } catch {
    return undefined;
  }
}

/** A time as agents write it, in milliseconds. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) && at > 0 ? at : undefined;
}
