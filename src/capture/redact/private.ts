// Hides what the user fenced off. Tags nest; one that is never closed hides the rest.
export function hidePrivate(text: string): string {
  const tag = /<(\/?)private>/gi;
  let out = "";
  let from = 0;
  let depth = 0;
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    if (match[1] === "") {
      if (depth++ === 0) out += `${text.slice(from, match.index)}[private]`;
    } else if (depth > 0 && --depth === 0) from = tag.lastIndex;
  }
  return depth > 0 ? out : out + text.slice(from);
}
