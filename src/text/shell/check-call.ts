import { packageName, scopeOf } from "./check-scope.js";
import { programName, unwrap } from "./destruction/unwrap.js";
import type { ShellWord } from "./shell-step.js";

export type CheckKind = "test" | "build" | "lint" | "typecheck" | "format";

/** What is checked, whatever the command line looks like. */
export interface CheckCall {
  readonly kind: CheckKind;
  /** The program with its verb, or the name of a script: "pytest", "go test", "test:unit". */
  readonly runner: string;
  readonly scope: string;
}

const MAX_WRAPPERS = 6;

/** The check that a simple command runs, if it runs one. */
export function readCheckCall(words: readonly ShellWord[]): CheckCall | undefined {
  const [first, ...args] = words;
  if (first === undefined) return undefined;
  let call = { program: programName(first.text), args, isRepeated: false, input: undefined };
  for (let n = 0; n < MAX_WRAPPERS; n++) {
    const texts = call.args.map(({ text }) => text);
    if (texts.some((text) => ASKS.test(text))) return undefined;
    const found = scriptCall(call.program, texts) ?? programCall(call.program, texts);
    if (found !== undefined) return found;
    const inner = unwrap(call);
    if (inner === undefined) return undefined;
    call = { ...call, program: inner.program, args: [...inner.args] };
  }
  return undefined;
}

const ASKS = /^(?:--help|--version|-h|--list|--listTests|--collect-only|--co|--dry-run|--showConfig|--init)$/;

/** The kind of a script, by its name. */
function kindOfScript(name: string): CheckKind | undefined {
  return SCRIPTS.find(([, pattern]) => pattern.test(name))?.[0];
}

const SCRIPTS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /(?:^|[:_.\-/])(?:tests?|specs?|e2e|unit|integration)(?:$|[:_.\-/])/i],
  ["typecheck", /type-?checks?|(?:^|[:_.-])(?:types?|tsc|mypy|pyright)(?:$|[:_.-])|check-?types/i],
  ["lint", /lint|clippy|(?:^|[:_.-])(?:check|verify|vet|ruff|biome|analy[sz]e)(?:$|[:_.-])/i],
  ["build", /(?:^|[:_.-])(?:build|compile|bundle)(?:$|[:_.-])/i],
];

const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const TASK_RUNNERS = new Set(
  "make gmake just task mise composer poe invoke inv nox rake turbo nx grunt gulp moon".split(" "),
);
const RUN = /^(?:run|run-script|r|task)$/;
const NOT_SCRIPTS =
  /^(?:i|install|ci|add|remove|rm|exec|x|dlx|create|init|publish|pack|link|outdated|audit|ls|list|view|info|why|update|up|upgrade|version|config|cache|login|start|use|trust|settings|env|doctor|which|where)$/;

/** "npm test", "yarn workspace web test", "make -C api test". */
function scriptCall(program: string, args: readonly string[]): CheckCall | undefined {
  const isManager = PACKAGE_MANAGERS.has(program);
  const isDenoTask = program === "deno" && args[0] === "task";
  if (!isManager && !isDenoTask && !TASK_RUNNERS.has(program)) return undefined;
  // Bun has a test runner of its own; `bun run test` is the script.
  if (program === "bun" && args[0] === "test") return undefined;
  let within = "";
  for (let n = 0; n < args.length; n++) {
    const arg = args[n] ?? "";
    const [, option, joined] = /^(-[^=]*)(?:=(.*))?$/.exec(arg) ?? [];
    if (option !== undefined) {
      if (!OF_PACKAGE.test(option)) continue;
      within = packageName(joined ?? args[++n] ?? "");
    } else if (arg === "workspace") within = packageName(args[++n] ?? "");
    else if (!RUN.test(arg) && !/^\d+$|^[A-Z_]+=/.test(arg)) {
      const rest = args.slice(n + 1);
      return isManager && NOT_SCRIPTS.test(arg) ? undefined : namedScript(program, arg, rest, within);
    }
  }
  return /^g?make$/.test(program) ? { kind: "build", runner: "make", scope: within } : undefined;
}

