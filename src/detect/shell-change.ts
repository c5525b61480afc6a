const WORD = `"[^"\\n]{1,300}"|'[^'\\n]{1,300}'|[^\\s;|&<>()'"]{1,300}`;
const REDIRECT = new RegExp(`(?<![0-9&<])>{1,2}\\s*(${WORD})`, "g");
const COMMAND = /(?:^|[;&|]\s*|\n\s*)(?:sudo\s+)?(sed|perl|mv|cp|rm|tee|touch|git)\b([^;&|<>\n]{0,400})/g;

/** The files a shell command changes, as far as its text says so: redirections, in-place edits, moves, removals. */
export function filesChangedByShell(command: string): string[] {
  const found = new Set<string>();
  // The body of a here-document is data, not commands; only the line that opens it counts.
  const text = command.replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?\n\s*\1(?=\s|$)/g, "$2");
  for (const match of text.matchAll(REDIRECT)) add(found, match[1]);
  for (const match of text.matchAll(COMMAND)) {
    const [, program, rest] = match;
    if (program === undefined || rest === undefined) continue;
    for (const path of changedBy(program, words(rest))) add(found, path);
  }
  return [...found].slice(0, 10);
}

function changedBy(program: string, args: string[]): (string | undefined)[] {
  const plain = args.filter((arg) => !arg.startsWith("-"));
  switch (program) {
    case "sed":
    case "perl":
      if (!args.some((arg) => /^-\w*i/.test(arg) || arg === "--in-place")) return [];
      return plain.filter(looksLikeFile);
    case "mv":
      return plain;
    case "cp":
      return plain.slice(-1);
    case "rm":
    case "tee":
    case "touch":
      return plain;
    case "git":
      return plain[0] === "mv" || plain[0] === "rm" ? plain.slice(1) : [];
    default:
      return [];
  }
}

function words(text: string): string[] {
  return [...text.matchAll(new RegExp(WORD, "g"))].map((match) => unquote(match[0]));
}

function add(found: Set<string>, word: string | undefined): void {
  const path = unquote(word ?? "");
  if (path === "" || path.startsWith("/dev/") || /[$*?`{}]/.test(path) || path.startsWith("&")) return;
  if (looksLikeFile(path)) found.add(path);
}

function looksLikeFile(word: string): boolean {
  return /^[\w@.~+\-/\\: ]+$/.test(word) && /(?:^|[/\\])[\w@+. -]{0,100}[\w@+-]\.\w{1,8}$/.test(word);
}

function unquote(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, "$2");
}
