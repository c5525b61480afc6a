import { print, style } from "./print.js";

/** A unified diff in the colours people know it in. */
export function printDiff(diff: string): void {
  for (const line of diff.trimEnd().split("\n")) print(paint(line));
}

function paint(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return style.bold(line);
  if (line.startsWith("@@")) return style.cyan(line);
  if (line.startsWith("+")) return style.green(line);
  if (line.startsWith("-")) return style.red(line);
  return style.dim(line);
}
