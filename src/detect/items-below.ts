import type { Line } from "./sentence.js";

/** The items of the list right below a title, the outermost only; where no list follows, the one line that does. */
export function* itemsBelow(lines: readonly Line[], title: number): Generator<Line> {
  let indent: number | undefined;
  for (const line of lines.slice(title + 1)) {
    if (line.kind === "blank") continue;
    if (line.kind !== "item") {
      if (indent === undefined && line.kind === "plain" && line.text.length < LONGEST) yield line;
      if (indent === undefined || line.indent <= indent) return;
      continue;
    }
    indent ??= line.indent;
    if (line.indent <= indent) yield line;
  }
}

/** A line that says what the list below it holds. */
export function isTitle(line: Line): boolean {
  return line.kind === "heading" || (line.kind === "plain" && line.text.endsWith(":"));
}

const LONGEST = 160;
