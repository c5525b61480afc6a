import * as v from "valibot";
import { isList } from "../../event/json.js";
import type { Document } from "./document.js";

/** What the files under some paths look like. */
export interface Shape {
  readonly path: RegExp;
  readonly schema: v.GenericSchema;
}

/** Tools leave fields out, and Python writes null for nothing. */
export const text = v.nullish(v.string());
export const number = v.nullish(v.number());
export const texts = v.nullish(v.array(v.string()));

/** A name of a file, as a part of a pattern: it leads nowhere. */
export const NAME = "[^/\\\\\\u0000-\\u001f]+";

export function isShaped(shapes: readonly Shape[], path: string): boolean {
  return shapeOf(shapes, path) !== undefined;
}

/** Why a document does not have the shape of its path. */
export function whyMisshapen(shapes: readonly Shape[], { path, value }: Document): string | undefined {
  const shape = shapeOf(shapes, path);
  if (shape === undefined) return "it has no place in the layout";
  if (isList(value)) return "it is a list"; // Which would pass for an object without fields.
  const result = v.safeParse(shape.schema, value);
  if (result.success) return undefined;
  const [issue] = result.issues;
  return `${v.getDotPath(issue) ?? "it"} is ${issue.received}, not ${issue.expected ?? "as expected"}`;
}

/** The document at a path as its schema sees it; undefined where there is none of that shape. */
export function shaped<S extends v.GenericSchema>(
  { value }: Document,
  schema: S,
): v.InferOutput<S> | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}

function shapeOf(shapes: readonly Shape[], path: string): Shape | undefined {
  return shapes.find((shape) => shape.path.test(path));
}
