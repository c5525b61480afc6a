const USUAL = 80;
const LEAST = 40;
const PIPED = 100;

/** How many characters a line may have where it is shown. */
export function lineWidth(): number {
  return process.stdout.isTTY === true ? Math.max(LEAST, process.stdout.columns ?? USUAL) : PIPED;
}
