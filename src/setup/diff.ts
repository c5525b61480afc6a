import { structuredPatch } from "diff";
import type { Redact } from "../redact/redactor.js";

const CONTEXT_LINES = 3;

/**
 * A unified diff of two small texts, for people to read before they agree; empty if nothing changes. Secrets are redacted:
 * settings hold tokens, and printed text ends up in logs.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  redact: Redact,
): string {
  const options = { context: CONTEXT_LINES, stripTrailingCr: true };
  const { hunks } = structuredPatch(path, path, before ?? "", after ?? "", "", "", options);
  if (hunks.length === 0) return "";
  const lines = [
    `--- ${before === undefined ? "/dev/null" : path}`,
    `+++ ${after === undefined ? "/dev/null" : path}`,
    ...hunks.flatMap((hunk) => [
      `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    ]),
    "",
  ];
  return redact(lines.join("\n"));
}

/** An empty range begins after the line before it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}
