import * as v from "valibot";
import { isList, type Json } from "../../event/json.js";
import { shortId } from "../../model/fold/stamp.js";
import type { LayoutFile } from "./layout.js";

/** A file of a layout with its parsed value. */
export interface Document {
  readonly path: string;
  readonly value: Json;
  /** When the file was last written, for values that name no time. */
  readonly at?: number;
}

const MAX_DEPTH = 100;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const TEXT = /"(?:[^"\\]|\\.)*"/g;

/** Parses a file, or says why that is not possible. A number must come back from JSON exactly as it was. */
export function readDocument(file: LayoutFile, at?: number): Document | string {
  if (!isJson(file.path)) return { path: file.path, value: file.text, at };
  let value: Json;
  try {
    value = JSON.parse(file.text);
  } catch {
    return file.text.trim() === "" ? "it is empty" : "it is not JSON";
  }
  if (isDeep(value, MAX_DEPTH)) return `it is nested more than ${MAX_DEPTH} deep`;
  const inexact = (file.text.replace(TEXT, '""').match(NUMBER) ?? []).find((digits) => !isExact(digits));
  if (inexact !== undefined) return `the number ${inexact.slice(0, 40)} in it cannot be kept exactly`;
  return { path: file.path, value, at };
}

export function writeDocument({ path, value }: Document): LayoutFile {
  const text = isJson(path) || typeof value !== "string" ? `${JSON.stringify(value, null, 2)}\n` : value;
  return { path, text };
}

/** Whether a file is written and read through gzip. */
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

/** The schema of the files at some paths. */
export interface Shape {
  readonly path: RegExp;
  readonly schema: v.GenericSchema;
}

/** The pattern of a file name. It matches no path separator. */
export const NAME = "[^/\\\\\\u0000-\\u001f]+";

interface Shaped {
  readonly shapes: readonly Shape[];
}

/** Whether a layout has a file at this path. */
export function isFileOf({ shapes }: Shaped, path: string): boolean {
  return shapes.some((shape) => shape.path.test(path));
}

/** Why this is no document of a layout; undefined if it is one. */
export function whyWrong({ shapes }: Shaped, { path, value }: Document): string | undefined {
  const shape = shapes.find((one) => one.path.test(path));
  if (shape === undefined) return "it has no place in the layout";
  if (isList(value)) return "it is a list"; // It would pass as an object without fields.
  const result = v.safeParse(shape.schema, value);
  if (result.success) return undefined;
  const [issue] = result.issues;
  return `${v.getDotPath(issue) ?? "it"} is ${issue.received}, not ${issue.expected ?? "as expected"}`;
}

/** The value of a document by a schema; undefined if it does not match. */
export function shaped<S extends v.GenericSchema>(
  document: Document | undefined,
  schema: S,
): v.InferOutput<S> | undefined {
  const result = v.safeParse(schema, document?.value);
  return result.success ? result.output : undefined;
}

/** Gives files of two projects with the same name different names. */
export class FileNames {
  readonly #taken = new Set<string>();

  take(name: string, project: string): string {
    const own = fileName(name);
    const free = this.#taken.has(own) ? fileName(`${name} ${project}`) : own;
    this.#taken.add(free);
    return free;
  }
}

const PLAIN = /^[A-Za-z0-9_][\w.-]{0,99}$/;
// Windows reserves these names for devices, with any ending.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Makes a safe file name of a foreign name. Different names stay different. */
export function fileName(name: string): string {
  if (PLAIN.test(name) && !name.endsWith(".") && !DEVICE.test(name)) return name;
  const legible = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return [legible, shortId(name)].filter(Boolean).join("-");
}
