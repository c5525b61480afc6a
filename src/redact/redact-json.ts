import { fieldOf, isList, isObject, type Json, type JsonObject } from "../event/json.js";
import type { Redact } from "./redactor.js";

export interface JsonRedaction {
  readonly redact: Redact;
  /** What is no text but bytes or a maker's seal, by the object it is in and its name there. */
  readonly isSpared?: (fields: JsonObject, key: string, text: string) => boolean;
}

/**
 * A value without secrets: in each text, in each name, and where only the name beside a value tells that it is one:
 * {"password": "…"}, {"name": "PASSWORD", "value": "…"}, ["--password", "…"]. The very same value where there are none.
 */
export function redactJson(value: Json, options: JsonRedaction): Json {
  return redactValue(value, undefined, options);
}

const HIDDEN = "[redacted:secret]";
/** No secret that only its name gives away is longer. */
const LONGEST_NAMED = 1_000;

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

/** Two names may look alike without their secrets: neither value is lost. */
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

/** A short value may be a secret by its name alone. */
function redactText(text: string, key: string | undefined, redact: Redact): string {
  const clean = redact(text);
  if (clean !== text || key === undefined || text.length > LONGEST_NAMED) return clean;
  const named = JSON.stringify({ [key]: text });
  const cleanNamed = redact(named);
  if (cleanNamed === named) return text;
  try {
    const values: Json[] = Object.values(JSON.parse(cleanNamed));
    const [value] = values;
    return typeof value === "string" ? value : HIDDEN;
  } catch {
    return HIDDEN; // What was taken out reached beyond the value.
  }
}

function ownText(fields: JsonObject, key: string): string | undefined {
  const value = fieldOf(fields, key);
  return typeof value === "string" ? value : undefined;
}
