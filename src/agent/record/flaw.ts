import { NOFOLLOW, readStart } from "../../host/foreign-file.js";
import type { PastRecord } from "../past.js";
import { parseRow } from "./row.js";

const START = 64 << 10;

/** Why nothing can be read in a record of rows; undefined where there may simply be nothing to tell in it. */
export function flawOf({ path }: PastRecord): string | undefined {
  const start = readStart(path, START, NOFOLLOW);
  if (start === undefined) return "it cannot be opened";
  const text = start.toString("utf8").trimStart();
  if (text === "") return "empty";
  const end = text.indexOf("\n");
  // A first row that is longer than what was looked at may be whole.
  if (end < 0 && start.length === START) return text.startsWith("{") ? undefined : NO_JSON;
  return parseRow(end < 0 ? text : text.slice(0, end)) === undefined ? NO_JSON : undefined;
}

const NO_JSON = "no rows of JSON";
