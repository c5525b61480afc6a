// Hides what the user fenced off. Tags nest; one that is never closed hides the rest.
export function hidePrivate(text: string): string {
  return mayHidePrivate(text) ? hidePrivateFrom(text, 0).text : text;
}

// The same for a text of several: what was fenced off before it goes on in it. `depth` says how many tags are open.
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

// The sign alone is found several times faster than the tag.
export function mayHidePrivate(text: string): boolean {
  return text.includes("<") && /<private\s*>/i.test(text);
}

// Whether a tag opens or closes in a line.
export function isFence(line: string): boolean {
  return line.includes("<") && /<\/?private\s*>/i.test(line);
}
