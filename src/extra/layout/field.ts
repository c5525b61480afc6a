import * as v from "valibot";

/** Tools leave fields out, and Python writes null for a missing value. */
export const text = v.nullish(v.string());
export const number = v.nullish(v.number());
export const texts = list(v.string());

export function textFields<const K extends readonly string[]>(...names: K) {
  return v.entriesFromList(names, text);
}

export function listFields<const K extends readonly string[]>(...names: K) {
  return v.entriesFromList(names, texts);
}

export function part<const E extends v.ObjectEntries>(entries: E) {
  return v.nullish(v.looseObject(entries));
}

export function list<const S extends v.GenericSchema>(item: S) {
  return v.nullish(v.array(item));
}
