/** The longest part of a document that is kept in one event, in characters. */
const LONGEST_PART = 262_144;

/**
 * A document's JSON in parts, each within the limit. It is cut between values alone, so that no text stands half in one
 * part and half in the next: whoever looks for a text finds it in one of them. Undefined where a single text is too long.
 */
export function splitDocument(json: string, most = LONGEST_PART): string[] | undefined {
  if (json.length <= most) return [json];
  const parts: string[] = [];
  let start = 0;
  let cut = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = textEnd(json, at);
    else if (json[at] === ",") cut = at + 1;
    if (at + 1 - start <= most) continue;
    if (cut <= start || cut - start > most) return undefined;
    parts.push(json.slice(start, cut));
    start = cut;
    if (at + 1 - start > most) return undefined;
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
