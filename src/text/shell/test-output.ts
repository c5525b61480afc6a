import { stripAnsi } from "../../ansi.js";
import { shortLine, wordSet } from "../words/wording.js";
import { TEST_RUNNERS, type TestRunner } from "./test-runner.js";

/** Whether the output of a test run reports a failure. A pipe may hide the exit code. */
export function saysTestFailed(output: string): boolean {
  const result = readTestOutput(output);
  if (result?.failed !== undefined && result.failed > 0) return true;
  const text = stripAnsi(output);
  // A run that passed may log errors, but one of several runs may have failed.
  return FAILED.test(text) || (result === undefined && COUNTED.test(text));
}

/** The numbers and the failing tests of a run, or undefined for an unknown runner. */
export function readTestOutput(output: string): TestResult | undefined {
  const text = stripAnsi(output.slice(-MAX_OUTPUT_CHARS))
    .replaceAll("\r", "")
    .replace(/^(.{400}).+$/gm, "$1")
    .replace(TASK, "");
  for (const runner of TEST_RUNNERS) {
    if (!runner.keywords.some((keyword) => text.includes(keyword))) continue;
    const counts = countsOf(runner, text);
    if (counts !== undefined)
      return { runner: runner.name, ...resultOf(counts, namesOf(runner.failing, text)) };
  }
  return goResult(text) ?? tapResult(text);
}

/** The names in an error text: places in the code, then symbols, then codes and classes of errors. */
export function namesInError(output: string): string[] {
  const text = stripAnsi(
    output.length <= 2 * PART ? output : `${output.slice(0, PART)}\n${output.slice(-PART)}`,
  );
  if (!ERRONEOUS.test(text)) return [];
  const places = placesIn(text).slice(0, 3);
  const symbols = matches(text, SYMBOLS)
    .filter((name) => !COMMON.has(name))
    .slice(0, 3);
  const kinds = matches(text, [CODE, CLASS]).filter((name) => !COMMON.has(name));
  return [...new Set([...places, ...symbols, ...kinds])].slice(0, MAX_NAMES);
}

interface TestResult {
  /** The command of the runner, if its output is known. */
  readonly runner?: string;
  readonly passed?: number;
  readonly failed?: number;
  readonly failing: readonly string[];
}

