import { structuredPatch } from "diff";
import type { Redact } from "../redact/redactor.js";

/** A unified diff, empty if nothing changes. Secrets are redacted: settings hold tokens, and output ends up in logs. */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  redact: Redact,
): string {
  const options = { context: 3, stripTrailingCr: true };
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
