import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { type Fields, fieldsOf, isFields } from "../wire.js";
import { codexFolder } from "./folder.js";

// A row keeps up to 64 KiB of a command's output, and more where it has to be escaped.
const TAIL = 320 << 10;

/** The end of Codex's own record of a session, its "rollout", as lines. None where the path leads elsewhere. */
export function readRollout(path: string | undefined, env: Env): readonly string[] {
  if (path === undefined || !path.endsWith(".jsonl")) return [];
  const bytes = readEnd(path, join(codexFolder(env), "sessions"), TAIL);
  return bytes === undefined ? [] : bytes.toString("utf8").split("\n");
}

/** What a line says, under the type of its row. */
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
