import { readStart } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../payload/fields.js";

/** Undefined if the row is not a JSON object or only half written. */
export function parseRow(text: Buffer | string): Fields | undefined {
  try {
    const row: unknown = JSON.parse(String(text));
    return isFields(row) ? row : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a timestamp to milliseconds. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) && at > 0 ? at : undefined;
}

const MAX_LAST_WORDS = 4;

/**
 * The agent's texts in its last turn, oldest first. `read` gets the lines from the end and returns the text of each, ""
 * for none, false where the turn began. It should parse only lines that can matter: most are large.
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

export function joinTexts(content: unknown, isText: (part: Fields) => boolean = () => true): string {
  if (typeof content === "string") return content.trim();
  return listOf(content)
    .map(fieldsOf)
    .map((part) => (isText(part) ? (textOf(part["text"]) ?? "") : ""))
    .join("\n")
    .trim();
}

/** The first row, which usually names the folder; empty if it is too long or not JSON, undefined without a record. */
export function firstRow(path: string, most: number): Fields | undefined {
  const head = readStart(path, most)?.toString("utf8");
  if (!head) return undefined;
  const [line = ""] = head.split("\n", 1);
  return parseRow(line) ?? {};
}

/** Never a path that leads elsewhere, nor an option of a program. */
export function isSessionName(name: string): boolean {
  return /^\w[\w-]{0,99}$/.test(name);
}