// Closing lines of common runners after a failure.
const FAILED =
  /^[ \t]*(?:FAIL|FAILED|--- FAIL:)\s|\bFAILED \((?:failures|errors)=|\btest result: FAILED|^not ok \d(?!.*# (?:TODO|SKIP))|^(?:Tests:|[ \t]*Tests {2}) *[1-9]\d* failed/m;
const COUNTED = /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^FAILURES!/m;

interface Counts {
  passed: number | undefined;
  failed: number | undefined;
  skipped: number;
  total: number | undefined;
}

const MAX_OUTPUT_CHARS = 32_000;
// Task runners prefix each line with the name of the task.
const TASK = /^(?:\[(?!ERROR|INFO|WARNING)[\w:./@-]{1,60}\] |[\w./@-]{1,60}[: ]test[\w:-]{0,20}: )/gm;
const MAX_FAILING = 10;

function countsOf(runner: TestRunner, text: string): Counts | undefined {
  const lines = [...text.matchAll(runner.lines)].map((match) => match[0]);
  const counts: Counts = { passed: undefined, failed: undefined, skipped: 0, total: undefined };
  for (const line of runner.isLastOnly ? lines.slice(-1) : lines)
    for (const [word, number] of pairsIn(line, runner.isWordFirst)) {
      const slot = SLOTS.find(([pattern]) => pattern.test(word))?.[1];
      // "2 failures, 1 error" is three.
      if (slot !== undefined) counts[slot] = (counts[slot] ?? 0) + number;
    }
  return counts.passed === undefined && counts.failed === undefined && counts.total === undefined
    ? undefined
    : counts;
}

function pairsIn(line: string, isWordFirst = false): (readonly [string, number])[] {
  const numberFirst = Array.from(
    line.matchAll(/(\d+) ([a-z]+)/gi),
    ([, number, word = ""]) => [word, Number(number)] as const,
  );
  if (!isWordFirst) return numberFirst;
  const wordFirst = Array.from(
    line.matchAll(/([a-z]+)(?: run)?(?:\s*[:=]\s*|\s+)(\d+)/gi),
    ([, word = "", number]) => [word, Number(number)] as const,
  );
  // "Ran 12 tests", "OK (12 tests, 30 assertions)".
  return /^(?:Ran |OK \()/.test(line)
    ? [...numberFirst, ...wordFirst.filter(([word]) => word !== "Ran")]
    : wordFirst;
}

const SLOTS: readonly (readonly [RegExp, keyof Counts])[] = [
  [/^pass(?:ed|ing)?$/i, "passed"],
  [/^(?:fail(?:ed|ing|ures?)?|errors?|cancelled)$/i, "failed"],
  [/^(?:skipped|pending|ignored|todo)$/i, "skipped"],
  [/^(?:tests?|total|examples?)$/i, "total"],
];

function resultOf({ passed, failed, skipped, total }: Counts, failing: readonly string[]): TestResult {
  const rest = total === undefined ? undefined : Math.max(0, total - (failed ?? 0) - skipped);
  return { passed: passed ?? rest, failed: failed ?? 0, failing };
}

/** Go prints no totals, so count the lines of tests and packages. */
function goResult(text: string): TestResult | undefined {
  const failing = namesOf(/^[ \t]*--- FAIL: (\S+)/gm, text).filter(isInnermost);
  const packages = namesOf(/^FAIL\t(\S+(?: \[.*\])?)/gm, text).filter((name) => name.endsWith("]"));
  const passed = text.match(/^[ \t]*--- PASS: \S/gm)?.length;
  const isGo = failing.length + packages.length > 0 || passed !== undefined || /^ok {2}\t\S/m.test(text);
  if (!isGo) return undefined;
  const names = [...failing, ...packages].slice(0, MAX_FAILING);
  return { runner: "go test", passed, failed: names.length, failing: names };
}

/** Whether a failure is not just caused by a subtest: "TestAdd" fails with "TestAdd/empty". */
function isInnermost(name: string, _: number, names: readonly string[]): boolean {
  return !names.some((other) => other.startsWith(`${name}/`));
}

function tapResult(text: string): TestResult | undefined {
  const passed = text.match(/^ok \d+\b/gm)?.length ?? 0;
  const failing = namesOf(/^not ok \d+(?: -)? (.+?)(?: # (?!TODO|SKIP).*)?$/gm, text);
  const failed = text.match(/^not ok \d+\b/gm)?.length ?? 0;
  return passed + failed === 0 || !/^(?:TAP version|1\.\.\d)/m.test(text)
    ? undefined
    : { passed, failed, failing };
}

function namesOf(pattern: RegExp, text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const name = shortLine(match.slice(1).find((group) => group !== undefined) ?? "");
    if (name !== undefined) names.add(name);
    if (names.size === MAX_FAILING) break;
  }
  // Runners repeat "suite > test" with its file in front.
  return [...names].filter((name) => ![...names].some((other) => other.endsWith(` > ${name}`)));
}

const PART = 4_000;
const MAX_NAMES = 6;

/** Places such as `src/a.ts:12` in the project, not in its dependencies. */
function placesIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(PLACE)) {
    const [, path, line, python, pythonLine] = match;
    const file = (path ?? python ?? "").replace(/^\.\//, "").replace(/^file:\/\//, "");
    if (file !== "" && !FOREIGN.test(file)) found.add(`${file}:${line ?? pythonLine}`);
  }
  return [...found];
}

function matches(text: string, patterns: readonly RegExp[]): string[] {
  const found = new Set<string>();
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const name = match.slice(1).find((group) => group !== undefined) ?? match[0];
      if (name.length <= MAX_NAME_CHARS) found.add(name);
    }
  return [...found];
}

const MAX_NAME_CHARS = 80;
const ERRONEOUS =
  /error|exception|panic|fail|cannot|can't|undefined|undeclared|unresolved|not found|traceback|fatal|assert|unknown|no such|denied|refused|missing|never used|not used/i;

const EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|cc?|cpp|hpp?|m|mm|swift|scala|exs?|erl|hs|ml|lua|sh|sql|vue|svelte|css|scss|html?|ya?ml|json|toml|md|tf|zig|dart)";
const PLACE = new RegExp(
  `(?<![\\w/.@-])((?:file://)?[\\w@.~+/\\\\-]{1,200}\\.${EXTENSION})(?::|\\(| on line |, line )(\\d{1,6})(?!\\d)|File "([^"\\n]{1,200})", line (\\d{1,6})`,
  "g",
);
const FOREIGN =
  /node_modules|site-packages|dist-packages|node:|\/usr\/|\/rustc\/|\.cargo\/|\/pkg\/mod\/|\/vendor\/|\/go\/src\/|\/internal\/|<|\.\.\/\.\.\/\.\.\/|^\/?(?:lib|opt)\/python/;

const CODE =
  /(?<![\w-])(?:TS\d{4,5}|CS\d{4}|E\d{4}(?=\])|(?:ERR(?!_PNPM)|SQLITE)_[A-Z_]{3,50}|E(?:NOENT|ACCES|ADDRINUSE|CONNREFUSED|CONNRESET|PERM|XIST|TIMEDOUT|NOTFOUND|ISDIR|NOTDIR|MFILE|PIPE|BUSY|INVAL|RESOLVE|INTEGRITY|NOTEMPTY)|ORA-\d{5}|P[12]\d{3}(?=:))(?![\w-])/g;
