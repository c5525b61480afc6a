const WORD = `"[^"\\n]{1,300}"|'[^'\\n]{1,300}'|[^\\s;|&<>()'"]{1,300}`;
const REDIRECT = new RegExp(`(?<![0-9&<])>{1,2}\\s*(${WORD})`, "g");
const COMMAND = /(?:^|[;&|]\s*|\n\s*)(?:sudo\s+)?(sed|perl|mv|cp|rm|tee|touch|git)\b([^;&|<>\n]{0,400})/g;

/** The files a shell command changes, as far as its text says so: redirections, in-place edits, moves, removals. */
export function filesChangedByShell(command: string): string[] {
  const found = new Set<string>();
  const text = withoutData(command);
  for (const match of text.matchAll(REDIRECT)) add(found, match[1]);
  for (const [program, args] of commandsIn(text)) {
    for (const path of changedBy(program, args)) add(found, path);
  }
  return [...found].slice(0, 10);
}

/** What a shell command takes away, folders too, and what gets a name that it puts there. */
export function shellFates(command: string): { removed: string[]; made: string[] } {
  const removed: string[] = [];
  const made: string[] = [];
  for (const [program, args] of commandsIn(withoutData(command))) {
    const plain = args.filter((arg) => !arg.startsWith("-"));
    const isGit = program === "git";
    const verb = isGit ? plain[0] : program;
    const named = isGit ? plain.slice(1) : plain;
    if (verb === "rm" && !args.includes("--cached")) removed.push(...named);
    if (verb === "touch" && !isGit) made.push(...named);
    if (verb !== "mv" && (verb !== "cp" || isGit)) continue;
    const sources = named.slice(0, -1);
    const target = named.at(-1);
    if (target === undefined || sources.length === 0) continue;
    if (verb === "mv") removed.push(...sources);
    const isInto = sources.length > 1 || target.endsWith("/");
    made.push(...(isInto ? sources.map((source) => inside(target, source)) : [target]));
  }
  return {
    removed: removed.filter(isPlainPath).slice(0, MOST),
    made: made.filter(looksLikeFile).slice(0, MOST),
  };
}

const MOST = 20;

/** The body of a here-document is data, not commands; only the line that opens it counts. */
function withoutData(command: string): string {
  return command.replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?\n\s*\1(?=\s|$)/g, "$2");
}

function commandsIn(text: string): (readonly [program: string, args: string[]])[] {
  return [...text.matchAll(COMMAND)].map(([, program = "", rest = ""]) => [program, words(rest)] as const);
}

function inside(folder: string, file: string): string {
  return `${folder.replace(/\/+$/, "")}/${file.slice(file.lastIndexOf("/") + 1)}`;
}

/** One name, of a file or a folder: no pattern, no variable. */
function isPlainPath(word: string): boolean {
  return /^[\w@.~+\-/\\: ]+$/.test(word) && !/^(?:\.{1,2}|\/|~)\/*$/.test(word);
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
