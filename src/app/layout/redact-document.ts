import { redactJson } from "../../capture/redact/redact-json.js";
import type { Document } from "../../layout/document.js";

/** A document without secrets, its names included. */
export function redactDocument(document: Document): Document {
  return { ...document, value: redactJson(document.value) };
}
