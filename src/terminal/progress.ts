import { lineWidth } from "./print.js";

const DELAY_MS = 700;
const PROGRESS_CELLS = 24;
const NARROW_COLUMNS = 80;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A line of progress on a terminal's standard error, only if the work takes long. */
export function progress(
  what: string,
  things = "events",
): { report: (done: number, all?: number) => void; end: () => void } {
  const began = performance.now();
  let shown = "";
  return {
    report(done, all) {
      if (process.stderr.isTTY !== true || performance.now() - began < DELAY_MS) return;
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

function shareOf(done: number, all: number): string {
  const share = all > 0 ? Math.min(1, done / all) : 1;
  return `${bar(share, PROGRESS_CELLS)}${String(Math.floor(share * 100)).padStart(3)} %`;
}

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

/** A small bar that is filled by the share; empty in a pipe. */
export function bar(share: number, cells = lineWidth() < NARROW_COLUMNS ? 6 : 12): string {
  if (process.stdout.isTTY !== true) return "";
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * cells * 8);
  // Show at least a bit of anything above zero.
  const filled = share > 0 ? Math.max(1, eighths) : 0;
  return `${"█".repeat(filled >> 3)}${EIGHTHS[filled & 7] ?? ""}`.padEnd(cells + 1);
}
