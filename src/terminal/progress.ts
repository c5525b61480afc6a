import { lineWidth } from "./print.js";

const SHOW_AFTER = 700;

/** A line of progress on standard error that appears only when something takes long and a person watches. */
export function progress(
  what: string,
  things = "events",
): { report: (done: number, all?: number) => void; end: () => void } {
  const began = performance.now();
  let shown = "";
  return {
    report(done, all) {
      if (process.stderr.isTTY !== true || performance.now() - began < SHOW_AFTER) return;
      const next = all === undefined ? `${done.toLocaleString("en")} ${things}` : shareOf(done, all);
      if (next === shown) return;
      shown = next;
      process.stderr.write(`\r\u001b[K${what} … ${next}`);
    },
    end() {
      if (shown !== "") process.stderr.write("\r\u001b[K");
    },
  };
}

/** The share that is done, if the total is known. */
function shareOf(done: number, all: number): string {
  const share = all > 0 ? Math.min(1, done / all) : 1;
  return `${bar(share, CELLS)}${String(Math.floor(share * 100)).padStart(3)} %`;
}

const CELLS = 24;

/** Shows a line in a terminal while the work blocks, and clears it afterwards. */
export function waiting<T>(what: string, work: () => T): T {
  if (process.stderr.isTTY !== true) return work();
  process.stderr.write(`${what} …`);
  try {
    return work();
  } finally {
    process.stderr.write("\r\u001b[K");
  }
}

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

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

const NARROW = 80;
