/** A text as one word of a shell's line, to be copied. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As much of an id as tells it from all others; commands take the start of an id. Of what was found: "0mi1zq8k2abc.fix". */
export function idStart(id: string): string {
  const [event = "", ...kind] = id.split(".");
  return [event.slice(0, 12), ...kind].join(".");
}
