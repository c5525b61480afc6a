import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser/lib/esm/main.js";
import { TidemarkError } from "../../error.js";

export type { Node };

/**
 * Parses JSON with comments and trailing commas. The edits below are ours: those of the parser reformat nearby lines, so
 * removing an addition would not restore the same bytes.
 */
export function parseJson(text: string, name: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) throw malformed(text, first.offset, `${name} is not valid JSON: ${reason(first)}`);
  if (!root) throw malformed(text, 0, `${name} has no content`);
  return root;
}

/** Parses settings: an object whose `key`, if present, is an object too. */
export function parseSettings(text: string, key: string): Node {
  const name = "The settings file";
  const root = parseJson(text, name);
  if (root.type !== "object") throw malformed(text, root.offset, `${name} is not a JSON object`);
  const value = propertyValue(root, key);
  if (value !== undefined && value.type !== "object")
    throw malformed(text, value.offset, `${name}: "${key}" is not an object`);
  return root;
}

/** Removes the white space from an object that has become empty. */
export function tidyEmpty(text: string): string {
  return text.replace(/^(\s*)\{\s*\}(\s*)$/, "$1{}$2");
}

export function malformed(text: string, offset: number, what: string): TidemarkError {
  const before = text.slice(0, offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new TidemarkError("settings-malformed", `${what} (line ${before.length}, column ${column}).`, {
    hint: "Correct it, then run the command again; nothing was changed.",
  });
}

export function splitBom(text: string): { readonly bom: string; readonly body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}

/** The last value of a repeated key counts, as in JSON.parse. */
export function propertyValue(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** Adds a last child to an object (with `key`) or an array, in the file's indentation and line breaks. */
export function insertChild(text: string, container: Node, value: unknown, key?: string): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  const close = container.offset + container.length - 1;
  const place = endOfText(text, close);
  const indent = childIndent(text, container);
  const label = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const child = `${eolOf(text)}${indent}${label}${printValue(text, value, indent)}`;
  if (last === undefined) {
    // The closing bracket gets its own line unless it has one.
    const tail = text.slice(place, close).includes("\n")
      ? ""
      : eolOf(text) + lineIndent(text, container.offset);
    return splice(text, place, place, child + tail);
  }
  const end = last.offset + last.length;
  if (commaAfter(text, end) !== undefined) return splice(text, place, place, `${child},`);
  return splice(splice(text, place, place, child), end, end, ",");
}

/** Removes a property or an item with the comma it no longer needs. Comments around it stay. */
export function removeChild(text: string, child: Node): string {
  const siblings = child.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(child) - 1];
  const end = child.offset + child.length;
  const start = endOfText(text, child.offset);
  const next = commaAfter(text, end);
  if (next !== undefined) return splice(splice(text, next, next + 1, ""), start, end, "");
  const without = splice(text, start, end, "");
  const comma = previous && commaAfter(text, previous.offset + previous.length);
  return comma === undefined ? without : splice(without, comma, comma + 1, "");
}

export function replaceChild(text: string, child: Node, value: unknown): string {
  const indent = child.parent ? childIndent(text, child.parent) : "";
  return splice(text, child.offset, child.offset + child.length, printValue(text, value, indent));
}

/** Whether a container holds only this child, not even a comment. */
export function holdsOnly(text: string, container: Node, child: Node): boolean {
  const open = text.slice(container.offset + 1, child.offset);
  const close = text.slice(child.offset + child.length, container.offset + container.length - 1);
  return /^[\s]*$/.test(open) && /^[\s,]*$/.test(close);
}

function reason(error: ParseError): string {
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

function printValue(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", eolOf(text) + indent);
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The first indentation in the text. */
function unitOf(text: string): string {
  return /^[ \t]+(?=["{[}\]])/m.exec(text)?.[0] ?? "  ";
}

function childIndent(text: string, container: Node): string {
  const own = container.children?.find((child) => lineIndent(text, child.offset, true) !== undefined);
  if (own) return lineIndent(text, own.offset);
  return lineIndent(text, container.offset) + unitOf(text);
}

function lineIndent(text: string, offset: number): string;
function lineIndent(text: string, offset: number, alone: true): string | undefined;
function lineIndent(text: string, offset: number, alone = false): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return alone && indent.length < line.length ? undefined : indent;
}

/** The end of the text before an offset, without white space. */
function endOfText(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** The offset of the next comma, after only white space and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const between = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  between.lastIndex = offset;
  between.exec(text);
  // A sticky expression that matches nothing leaves lastIndex unchanged.
  return text[between.lastIndex] === "," ? between.lastIndex : undefined;
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}
