import { withoutWorktree } from "../../event/worktree.js";
import { memo } from "../words/memo.js";
import { partsOf, scriptIn } from "./shell-part.js";

export interface ShellReading {
  /** The part that a person would type again. */
  readonly text: string;
  readonly whole: string;
  readonly class: CommandClass;
  readonly isTrivial: boolean;
  readonly isFragment: boolean;
  readonly changed: readonly string[];
}

/** Reads a shell command. It caches, because people and agents run the same few commands. */
export const readShell = memo(
  (command): ShellReading => {
    const text = normaliseCommand(command);
    return {
      text,
      whole: wholeCommand(command),
      class: classifyCommand(text),
      isTrivial: isTrivialCommand(text),
      isFragment: isFragment(text),
      changed: filesChangedByShell(command),
    };
  },
  256,
  Number.POSITIVE_INFINITY,
);

export type CommandClass = "test" | "build" | "check" | "git" | "install" | "run" | "destructive" | "other";

/** The part of a command line that is worth typing again: its test, its check, or else its first real step. */
export function normaliseCommand(command: string): string {
  const parts = partsOf(command).map(simplified);
  const [first = "", ...more] = parts;
  if (more.length === 0) return first;
  return (
    parts.find((part) => classifyCommand(part) === "test") ??
    parts.find(isProving) ??
    parts.find((part) => !isTrivialCommand(part) && !PREPARES.test(part) && !isFragment(part)) ??
    parts.find((part) => part === BARE_COMMIT) ??
    first
  );
}

/** Without leading variables, up to the first pipe or redirection. */
function simplified(part: string): string {
  const [head = ""] = withoutLead(part).split(/\s*(?:\||(?:(?<=\s)\d|&)?>|<<)\s*/, 1);
  const text = head.replace(/\s+/g, " ").trim().slice(0, MAX_CHARS);
  // The message of a commit may be long, and is not typed again.
  return /^git commit\b/.test(text) && isFragment(text) ? BARE_COMMIT : text;
}

const MAX_CHARS = 120;
const BARE_COMMIT = "git commit";
/** Steps that only prepare the next one. */
const PREPARES = /^(?:git (?:add|stash|fetch)|source|\.|set|Set-\w+|pushd|popd|rm|kill|pkill|chmod)\b/i;

/** The whole command on one line, without the leading `cd` and without pipes that only trim its output. */
export function wholeCommand(command: string): string {
  return withoutLead(
    scriptIn(command)
      .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*/, "")
      .trim(),
  )
    .replace(/\s*(?:2>&1\s*)?\|\s*(?:tail|head|cat|less|more|tee)\b[^|;&]*$/, "")
    .replace(/\s*2>&1\s*$/, "")
    .replace(/\s*\n\s*/g, "; ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 160);
}

/** Whether a command only looks around, so that its failure blocks nothing. */
export function isTrivialCommand(normalised: string): boolean {
  return TRIVIAL.test(normalised);
}

