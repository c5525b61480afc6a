import { stripAnsi } from "../ansi.js";
import { shortLine } from "./short-line.js";
import { TEST_RUNNERS, type TestRunner } from "./test-runner.js";

/** What came of a test run, as far as its output says. */
export interface TestResult {
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
  const text = stripAnsi(output.slice(-MOST)).replaceAll("\r", "").replace(LONG_LINE, "$1").replace(TASK, "");
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

const MOST = 32_000;
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
  return { ...(won === undefined ? {} : { passed: won }), failed: lost, failing };
}

/** Go counts nothing by itself: the lines of tests and packages are all there is. */
function goResult(text: string): TestResult | undefined {
  const failing = namesOf(/^[ \t]*--- FAIL: (\S+)/gm, text).filter(isInnermost);
  const packages = namesOf(/^FAIL\t(\S+(?: \[.*\])?)/gm, text).filter((name) => name.endsWith("]"));
  const passed = text.match(/^[ \t]*--- PASS: \S/gm)?.length;
  const isGo = failing.length + packages.length > 0 || passed !== undefined || /^ok {2}\t\S/m.test(text);
  if (!isGo) return undefined;
  const names = [...failing, ...packages].slice(0, MOST_NAMES);
  return { ...(passed === undefined ? {} : { passed }), failed: names.length, failing: names };
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
