const LONGEST = 120;

/** A piece of a sentence as it can be said again by itself: one line, no code marks, no closing punctuation. */
export function shortLine(text: string, longest = LONGEST): string | undefined {
  const line = text
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:—–-]+/, "")
    .replace(/[\s.,;:!…—–-]+$/, "");
  if (line.length < 2 || line.toLowerCase() === line.toUpperCase()) return undefined;
  return balanced(line.length <= longest ? line : cut(line, longest));
}

function cut(line: string, longest: number): string {
  const start = line.slice(0, longest - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > longest / 2 ? start.slice(0, space) : start).replace(/[\s.,;:—–-]+$/, "")}…`;
}

/** A bracket that was cut open reads like a mistake. */
function balanced(line: string): string {
  const open = line.lastIndexOf("(");
  if (open <= 0 || line.indexOf(")", open) !== -1) return line;
  return line.slice(0, open).trimEnd();
}
