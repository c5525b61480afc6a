/** Says that something is awaited, where that can be taken away again. */
export function showWaiting(what: string): { end(): void } {
  const { stdout } = process;
  let isShown = stdout.isTTY === true && process.env["TERM"] !== "dumb";
  if (isShown) stdout.write(what);
  return {
    end() {
      if (isShown) stdout.write("\r\u001b[K");
      isShown = false;
    },
  };
}
