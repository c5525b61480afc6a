import type { Change } from "../agent/signal.js";
import { hidePrivateFrom, isFence, mayHidePrivate } from "../redact/private.js";
import { type Bounds, CAP } from "./bound.js";

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
  let depth = 0;
  for (const line of lines) {
    // A fence may open in a line that the edit leaves as it is.
    const shown = depth > 0 || mayHidePrivate(line) ? hidePrivateFrom(line, depth) : { text: line, depth };
    const isInside = depth > 0 && shown.depth > 0;
    depth = shown.depth;
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
    else continue;
    if (isInside) continue;
    if (text.length < CAP.change && shown.text.trim().length > 2) text += `${shown.text.slice(0, 200)}\n`;
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
  // What is fenced off may begin in the head: it goes with it, without a sign.
  const lines = old
    .slice(0, head)
    .filter(isFence)
    .map((line) => ` ${line}`);
  for (let i = head; i < old.length - tail; i++) lines.push(`-${old[i]}`);
  for (let i = head; i < now.length - tail; i++) lines.push(`+${now[i]}`);
  return lines;
}
