import { readStart } from "../../host/file/foreign-file.js";
import type { Fields } from "../payload/fields.js";
import { parseRow } from "./row.js";

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
