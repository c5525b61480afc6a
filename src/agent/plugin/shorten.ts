// Far above what is kept of any output, and far below what would take time to hand over.
const MOST = 64_000;

/** The beginning and the end of a long text: what a command printed may be of any length. */
export function shorten(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST / 2)}\n…\n${text.slice(-MOST / 2)}`;
}
