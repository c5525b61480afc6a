import { redact } from "../../capture/redact/redact.js";
import type { Document } from "../../layout/document.js";
import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../layout/json.js";

/**
 * A document without secrets: in each text, in each name, and where only the name beside a value tells that it is one:
 * {"password": "…"}, {"name": "PASSWORD", "value": "…"}, ["--password", "…"].
 */
export function redactDocument(document: Document): Document {
  return { ...document, value: redactValue(document.value, undefined) };
}

const HIDDEN = "[redacted:secret]";

function redactValue(value: Json, key: string | undefined): Json {
  if (typeof value === "string") return redactText(value, key);
  if (isList(value)) return redactList(value, key);
  return isObject(value) ? redactObject(value) : value;
}

function redactObject(value: JsonObject): JsonObject {
  const name = fieldOf(value, "name") ?? fieldOf(value, "key");
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const called = key === "value" && typeof name === "string" ? name : key;
      return [redact(key), redactValue(inner, called)];
    }),
  );
}

function redactList(list: readonly Json[], key: string | undefined): Json[] {
  return list.map((item, index) => {
    const before = list[index - 1];
    const option = typeof before === "string" ? /^-{1,2}([\w-]{2,40})$/.exec(before)?.[1] : undefined;
    return redactValue(item, option ?? key);
  });
}

/** A short value may be a secret by its name alone. */
function redactText(text: string, key: string | undefined): string {
  const clean = redact(text);
  if (clean !== text || key === undefined) return clean;
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
