import { namesInError } from "../detect/error-name.js";
import { readTestOutput } from "../detect/test-output.js";

const MOST = 320;
const MOST_LINE = 160;
const MOST_TESTS = 3;
// A line that says what went wrong, not merely that something did.
const TELLING =
  /(?:error|exception|panic|fatal|assert|expected|cannot|can't|undefined|not found|no such|denied|refused|missing|unexpected|invalid|timed? ?out|mismatch)/i;
const COUNTING = /^\W*(?:tests?|test files?|suites?|found|\d+)\b.{0,60}\b(?:failed|failing|errors?)\b/i;

/** What went wrong, in one line: the failing tests, the line that says it best, and what else the output names. */
export function failureIn(output: string, isTest: boolean): string {
  if (output === "") return "";
  const failing = isTest ? (readTestOutput(output)?.failing ?? []) : [];
  const parts = failing.slice(0, MOST_TESTS);
  const line = tellingLine(output);
  if (line !== "" && !parts.some((part) => part.includes(line))) parts.push(line);
  const said = parts.join("\n");
  const names = namesInError(output).filter((name) => !said.includes(name));
  if (names.length > 0) parts.push(names.join(", "));
  return parts.join(" · ").slice(0, MOST);
}

function tellingLine(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const told = lines.find((line) => TELLING.test(line) && !COUNTING.test(line)) ?? lines.at(-1) ?? "";
  return told.replace(/\s+/g, " ").slice(0, MOST_LINE);
}
