/** A text as one word of a shell's line, to be copied. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As much of an id as tells it from all others; commands take the start of an id. */
export function idStart(id: string): string {
  return id.slice(0, 12);
}

/** The same for one of a list in which ids may begin alike: what was found in one event differs only at its end. */
export function idStartAmong(id: string, ids: readonly string[]): string {
  const others = ids.filter((other) => other !== id);
  let length = idStart(id).length;
  while (length < id.length && others.some((other) => other.startsWith(id.slice(0, length)))) length++;
  return id.slice(0, length);
}
