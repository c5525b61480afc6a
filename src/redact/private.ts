// Hides `<private>` spans. Tags nest; one that is never closed hides the rest.
export function hidePrivate(text: string): string {
  return mayHidePrivate(text) ? hidePrivateFrom(text, 0).text : text;
}

// Continues with `open` tags from the text before, and returns the tags that are still open.
export function hidePrivateFrom(
  text: string,
  open: number,
): { readonly text: string; readonly depth: number } {
  if (open === 0 && !mayHidePrivate(text)) return { text, depth: 0 };
  const tag = /<(\/?)private\s*>/gi;
  let out = open > 0 ? "[private]" : "";
  let from = 0;
  let depth = open;
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    if (match[1] === "") {
      if (depth++ === 0) out += `${text.slice(from, match.index)}[private]`;
    } else if (depth > 0 && --depth === 0) from = tag.lastIndex;
  }
  return { text: depth > 0 ? out : out + text.slice(from), depth };
}

// Finding the sign alone is several times faster.
export function mayHidePrivate(text: string): boolean {
  return text.includes("<") && /<private\s*>/i.test(text);
}

export function isFence(line: string): boolean {
  return line.includes("<") && /<\/?private\s*>/i.test(line);
}
