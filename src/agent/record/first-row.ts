import { readStart } from "../../host/file/foreign-file.js";
import type { Fields } from "../payload/fields.js";
import { parseRow } from "./row.js";

/**
 * The first row of a record, which mostly names the folder; nothing in it where it is longer than `most` or none of the
 * agent's. Undefined where there is no record.
 */
export function firstRow(path: string, most: number): Fields | undefined {
  const head = readStart(path, most)?.toString("utf8");
  if (!head) return undefined;
  const [line = ""] = head.split("\n", 1);
  return parseRow(line) ?? {};
}

/** Whether a session may be called so: never a path that leads elsewhere, nor what a program would take for an option. */
export function isSessionName(name: string): boolean {
  return /^\w[\w-]{0,99}$/.test(name);
}
