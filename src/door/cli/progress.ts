const SHOW_AFTER = 700;

/** A line of progress on standard error that appears only when something takes long and a person watches. */
export function progress(what: string): { report: (events: number) => void; end: () => void } {
  const began = performance.now();
  let shown = false;
  return {
    report(events) {
      if (process.stderr.isTTY !== true || performance.now() - began < SHOW_AFTER) return;
      shown = true;
      process.stderr.write(`\r\u001b[K${what} … ${events.toLocaleString("en")} events`);
    },
    end() {
      if (shown) process.stderr.write("\r\u001b[K");
    },
  };
}
