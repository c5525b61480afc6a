import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { TidemarkError } from "../../error.js";
import { type Fields, fieldsOf } from "../payload/fields.js";

const NAME = "The settings file";

/** Only for reading: edits change the text, so that comments stay. */
export function parseToml(text: string): Fields {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw unfit(`${NAME} is not valid TOML: ${reason} (line ${error.line}, column ${error.column}).`);
  }
}

export function tomlAt(root: Fields, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    const fields = fieldsOf(value);
    return Object.hasOwn(fields, name) ? fields[name] : undefined;
  }, root);
}

/** Adds a table at the end. */
export function appendTable(text: string, path: readonly string[], lines: readonly string[]): string {
  const eol = eolOf(text);
  // An empty line before it, unless the last line has no line break. `removeTable` relies on this.
  const before = text.replace(/^\uFEFF/, "") === "" ? "" : eol;
  const block = [`[${path.join(".")}]`, ...lines].map((line) => line + eol).join("");
  return checked(text, text + before + block, path);
}

/** Removes a table and those below it. Everything between and after them stays, comments too. */
export function removeTable(text: string, path: readonly string[]): string {
  const found = tomlAt(parseToml(text), path) === undefined ? undefined : findTables(text, path).at(-1);
  if (found === undefined) return text;
  const { start, end } = found;
  const [head, rest] = [text.slice(0, start), text.slice(end)];
  // The line break that was added with it.
  const isOurs = rest === "" || /\n\r?\n$/.test(head);
  const next = (isOurs ? head.replace(/\r?\n$/, "") : head) + rest;
  return checked(text, removeTable(next, path), path);
}

/** Replaces values of a table, each on its own line. */
export function replaceInTable(
  text: string,
  path: readonly string[],
  values: { readonly [key: string]: string },
): string {
  const found = findTables(text, path)[0];
  if (found === undefined) return text;
  let table = text.slice(found.start, found.end);
  for (const [key, value] of Object.entries(values))
    table = table.replace(
      new RegExp(`^([ \\t]*${key}[ \\t]*=[ \\t]*)[^\\r\\n]*`, "m"),
      (_, name: string) => name + value,
    );
  return checked(text, text.slice(0, found.start) + table + text.slice(found.end), path);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const HEADER = /^[ \t]*\[{1,2}[ \t]*([^\]\r\n]+?)[ \t]*\]{1,2}[ \t]*(?:#[^\r\n]*)?$/;

/** The spans of the table and those below it, each from its header to the end of its last value. */
function findTables(text: string, path: readonly string[]): Span[] {
  const spans: Span[] = [];
  let offset = 0;
  let open: { start: number; end: number } | undefined;
  for (const line of text.match(/[^\n]*(?:\n|$)/g) ?? []) {
    const bare = line.replace(/\r?\n$/, "").replace(/^\uFEFF/, "");
    const header = HEADER.exec(bare)?.[1];
    if (header !== undefined) {
      if (open !== undefined) spans.push(open);
      open = isBelow(header, path) ? { start: offset + line.indexOf("["), end: offset } : undefined;
    }
    if (open !== undefined && /^[ \t]*[^\s#]/.test(bare)) open.end = offset + line.length;
    offset += line.length;
  }
  if (open !== undefined) spans.push(open);
  return spans;
}

function isBelow(header: string, path: readonly string[]): boolean {
  const names = header.split(".").map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return path.every((name, at) => names[at] === name);
}

// Leave the file alone if a header is inside a multi-line string or a table has another form.
function checked(before: string, after: string, path: readonly string[]): string {
  if (!isDeepStrictEqual(without(parseToml(before), path), without(parseToml(after), path)))
    throw unfit(`${NAME} has [${path.join(".")}] in a form that cannot be edited safely.`);
  return after;
}

function without(root: Fields, [name = "", ...rest]: readonly string[]): Fields {
  const { [name]: value, ...others } = root;
  const left = rest.length === 0 ? {} : without(fieldsOf(value), rest);
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}

function unfit(sentence: string): TidemarkError {
  return new TidemarkError("settings-malformed", sentence, {
    hint: "Correct it, then run the command again; nothing was changed.",
  });
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
