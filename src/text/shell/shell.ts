/** All that is read from the text of a shell command. */
export interface ShellReading {
  /** What a person would type again. */
  readonly text: string;
  readonly whole: string;
  readonly class: CommandClass;
  readonly isTrivial: boolean;
  readonly isFragment: boolean;
  readonly changed: readonly string[];
}

const MAX_CACHED_READINGS = 256;
const read = new Map<string, ShellReading>();

/** Reads a shell command. People and agents run the same few again and again: what was read is kept for a while. */
export function readShell(command: string): ShellReading {
  const known = read.get(command);
  if (known !== undefined) return known;
  const text = normaliseCommand(command);
  const reading = {
    text,
    whole: wholeCommand(command),
    class: classifyCommand(text),
    isTrivial: isTrivialCommand(text),
    isFragment: isFragment(text),
    changed: filesChangedByShell(command),
  };
  if (read.size >= MAX_CACHED_READINGS) read.clear();
  read.set(command, reading);
  return reading;
}

export type CommandClass = "test" | "build" | "check" | "git" | "install" | "run" | "destructive" | "other";

const TRIVIAL =
  /^(?:ls|ll|cat|cd|pwd|echo|printf|head|tail|wc|which|type|mkdir|touch|cp|mv|sed|awk|grep|rg|ag|find|fd|tree|sleep|true|false|date|whoami|env|export|test|\[|diff|stat|file|less|more|sort|uniq|jq|xargs|git (?:status|diff|log))\b|^$/;

const PROVING: ReadonlySet<CommandClass> = new Set(["test", "check", "build"]);

const CLASSES: readonly (readonly [CommandClass, RegExp])[] = [
  [
    // A glance at a command that was run, to tell what it was for. `destructive.ts` reads closely before one is run, which
    // takes ten times as long and would weigh on every answer.
    "destructive",
    /^(?:sudo )?(?:rm -\w*[rf]|git (?:reset --hard|clean -\w*f|push .*(?:--force|-f\b)|checkout (?:-- )?\.|restore \.|stash drop)|dropdb|drop table|truncate |mkfs|dd )/i,
  ],
  [
    "test",
    /^(?:(?:npm|pnpm|yarn|bun|mise|just|make|task)(?: run)?(?: -s)? [\w:.-]*tests?\b|npx (?:vitest|jest|mocha|ava|playwright)|vitest|jest|mocha|pytest|python3? -m (?:pytest|unittest)|go test|cargo (?:test|nextest)|deno test|dotnet test|mvn\b.*\btest|gradlew?\b.*\btest|\.\/gradlew\b.*\btest|rspec|bundle exec rspec|phpunit|ctest|swift test|mix test|node --test)/,
  ],
  [
    "check",
    /^(?:(?:npm|pnpm|yarn|bun|mise|just|make|task)(?: run)?(?: -s)? [\w:.-]*(?:lint|check|format|fmt|types?|typecheck|verify)\b|npx (?:eslint|biome|tsc|prettier)|eslint|biome|tsc|prettier|ruff|mypy|flake8|black|golangci-lint|gofmt|go vet|cargo (?:clippy|fmt|check)|shellcheck|pre-commit)/,
  ],
  [
    "build",
    /^(?:(?:npm|pnpm|yarn|bun|mise|just|make|task)(?: run)?(?: -s)? [\w:.-]*(?:build|compile|bundle)\b|make\b|go build|cargo build|docker build|mvn\b|gradlew?\b|\.\/gradlew\b|cmake|ninja|dotnet build|swift build|tsup|vite build|esbuild)/,
  ],
  [
    "install",
    /^(?:npm (?:i|install|ci|add)\b|pnpm (?:i|install|add)\b|yarn(?: add| install)?$|yarn (?:add|install)\b|bun (?:i|install|add)\b|pip3? install|uv (?:add|sync|pip)|poetry (?:add|install)|cargo add|go (?:get|mod)|brew install|apt(?:-get)? install)/,
  ],
  ["git", /^(?:git|gh|glab)\b/],
  [
    "run",
    /^(?:npm (?:run|start)|pnpm|yarn|bun|node|deno|python3?|go run|cargo run|\.\/|docker|mise|just|make|task)\b/,
  ],
];

/**
 * The part of a shell command that a person would type again: first line, without leading `cd` and variables,
 * up to the first pipe, redirection or separator.
 */
export function normaliseCommand(command: string): string {
  let text = withoutLead(command.trimStart().split("\n", 1)[0] ?? "");
  text = text.split(/\s*(?:\||&&|;|(?:(?<=\s)\d|&)?>|<<)\s*/, 1)[0] ?? "";
  return text.replace(/\s+/g, " ").trim().slice(0, 120);
}

/**
 * All that a command does, on one line: for saying what was running or what failed, where the first part alone could be
 * the wrong one. Only what leads there and what is done with its output is left out.
 */
export function wholeCommand(command: string): string {
  const text = withoutLead(command.replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*/, "").trim());
  return text
    .replace(/\s*(?:2>&1\s*)?\|\s*(?:tail|head|cat|less|more|tee)\b[^|;&]*$/, "")
    .replace(/\s*2>&1\s*$/, "")
    .replace(/\s*\n\s*/g, "; ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 160);
}

/** Looking around: not worth saying again, and its failure blocks nobody. */
export function isTrivialCommand(normalised: string): boolean {
  return TRIVIAL.test(normalised);
}

/** A command torn apart by the cut above, or a piece of a script: not something to type again. */
export function isFragment(normalised: string): boolean {
  if (normalised.length < 4 || normalised.length >= 118) return true;
  if (/^(?:for|if|while|until|case|function|#|\(|\{)\b/.test(normalised) || normalised.startsWith("#"))
    return true;
  // A line that goes on, a lone bracket or a file descriptor left over.
  if (/\\$|\s\d$|^[./*]\S*\*/.test(normalised) || count(normalised, "(") !== count(normalised, ")"))
    return true;
  return count(normalised, '"') % 2 === 1 || count(normalised, "'") % 2 === 1 || normalised.includes("$(");
}

export function classifyCommand(normalised: string): CommandClass {
  return CLASSES.find(([, pattern]) => pattern.test(normalised))?.[0] ?? "other";
}

/** Whether a command tests, checks or builds: as {@link classifyCommand} says it, without building the other patterns. */
export function isProving(normalised: string): boolean {
  return CLASSES.some(([name, pattern]) => PROVING.has(name) && pattern.test(normalised));
}

/** Without leading `cd` and variables. */
function withoutLead(command: string): string {
  return command
    .replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, "")
    .replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "");
}

function count(text: string, character: string): number {
  let n = 0;
  for (const c of text) if (c === character) n++;
  return n;
}

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
    removed: removed.filter(isPlainPath).slice(0, MAX_PATHS),
    made: made.filter(looksLikeFile).slice(0, MAX_PATHS),
  };
}

const MAX_PATHS = 20;

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
