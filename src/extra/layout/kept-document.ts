import type { Json } from "../../event/json.js";
import { compareEvents } from "../../event/order.js";
import type { TidemarkEvent } from "../../event/registry.js";
import type { Document } from "./document.js";
import type { LayoutName } from "./layout.js";

/** An imported document as the journal has it. */
export interface KeptDocument extends Document {
  readonly session?: string;
}

type Imported = Extract<TidemarkEvent, { type: "layout.imported" }>;

/** The last import of every document of a layout, without documents that lack a part. */
export function keptDocuments(events: readonly TidemarkEvent[], layout: LayoutName): KeptDocument[] {
  const imports = events
    .filter((event): event is Imported => event.type === "layout.imported")
    .filter(({ data }) => data.layout === layout)
    .sort(compareEvents);
  const parts = new Map<string, Map<number, Imported>>();
  const latest = new Map<string, KeptDocument>();
  for (const event of imports) {
    const { name, digest, part = 1, parts: all = 1 } = event.data;
    const key = JSON.stringify([name, digest, all]);
    const known = parts.get(key) ?? new Map<number, Imported>();
    parts.set(key, known.set(part, event));
    const document = known.size < all ? undefined : joined([...known.values()], event);
    if (document === undefined) continue;
    latest.delete(name);
    latest.set(name, document);
  }
  return [...latest.values()];
}

function joined(parts: readonly Imported[], { data }: Imported): KeptDocument | undefined {
  const inOrder = [...parts].sort((a, b) => (a.data.part ?? 1) - (b.data.part ?? 1));
  let value: Json;
  try {
    value = JSON.parse(inOrder.map((part) => part.data.document).join(""));
  } catch {
    return undefined; // A part of it was forgotten, and the rest is not JSON.
  }
  return { path: data.name, value, session: data.session };
}

/** Characters of a document in one event. */
const MAX_PART_CHARS = 262_144;

/**
 * Splits the JSON of a document into parts within the limit. It cuts only between values, so that every text can be found
 * in one of the parts. Undefined if a single text is too long.
 */
export function splitDocument(json: string, max = MAX_PART_CHARS): string[] | undefined {
  if (json.length <= max) return [json];
  const parts: string[] = [];
  let start = 0;
  let cut = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = textEnd(json, at);
    else if (json[at] === ",") cut = at + 1;
    if (at + 1 - start <= max) continue;
    if (cut <= start || cut - start > max) return undefined;
    parts.push(json.slice(start, cut));
    start = cut;
    if (at + 1 - start > max) return undefined;
  }
  parts.push(json.slice(start));
  return parts;
}

/** Where the text that begins here ends. */
function textEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
