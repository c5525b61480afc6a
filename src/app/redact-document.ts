import { redact } from "../capture/redact/redact.js";
import type { Document } from "../layout/document.js";
import { isList, isObject, type Json } from "../layout/json.js";

/** A document without secrets, or why they cannot be taken out of it. */
export function redactDocument(document: Document): Document | string {
  const value = redactValue(document.value, undefined);
  const json = JSON.stringify(value);
  // What only shows when all of it is read together, such as a name and its value in neighbouring fields.
  const clean = redact(json);
  if (clean === json) return { ...document, value };
  try {
    const again: Json = JSON.parse(clean);
    return { ...document, value: again };
  } catch {
    return "it holds a secret that cannot be taken out of it";
  }
}

function redactValue(value: Json, key: string | undefined): Json {
  if (typeof value === "string") return redactText(value, key);
  if (isList(value)) return value.map((item) => redactValue(item, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redactValue(inner, name)]),
  );
}

/** A short value may be a secret by its name alone: {"password": "…"}. */
function redactText(text: string, key: string | undefined): string {
  const clean = redact(text);
  if (clean !== text || key === undefined) return clean;
  const named = `${key}=${text}`;
  const cleanNamed = redact(named);
  if (cleanNamed === named) return text;
  return cleanNamed.startsWith(`${key}=`) ? cleanNamed.slice(key.length + 1) : cleanNamed;
}