const OF_PACKAGE = /^(?:--filter|-F|-w|--workspace|--prefix|-C|--dir|--cwd|--directory)$/;

function namedScript(
  program: string,
  named: string,
  args: readonly string[],
  within: string,
): CheckCall | undefined {
  const [name = "", target = ""] = program === "nx" ? named.split(":").reverse() : [named];
  // "pnpm vitest run" starts the program.
  const direct = PACKAGE_MANAGERS.has(program) ? programCall(name, args) : undefined;
  if (direct !== undefined) return direct;
  const script = program === "npm" && /^(?:t|tst)$/.test(name) ? "test" : name;
  const kind = kindOfScript(script);
  if (kind === undefined) return undefined;
  const inPackage = target === "" ? within : packageName(target);
  return { kind, runner: script, scope: scopeOf(args, kind === "test", inPackage) };
}

/** Programs that are a check by themselves. */
const PROGRAMS: { readonly [program: string]: CheckKind } = {
  ...kinds(
    "test",
    "vitest jest mocha ava tap tape pytest py.test rspec phpunit pest ctest bats tox cucumber karma",
  ),
  ...kinds(
    "lint",
    "eslint oxlint flake8 pylint shellcheck stylelint rubocop hadolint yamllint actionlint knip ktlint",
  ),
  ...kinds("lint", "detekt swiftlint markdownlint markdownlint-cli2 staticcheck tflint"),
  ...kinds("typecheck", "tsc vue-tsc mypy pyright basedpyright ty"),
  ...kinds("format", "prettier black gofmt gofumpt goimports rustfmt isort"),
  ...kinds("build", "tsup esbuild webpack rollup ninja msbuild"),
  "invoke-pester": "test",
};

/** Programs whose verb says what they do. */
const VERBS: { readonly [program: string]: { readonly [verb: string]: CheckKind } } = {
  go: { test: "test", build: "build", vet: "lint" },
  cargo: {
    test: "test",
    nextest: "test",
    t: "test",
    build: "build",
    b: "build",
    check: "typecheck",
    clippy: "lint",
    fmt: "format",
  },
  deno: { test: "test", lint: "lint", check: "typecheck", fmt: "format" },
  bun: { test: "test", build: "build" },
  dotnet: { test: "test", build: "build", format: "format" },
  swift: { test: "test", build: "build" },
  mix: { test: "test", compile: "build", credo: "lint", format: "format" },
  ruff: { check: "lint", format: "format" },
  biome: { check: "lint", lint: "lint", ci: "lint", format: "format" },
  playwright: { test: "test" },
  cypress: { run: "test" },
  flutter: { test: "test", analyze: "lint", build: "build" },
  dart: { test: "test", analyze: "lint" },
  zig: { test: "test", build: "build" },
  sbt: { test: "test", compile: "build" },
  rails: { test: "test" },
  "golangci-lint": { run: "lint" },
  "pre-commit": { run: "lint" },
  docker: { build: "build" },
  vite: { build: "build" },
  next: { build: "build" },
  astro: { build: "build", check: "typecheck" },
  artisan: { test: "test" },
  "manage.py": { test: "test" },
};
const SAME: { readonly [runner: string]: string } = {
  "cargo nextest": "cargo test",
  "cargo t": "cargo test",
  "cargo b": "cargo build",
  "py.test": "pytest",
  "biome lint": "biome check",
  "biome ci": "biome check",
};
/** A formatter only checks if it is told to. */
const ONLY_LOOKS = /^(?:--check|--check-only|-c|-l|-d|--diff|--list-different|--verify-no-changes)$/;

