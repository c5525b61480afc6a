/** "12,345", in the same way on every machine. */
export function figure(n: number): string {
  return Math.round(n).toLocaleString("en");
}
