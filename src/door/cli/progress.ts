const SHOW_AFTER = 700;

/** A line of progress on standard error that appears only when something takes long and a person watches. */
export function progress(
  what: string,
  things = "events",
): { report: (done: number) => void; end: () => void } {
  const began = performance.now();
  let shown = false;
  return {
    report(done) {
      if (process.stderr.isTTY !== true || performance.now() - began < SHOW_AFTER) return;
      shown = true;
      process.stderr.write(`\r\u001b[K${what} … ${done.toLocaleString("en")} ${things}`);
    },
    end() {
      if (shown) process.stderr.write("\r\u001b[K");
    },
  };
}
