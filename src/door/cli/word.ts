/** A text as one word of a shell's line, to be copied. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As much of an id as tells it from all others; commands take the start of an id. */
export function idStart(id: string): string {
  return id.slice(0, 12);
}
