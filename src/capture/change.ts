import { type Bounds, CAP } from "./bound.js";
import type { Change } from "./signal.js";

export interface ChangeSummary {
  readonly added: number;
  readonly removed: number;
  readonly change?: string;
}

/** Counts what an edit did and keeps its first lines, each with its sign. */
export function summariseChange(change: Change, bounds: Bounds): ChangeSummary {
  const lines = "lines" in change ? change.lines : diffLines(change.before, change.after);
  let added = 0;
  let removed = 0;
  let text = "";
  for (const line of lines) {
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
    else continue;
    if (text.length < CAP.change && line.trim().length > 2) text += `${line.slice(0, 200)}\n`;
  }
  const kept = bounds.bound(text.trimEnd(), CAP.change);
  return kept === "" ? { added, removed } : { added, removed, change: kept };
}

// Common head and tail are cut off; what is between counts as replaced. Exact enough for "+12 -3", and linear.
function diffLines(before: string, after: string): string[] {
  const old = before === "" ? [] : before.replace(/\n$/, "").split("\n");
  const now = after === "" ? [] : after.replace(/\n$/, "").split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail++;
  }
  const lines: string[] = [];
  for (let i = head; i < old.length - tail; i++) lines.push(`-${old[i]}`);
  for (let i = head; i < now.length - tail; i++) lines.push(`+${now[i]}`);
  return lines;
}
