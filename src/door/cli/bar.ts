import { lineWidth } from "./line-width.js";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const NARROW = 80;

/** A small bar of so many cells, as full as the share says. Only for eyes: a pipe gets none. */
export function bar(share: number, cells = barCells()): string {
  if (process.stdout.isTTY !== true) return "";
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * cells * 8);
  // What is there at all is seen.
  const filled = share > 0 ? Math.max(1, eighths) : 0;
  return `${"█".repeat(filled >> 3)}${EIGHTHS[filled & 7] ?? ""}`.padEnd(cells + 1);
}

function barCells(): number {
  return lineWidth() < NARROW ? 6 : 12;
}
