import type { Json } from "../../event/json.js";
import type { LayoutFile } from "./layout.js";

/** A file of a layout as the value in it. */
export interface Document {
  readonly path: string;
  readonly value: Json;
  /** When the file was written last, for values that name no time. */
  readonly at?: number;
}

const MOST_DEPTH = 100;
/** A number that would not come back as it was. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const TEXT = /"(?:[^"\\]|\\.)*"/g;

/** The value in a file, or why there is none. */
export function readDocument(file: LayoutFile, at?: number): Document | string {
  if (!isJson(file.path)) return { path: file.path, value: file.text, at };
  let value: Json;
  try {
    value = JSON.parse(file.text);
  } catch {
    return file.text.trim() === "" ? "it is empty" : "it is not JSON";
  }
  if (isDeep(value, MOST_DEPTH)) return `it is nested more than ${MOST_DEPTH} deep`;
  const inexact = (file.text.replace(TEXT, '""').match(NUMBER) ?? []).find((digits) => !isExact(digits));
  if (inexact !== undefined) return `the number ${inexact.slice(0, 40)} in it cannot be kept exactly`;
  return { path: file.path, value, at };
}

export function writeDocument({ path, value }: Document): LayoutFile {
  const text = isJson(path) || typeof value !== "string" ? `${JSON.stringify(value, null, 2)}\n` : value;
  return { path, text, ...(isPackedName(path) ? { isPacked: true } : {}) };
}

export function isPackedName(path: string): boolean {
  return path.endsWith(".gz");
}

function isJson(path: string): boolean {
  return /\.json(?:\.gz)?$/.test(path);
}

function isExact(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value)) return false;
  return /[.eE]/.test(digits) || String(value) === digits || BigInt(digits) === BigInt(value);
}

function isDeep(value: Json, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1));
}
