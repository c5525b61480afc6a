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
