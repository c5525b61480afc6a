import { stripAnsi } from "../../ansi.js";
import { shortLine } from "../words/wording.js";
import { TEST_RUNNERS, type TestRunner } from "./test-runner.js";

/** What came of a test run, as far as its output says. */
interface TestResult {
  readonly passed?: number;
  readonly failed?: number;
  /** The names of failing tests. */
  readonly failing: readonly string[];
}

// The closing lines of the common runners, when something failed.
const FAILED =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^[ \t]*(?:FAIL|FAILED|--- FAIL:)\s|\bFAILED \((?:failures|errors)=|\btest result: FAILED|^not ok \d/m;

/** Whether the output of a test run says that something failed, whatever the exit code: a pipe hides that one. */
export function saysTestFailed(output: string): boolean {
  return FAILED.test(output);
}

/** The numbers and the failing tests of a run. Nothing where the output is of no runner we know. */
export function readTestOutput(output: string): TestResult | undefined {
  const text = stripAnsi(output.slice(-MAX_OUTPUT_CHARS))
    .replaceAll("\r", "")
    .replace(LONG_LINE, "$1")
    .replace(TASK, "");
  for (const runner of TEST_RUNNERS) {
    if (!runner.keywords.some((keyword) => text.includes(keyword))) continue;
    const counts = countsOf(runner, text);
    if (counts !== undefined) return resultOf(counts, namesOf(runner.failing, text));
  }
  return goResult(text) ?? tapResult(text);
}

interface Counts {
  passed: number | undefined;
  failed: number | undefined;
  skipped: number;
  total: number | undefined;
}

const MAX_OUTPUT_CHARS = 32_000;
// Programs that run several tasks put the task's name before each line.
const TASK = /^(?:\[(?!ERROR|INFO|WARNING)[\w:./@-]{1,60}\] |[\w./@-]{1,60}[: ]test[\w:-]{0,20}: )/gm;
const MOST_NAMES = 10;
const LONG_LINE = /^(.{400}).+$/gm;

function countsOf(runner: TestRunner, text: string): Counts | undefined {
  const lines = [...text.matchAll(runner.lines)].map((match) => match[0]);
  const told = runner.several === "last" ? lines.slice(-1) : lines;
  if (told.length === 0) return undefined;
  const counts: Counts = { passed: undefined, failed: undefined, skipped: 0, total: undefined };
  for (const line of told)
    for (const [word, number] of pairsIn(line, runner.order)) {
      const slot = slotOf(word);
      if (slot === undefined) continue;
      // "2 failures, 1 error" is three; of lines that hold for all the same word comes once.
      counts[slot] = (counts[slot] ?? 0) + number;
    }
  return counts.passed === undefined && counts.failed === undefined && counts.total === undefined
    ? undefined
    : counts;
}

function pairsIn(line: string, order: TestRunner["order"]): [string, number][] {
  const numberFirst = [...line.matchAll(/(\d+) ([a-z]+)/gi)].map((match): [string, number] => [
    match[2] ?? "",
    Number(match[1]),
  ]);
  if (order === "number first") return numberFirst;
  const wordFirst = [...line.matchAll(/([a-z]+)(?: run)?(?:\s*[:=]\s*|\s+)(\d+)/gi)].map(
    (match): [string, number] => [match[1] ?? "", Number(match[2])],
  );
  // "Ran 12 tests", "OK (12 tests, 30 assertions)".
  return /^(?:Ran |OK \()/.test(line)
    ? [...numberFirst, ...wordFirst.filter(([word]) => word !== "Ran")]
    : wordFirst;
}

function slotOf(word: string): keyof Counts | undefined {
  switch (word.toLowerCase()) {
    case "passed":
    case "pass":
    case "passing":
      return "passed";
    case "failed":
    case "fail":
    case "failing":
    case "failure":
    case "failures":
    case "error":
    case "errors":
    case "cancelled":
      return "failed";
    case "skipped":
    case "pending":
    case "ignored":
    case "todo":
      return "skipped";
    case "tests":
    case "test":
    case "total":
    case "examples":
    case "example":
      return "total";
    default:
      return undefined;
  }
}

function resultOf({ passed, failed, skipped, total }: Counts, failing: readonly string[]): TestResult {
  const lost = failed ?? 0;
  const won = passed ?? (total === undefined ? undefined : Math.max(0, total - lost - skipped));
  return { passed: won, failed: lost, failing };
}

/** Go counts nothing by itself: the lines of tests and packages are all there is. */
function goResult(text: string): TestResult | undefined {
  const failing = namesOf(/^[ \t]*--- FAIL: (\S+)/gm, text).filter(isInnermost);
  const packages = namesOf(/^FAIL\t(\S+(?: \[.*\])?)/gm, text).filter((name) => name.endsWith("]"));
  const passed = text.match(/^[ \t]*--- PASS: \S/gm)?.length;
  const isGo = failing.length + packages.length > 0 || passed !== undefined || /^ok {2}\t\S/m.test(text);
  if (!isGo) return undefined;
  const names = [...failing, ...packages].slice(0, MOST_NAMES);
  return { passed, failed: names.length, failing: names };
}

/** "TestAdd/empty" failed: "TestAdd" only failed because of it. */
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
    if (names.size === MOST_NAMES) break;
  }
  // "suite > test" is said again with its file before it.
  return [...names].filter((name) => ![...names].some((other) => other.endsWith(` > ${name}`)));
}

/** What an error text names: places in the code first, then the symbols at fault, then codes and classes of errors. */
export function namesInError(output: string): string[] {
  const text = stripAnsi(
    output.length <= 2 * PART ? output : `${output.slice(0, PART)}\n${output.slice(-PART)}`,
  );
  if (!ERRONEOUS.test(text)) return [];
  const places = placesIn(text).slice(0, MOST_PLACES);
  const symbols = matches(text, SYMBOLS)
    .filter((name) => !COMMON.has(name))
    .slice(0, MOST_SYMBOLS);
  const kinds = matches(text, [CODE, CLASS]).filter((name) => !COMMON.has(name));
  return [...new Set([...places, ...symbols, ...kinds])].slice(0, MAX_NAMES);
}

const PART = 4_000;
const MAX_NAMES = 6;
const MOST_PLACES = 3;
const MOST_SYMBOLS = 3;

/** `src/a.ts:12`: of the project, not of what it depends on. */
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
      if (name.length <= LONGEST) found.add(name);
    }
  return [...found];
}

const LONGEST = 80;
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
const COMMON = new Set([
  "undefined",
  "null",
  "default",
  "string",
  "number",
  "this",
  "self",
  "any",
  "never",
  "boolean",
  "object",
  "Error",
  "Exception",
]);

const NAME = "[\\w$.@/:-]{2,80}";
const QUOTED = `['"\`‘“](${NAME})['"\`’”]`;
// The wordings of compilers, interpreters and databases, each with the name at fault as its group.
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