function programCall(program: string, args: readonly string[]): CheckCall | undefined {
  if (/^python[\d.]*$|^py$/.test(program)) return moduleCall(args);
  if (program === "node") return nodeCall(args);
  if (/^(?:mvnw?|gradlew?)$/.test(program)) return goalCall(program.replace(/w$/, ""), args);
  if (program === "cmake") return args[0] === "--build" ? checkOf("build", "cmake", []) : undefined;
  const verbs = Object.hasOwn(VERBS, program) ? VERBS[program] : undefined;
  if (verbs !== undefined) {
    const at = args.findIndex((arg) => !/^[-+]/.test(arg));
    const verb = args[at] ?? "";
    const kind = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    const rest = args.slice(at + (verb === "nextest" ? 2 : 1));
    return kind === undefined ? undefined : checkOf(kind, `${program} ${verb}`, rest);
  }
  const kind = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (kind === undefined) return undefined;
  // "vitest run", "vitest related".
  return checkOf(kind, program, args[0] === "run" && program === "vitest" ? args.slice(1) : args);
}

/** "python -m pytest tests". */
function moduleCall(args: readonly string[]): CheckCall | undefined {
  const at = args.indexOf("-m");
  const [module = "", ...rest] = args.slice(at + 1);
  if (at === -1) return undefined;
  if (module === "unittest") return checkOf("test", "unittest", rest[0] === "discover" ? [] : rest);
  return programCall(module, rest);
}

function nodeCall(args: readonly string[]): CheckCall | undefined {
  if (!args.includes("--test")) return undefined;
  return checkOf(
    "test",
    "node --test",
    args.filter((arg) => arg !== "--test"),
  );
}

const GOALS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /^(?:test|verify|check|integration-?test|\w*Test)$/i],
  ["build", /^(?:build|assemble|compile|test-compile|package|install|jar|classes)$/i],
];

/** Maven and Gradle: ":app:test" is the goal "test" of the project "app". */
function goalCall(program: string, args: readonly string[]): CheckCall | undefined {
  for (const [kind, pattern] of GOALS)
    for (const arg of args) {
      const [goal = "", ...projects] = arg.startsWith("-") ? [] : arg.split(":").reverse();
      if (!pattern.test(goal)) continue;
      const options = args.filter((other, n) => other.startsWith("-") || (args[n - 1] ?? "").startsWith("-"));
      const scope = scopeOf(options, kind === "test", projects.reverse().filter(Boolean).join("/"));
      return { kind, runner: kind === "test" ? `${program} test` : `${program} build`, scope };
    }
  return undefined;
}

function checkOf(kind: CheckKind, named: string, args: readonly string[]): CheckCall | undefined {
  const runner = SAME[named] ?? named;
  if (kind === "format" && !args.some((arg) => ONLY_LOOKS.test(arg))) return undefined;
  return { kind, runner, scope: scopeOf(optionsFor(runner, args), kind === "test") };
}

/** The same letter means different things: `-p` is a plugin for pytest, a configuration for tsc and a package for Cargo. */
function optionsFor(runner: string, args: readonly string[]): string[] {
  const renamed = Object.hasOwn(RENAMED, runner) ? RENAMED[runner] : undefined;
  return args.map((arg) => {
    const [, option = "", rest = ""] = /^(-[^=]*)(=.*)?$/s.exec(arg) ?? [];
    const other = renamed?.[option];
    return other === undefined ? arg : other + rest;
  });
}

const RENAMED: { readonly [runner: string]: { readonly [option: string]: string } } = {
  pytest: { "-p": "--config", "-m": "-k", "-C": "--config" },
  tsc: { "-p": "--project", "--build": "-b" },
  "go test": { "--run": "-run", "-p": "-cpu", "-C": "--dir" },
  "dotnet test": { "--filter": "-k" },
  "swift test": { "--filter": "-k" },
  phpunit: { "--filter": "-k", "-c": "--config" },
  ctest: { "-R": "-k" },
  "playwright test": { "-p": "--project" },
  "mvn test": { "-D": "-Dtest" },
};

function kinds(kind: CheckKind, programs: string): { readonly [program: string]: CheckKind } {
  return Object.fromEntries(programs.split(" ").map((program) => [program, kind]));
}
