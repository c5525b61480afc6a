import { fieldOf, isList, isObject, type Json, type JsonObject } from "../event/json.js";
import type { Redact } from "./redactor.js";

export interface JsonRedaction {
  readonly redact: Redact;
  /** Bytes and signatures of vendors are not text. */
  readonly isSpared?: (fields: JsonObject, key: string, text: string) => boolean;
}

/**
 * Redacts texts and names, and values known only by the name beside them: {"password": "…"},
 * {"name": "PASSWORD", "value": "…"}, ["--password", "…"]. Returns the same object if there are no secrets.
 */
export function redactJson(value: Json, options: JsonRedaction): Json {
  return redactValue(value, undefined, options);
}

const HIDDEN = "[redacted:secret]";
const MAX_NAMED_CHARS = 1_000;

function redactValue(value: Json, key: string | undefined, options: JsonRedaction): Json {
  if (typeof value === "string") return redactText(value, key, options.redact);
  if (isList(value)) return redactList(value, key, options);
  return isObject(value) ? redactFields(value, options) : value;
}

function redactFields(fields: JsonObject, options: JsonRedaction): JsonObject {
  const { redact, isSpared } = options;
  const name = ownText(fields, "name") ?? ownText(fields, "key");
  let isChanged = false;
  const taken = new Set<string>();
  const clean = Object.entries(fields).map(([key, inner]): [string, Json] => {
    const called = key === "value" && name !== undefined ? name : key;
    const isLeft = typeof inner === "string" && isSpared?.(fields, key, inner) === true;
    const entry: [string, Json] = [
      freeName(redact(key), taken),
      isLeft ? inner : redactValue(inner, called, options),
    ];
    isChanged ||= entry[0] !== key || entry[1] !== inner;
    return entry;
  });
  return isChanged ? Object.fromEntries(clean) : fields;
}

/** Numbers names that became equal, so that no value is lost. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  taken.add(free);
  return free;
}

function redactList(list: readonly Json[], key: string | undefined, options: JsonRedaction): readonly Json[] {
  let isChanged = false;
  const clean = list.map((item, index) => {
    const before = list[index - 1];
    const option = typeof before === "string" ? /^-{1,2}([\w-]{2,40})$/.exec(before)?.[1] : undefined;
    const redacted = redactValue(item, option ?? key, options);
    isChanged ||= redacted !== item;
    return redacted;
  });
  return isChanged ? clean : list;
}

/** Redacts a short value also together with its name. */
function redactText(text: string, key: string | undefined, redact: Redact): string {
  const clean = redact(text);
  if (clean !== text || key === undefined || text.length > MAX_NAMED_CHARS) return clean;
  const named = JSON.stringify({ [key]: text });
  const cleanNamed = redact(named);
  if (cleanNamed === named) return text;
  try {
    const [value]: Json[] = Object.values(JSON.parse(cleanNamed));
    return typeof value === "string" ? value : HIDDEN;
  } catch {
    return HIDDEN; // The redacted span is longer than the value.
  }
}

function ownText(fields: JsonObject, key: string): string | undefined {
  const value = fieldOf(fields, key);
  return typeof value === "string" ? value : undefined;
}