/** Whether `normaliseCommand` cut a command apart, or it is a piece of a script. */
export function isFragment(normalised: string): boolean {
  if (normalised.length < 4 || normalised.length >= 118) return true;
  if (PIECES.test(normalised)) return true;
  if (/\\$|\s\d$|^[./*]\S*\*/.test(normalised) || count(normalised, "(") !== count(normalised, ")"))
    return true;
  return count(normalised, '"') % 2 === 1 || count(normalised, "'") % 2 === 1 || normalised.includes("$(");
}

/** Pieces of a script or of a text, and programs that read their script from a here-document. */
const PIECES =
  /^(?:for|if|elif|else|fi|while|until|do|done|then|case|esac|function|foreach|param|try|catch|return|exit)\b|^[#({})\]]|^["']?\$|^git commit$|@[{(]$|^[A-Z_]{3,}$|^(?:python[\d.]*|node|ruby|perl|php|bash|sh|zsh|psql|mysql|deno|bun) ?-?$/;

export function classifyCommand(normalised: string): CommandClass {
  return CLASSES.find(([, pattern]) => pattern.test(normalised))?.[0] ?? "other";
}

/** Whether a command tests, checks or builds. Unlike {@link classifyCommand}, it runs only these patterns. */
export function isProving(normalised: string): boolean {
  return CLASSES.some(([name, pattern]) => PROVING.has(name) && pattern.test(normalised));
}

/** The files that a shell command names as changed: redirections, in-place edits, moves, removals. */
export function filesChangedByShell(command: string): string[] {
  const found = new Set<string>();
  const text = withoutData(command);
  for (const match of text.matchAll(REDIRECT)) add(found, match[1]);
  for (const [program, args] of commandsIn(text)) {
    for (const path of changedBy(program, args)) add(found, path);
  }
  for (const [script] of command.matchAll(SCRIPT))
    for (const [, path] of script.matchAll(WRITING)) add(found, path);
  return [...found].slice(0, 10);
}

/** The text of the here-document that a command writes into a file; "" if there is none. */
export function writtenByShell(command: string): string {
  return WRITTEN.exec(command)?.[2] ?? "";
}

/** The files and folders that a shell command removes, and the files that it creates. */
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

const TRIVIAL =
  /^(?:ls|ll|cat|cd|pwd|echo|printf|head|tail|wc|which|type|mkdir|touch|cp|mv|sed|awk|grep|rg|ag|find|fd|tree|sleep|true|false|date|whoami|env|export|test|\[|diff|stat|file|less|more|sort|uniq|jq|xargs|ps|git (?:status|diff|log))\b|^(?:dir|Get-\w+|Set-Location|Select-\w+|Test-Path|Write-(?:Host|Output)|Measure-\w+|Where-Object|ForEach-Object|Sort-Object|Format-\w+|Out-\w+|Resolve-Path|Start-Sleep|New-Item|Copy-Item|Move-Item)\b|^$/i;

const PROVING: ReadonlySet<CommandClass> = new Set(["test", "check", "build"]);

const CLASSES: readonly (readonly [CommandClass, RegExp])[] = [
  [
    // A quick look at commands of the past. `destructive.ts` reads commands exactly before they run, ten times as slow.
    "destructive",
    /^(?:sudo )?(?:rm -\w*[rf]|git (?:reset --hard|clean -\w*f|push .*(?:--force|-f\b)|checkout (?:-- )?\.|restore \.|stash drop)|Remove-Item\b.* -(?:Recurse|Force)|dropdb|drop table|truncate |mkfs|dd )/i,
  ],
  [
    "test",
    /^(?:(?:npm|pnpm|yarn|bun|mise|just|make|task)(?: run)?(?: -s)? [\w:.-]*tests?\b|npm t\b|npx (?:vitest|jest|mocha|ava|playwright)|vitest|jest|mocha|(?:uv run |poetry run |\S*\/)?pytest|(?:uv run |poetry run )?python3? -m (?:pytest|unittest)|go test|cargo (?:test|nextest)|deno test|dotnet test|mvn\b.*\btest|gradlew?\b.*\btest|\.\/gradlew\b.*\btest|rspec|bundle exec rspec|(?:\S*\/)?phpunit|Invoke-Pester|ctest|swift test|mix test|node --test)/,
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
    /^(?:npm (?:run|start)|pnpm|yarn|bun|node|deno|python3?|pwsh|powershell|go run|cargo run|\.[\\/]|docker|mise|just|make|task)\b/,
  ],
];

function withoutLead(command: string): string {
  return command
    .replace(/^(?:(?:cd|Set-Location)\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/i, "")
    .replace(/^(?:\$env:\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s;]*)\s*;\s*)+/i, "")
    .replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "");
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

const WORD = `"[^"\\n]{1,300}"|'[^'\\n]{1,300}'|[^\\s;|&<>()'"]{1,300}`;
const REDIRECT = new RegExp(`(?<![0-9&<])>{1,2}\\s*(${WORD})`, "g");
const COMMAND =
  /(?:^|[;&|]\s*|\n\s*)(?:sudo\s+)?(sed|perl|mv|cp|rm|tee|touch|git|dd|install|rsync|truncate|ln)\b([^;&|<>\n]{0,400})/g;
// The target stands before or after the mark: cat > a.py <<EOF, cat <<EOF > a.py.
const WRITTEN =
  /^(?=[^\n]{0,400}?(?:>|\btee\b))[^\n]{0,400}?<<-?\s*['"]?(\w+)['"]?[^\n]*\n([\s\S]*?)(?:\n\s*\1(?=\s|$)|$(?![\s\S]))/m;
// A script on the command line or in a here-document.
const SCRIPT =
  /\b(?:python[\d.]*|node|bun)\b[^\n;|&<>]{0,80}?(?:\s(?:-c|-e|--eval)\s+(?:"(?:[^"\\]|\\[\s\S]){0,900}"?|'[^']{0,900}'?)|<<-?\s*['"]?(\w+)['"]?[^\n]*\n[\s\S]{0,900}?(?:\n\1|$(?![\s\S])))/g;
// open("a.txt", "w"), writeFileSync("a.txt", …), Path("a.txt").write_text(…)
const WRITING =
  /(?:\bopen\(\s*(?=[^)\n]{1,320},\s*(?:mode\s*=\s*)?\\?["'][wax])|\b(?:write|append)File(?:Sync)?\(\s*|\bPath\(\s*(?=[^)\n]{1,320}\)\.write_))\\?["'`]([^"'`\n\\]{1,300})/g;

const MAX_PATHS = 20;

/** Drops the bodies of here-documents, which are data. */
function withoutData(command: string): string {
  return command.replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?\n\s*\1(?=\s|$)/g, "$2");
}

function commandsIn(text: string): (readonly [program: string, args: string[]])[] {
  return [...text.matchAll(COMMAND)].map(([, program = "", rest = ""]) => [program, words(rest)] as const);
}

function inside(folder: string, file: string): string {
  return `${folder.replace(/\/+$/, "")}/${file.slice(file.lastIndexOf("/") + 1)}`;
}

/** Whether a word is a single path without patterns and variables. */
function isPlainPath(word: string): boolean {
  return /^[\w@.~+\-/\\: ]+$/.test(word) && !/^(?:\.{1,2}|\/|~)\/*$/.test(word);
}

function changedBy(program: string, args: string[]): string[] {
  const plain = args.filter((arg) => !arg.startsWith("-"));
  switch (program) {
    case "sed":
    case "perl":
      if (!args.some((arg) => /^-\w*i/.test(arg) || arg === "--in-place")) return [];
      return plain.filter(looksLikeFile);
    case "cp":
    case "install":
    case "ln":
      return plain.slice(-1);
    case "rsync":
      return plain.slice(-1).filter((target) => !target.includes(":"));
    case "dd":
      return plain.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : []));
    case "git":
      return plain[0] === "mv" || plain[0] === "rm" ? plain.slice(1) : [];
    default:
      return plain;
  }
}

function words(text: string): string[] {
  return [...text.matchAll(new RegExp(WORD, "g"))].map((match) => unquote(match[0]));
}

function add(found: Set<string>, word: string | undefined): void {
  const path = withoutWorktree(unquote(word ?? ""));
  if (!path.startsWith("/dev/") && looksLikeFile(path)) found.add(path);
}

function looksLikeFile(word: string): boolean {
  return /^[\w@.~+\-/\\: ]+$/.test(word) && /(?:^|[/\\])[\w@+. -]{0,100}[\w@+-]\.\w{1,8}$/.test(word);
}

function unquote(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, "$2");
}
