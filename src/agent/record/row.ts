import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";

/** The fields of a row of JSON; undefined if it is something else or only half written. */
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

const MAX_LAST_WORDS = 4;

/**
 * The texts an agent said in its last turn, oldest first. `read` gets the lines from the end on and gives the text of each,
 * "" if it has none, or false where the turn began. Most lines are large and not needed, so it parses only what can matter.
 */
export function lastWordsIn(lines: readonly string[], read: (line: string) => string | false): string[] {
  const words: string[] = [];
  for (const line of lines.toReversed()) {
    const said = read(line);
    if (said === false || words.length >= MAX_LAST_WORDS) break;
    if (said !== "") words.push(said);
  }
  return words.reverse();
}

/** The text of a message, which is a string or a list of parts. */
export function joinTexts(content: unknown, isText: (part: Fields) => boolean = () => true): string {
  if (typeof content === "string") return content.trim();
  return listOf(content)
    .map(fieldsOf)
    .map((part) => (isText(part) ? (textOf(part["text"]) ?? "") : ""))
    .join("\n")
    .trim();
}
