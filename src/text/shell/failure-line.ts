import { stripAnsi } from "../../ansi.js";

/** The line of an output that says what failed: the assertion or the exception, not the banner above it. "" if there is none. */
export function failureLine(output: string): string {
  const lines = linesOf(output);
  let best = { rank: 0, text: "" };
  lines.forEach((line, at) => {
    const rank = rankOf(line);
    if (rank > best.rank) best = { rank, text: withValues(line, lines, at) };
  });
  return shortened(best.text);
}

/** The last line that is more than a mark or a count, for an output that names no failure. */
export function lastLine(output: string): string {
  return shortened(linesOf(output).findLast((line) => line !== "" && !isNoise(line)) ?? "");
}

function linesOf(output: string): string[] {
  return stripAnsi(output.slice(0, MAX_OUTPUT_CHARS))
    .replaceAll("\r", "")
    .split("\n")
    .map((line) => tidy(line.slice(0, MAX_READ_CHARS)));
}

function shortened(line: string): string {
  return line.replace(/\s+/g, " ").slice(0, MAX_LINE_CHARS).trim();
}

const MAX_OUTPUT_CHARS = 32_000;
const MAX_READ_CHARS = 400;
const MAX_LINE_CHARS = 160;
/** How far below a line its values may stand. */
const MAX_BELOW = 6;

/** Without the mark of a task runner, of Maven, of pytest or of npm. */
function tidy(line: string): string {
  return line
    .replace(/^\[[\w:./@-]{1,40}\] /, "")
    .replace(/^\s*(?:E {3,}|npm (?:ERR!|error) ?|❯ |→ |[✗✘×✕✖] )/, "")
    .replace(/^\s*(?:FAILED|ERROR) \S+ - /, "")
    .replace(/^ {2}[\w.$]+:\d+ (?=expected|\w+(?:Error|Exception))/i, "")
    .trim();
}

/** Later patterns say less. A line that matches none is no failure. */
function rankOf(line: string): number {
  if (line === "" || isNoise(line)) return 0;
  const at = TELLING.findIndex((pattern) => pattern.test(line));
  return at === -1 ? 0 : TELLING.length - at;
}

const TELLING: readonly RegExp[] = [
  // Both values in one line.
  /\bexpected:? .{1,120}?(?:\bbut (?:was|got|received)\b|\b(?:to (?:be|equal|deeply|have|contain|match|throw|include|strictly)|received|got|actual)\b)|^assert .*(?:[!=]=| in |\bis\b)|\bgot\b.*\bwant\b|\bwant\b.*\bgot\b|^error: ['"]|Failed asserting/i,
  // An exception or an assertion with its message.
  /^(?:thread '.*' )?(?:[\w.$\\]*(?:Error|Exception|Failure|Panic)(?: \[\w+\])?: \S|panic: |panicked at|assertion .*failed|AssertionError\b)/,
  // A compiler or a linter: the place and what is wrong there.
  /\berror (?:TS|CS|FS|MSB)\d+|^error(?:\[\w+\])?: |: error: |^\d+:\d+ +error +|^\S*\.\w{1,5}[:(]\d+(?:[:,]\d+)?\)?:? (?!in\b)\S+ \S/,
  /^expect\(|^Failure\/Error:|Assert\.\w+\(\) Failure/,
  /error|exception|panic|fatal|assert|expected|cannot|can't|undefined|not found|no such|denied|refused|missing|unexpected|invalid|timed? ?out|mismatch/i,
];

/** Lines that only report that something failed, how long it took, or quote the source. */
function isNoise(line: string): boolean {
  return NOISE.some((pattern) => pattern.test(line));
}

const NOISE: readonly RegExp[] = [
  /^[=\-_*~─━⎯#\s]{3,}|^\W*(?:FAIL(?:URES?|ED)?|ERRORS?)?\W*$/i,
  /\btask failed\b|^FAIL\s+\S+\s+[\d.]+s$|^FAIL\s+\S+ \[(?:build|setup) failed\]$|^(?:FAIL|ERROR|FAILED):? +(?:test\w*|\S+\.\w+(?:$|::| > ))|^There (?:was|were) \d+ (?:failures?|errors?)/i,
  /^\W*(?:tests?|test files?|test suites?|suites?|found|ran|\d+(?!:))\b.{0,60}\b(?:failed|failing|failures?|errors?|suites?|passed|problems?|offenses?)\b/i,
  /^(?:time|duration|finished|done|ok|exit (?:code|status)|chunk id|wall time|process exited|command:|output:|command exited)\b|^\W*\w+: \d+$|^[#ℹ] /i,
  /^Exit code|^(?:error )?Command failed|ELIFECYCLE|Lifecycle script|Test failed\. See above|^make(?:\[\d+\])?: \*\*\* (?!No rule)|^error: (?:test failed|could not compile|process didn't exit|script "|recipe|aborting due)/i,
  /^(?:FAILURE: )?Build failed|^BUILD FAIL|Failed to execute goal|^COMPILATION ERROR|There are test failures|^Execution failed for task|^\* What went wrong|^Traceback/i,
  /^(?:at |in |File ")|[{;]$|^[\w.]+\(.*\)$(?<!^expect\(.*)|^(?:>|\d+ ?\|)|^(?:import|const|let|var|def|func|fn|return|if|use|assert\.\w+\()\b/,
];

/** Adds the values that stand below an assertion: "Expected: 4 · Received: 0". */
function withValues(line: string, lines: readonly string[], at: number): string {
  const below = lines.slice(at + 1, at + 1 + MAX_BELOW).filter(Boolean);
  if (/^(?:thread '.*' )?panicked at/.test(line)) {
    const [message = ""] = below;
    return joined(isNoise(message) ? line : message, below.slice(1));
  }
  if (/:$/.test(line) && /Error|expected/i.test(line)) {
    const [value = ""] = below;
    if (value !== "" && !/^at /.test(value)) return `${line} ${value}`;
  }
  return joined(line, below);
}

const VALUES =
  /^(?:(?:expected|received|actual|got|want|left|right|but was)(?: \w+)?\s*:\s*\S|[+-] (?:expected|actual)\b)/i;

function joined(line: string, below: readonly string[]): string {
  if (/\bexpected:? .*(?:but|to|received|got|actual)\b/i.test(line)) return line;
  const values = below.filter((text) => VALUES.test(text)).slice(0, 2);
  if (values.length < 2) return line;
  const pair = values.map((text) => text.replace(/\s+/g, " ")).join(" · ");
  return SAYS_NOTHING.test(line) ? pair : `${line.replace(/:$/, "")}: ${pair}`;
}

const SAYS_NOTHING = /^expect\(|Assert\.\w+\(\) Failure|^Failure\/Error:|^expected:?/i;
