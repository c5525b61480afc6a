/** A text as one word of a shell's line, to be copied. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
