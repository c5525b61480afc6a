import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, isFields } from "../payload/fields.js";
import { codexFolder } from "./folder.js";

/** Bytes read from the end: a row holds up to 64 KiB of output, but most are small. */
const TAIL = { short: 48 << 10, whole: 320 << 10 } as const;

/** Reads the last lines of a rollout; the first may be cut. */
export type Tail = (size?: keyof typeof TAIL) => readonly string[];

/** The end of a rollout; empty if the path is outside of Codex's folder. */
export function readRollout(
  path: string | undefined,
  env: Env,
  size: keyof typeof TAIL = "whole",
): readonly string[] {
  if (path === undefined || !path.endsWith(".jsonl")) return [];
  const bytes = readEnd(path, join(codexFolder(env), "sessions"), TAIL[size]);
  return bytes === undefined ? [] : bytes.toString("utf8").split("\n");
}

export function readRow(line: string): {
  readonly type: unknown;
  readonly payload: Fields;
  readonly metadata: Fields;
} {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    row = undefined; // The first line of a tail is cut, the last may be half written.
  }
  const { type, payload, metadata } = isFields(row) ? row : {};
  return { type, payload: fieldsOf(payload), metadata: fieldsOf(metadata) };
}