const CLASS = /(?<![\w/-])(?:[A-Za-z_][\w]*\.)*((?!Test)[A-Z]\w{2,60}(?:Error|Exception))(?!\w)/g;
// Names that say nothing by themselves.
const COMMON = wordSet(
  "undefined null default string number this self any never boolean object Error Exception",
);

const NAME = "[\\w$.@/:-]{2,80}";
const QUOTED = `['"\`‘“](${NAME})['"\`’”]`;
// Messages of compilers, interpreters and databases; the group is the name at fault.
const SYMBOLS = [
  `(?:[Cc]annot find|[Cc]ould not find|[Uu]nable to resolve|can't find) (?:name|module|value|type|function|macro|package|symbol|crate|trait|attribute|struct|method|variable)?s?,?\\s*(?:\\w+ )?${QUOTED}`,
  `(?:Property|property|member|method|field|attribute|export|argument|column|relation|table|function|type|option|name|label|key|identifier|variable|import|module)s? (?:named |called |with name )?${QUOTED}`,
  `(?:undefined method|undefined local variable or method|uninitialized constant|undefined reference to|unresolved import|use of undeclared identifier|unexpected keyword argument|missing field|no such column|unknown field) ?:? ?['"\`‘]?(${NAME.replace("{2,80}", "{2,60}")})`,
  `${QUOTED} (?:is not defined|is not a function|is not assignable|was not declared|is declared but|is defined but|is assigned a value|does not exist|not found|has no (?:member|exported member|attribute))`,
  `(?<![\\w.])([A-Za-z_$][\\w$.]{1,60}) is not (?:defined|a function|a constructor|iterable)`,
  `(?:has no attribute|has no exported member|has no member|No module named|cannot import name|reading|setting) ${QUOTED}`,
  `(?:undefined|declared and not used|undeclared name): (${NAME})`,
  `(?:no such table|no such column|KeyError): ['"]?(${NAME})['"]?(?!\\w)`,
  `(?:^|: )([\\w.-]{2,40}): command not found`,
  `(?:unknown|unrecognized|unexpected|invalid) (?:option|flag|argument)s?:? ?['"\`]?(--?[a-z][\\w-]{1,40})`,
].map((source) => new RegExp(source, "gm"));
