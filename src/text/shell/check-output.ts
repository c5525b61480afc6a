import { stripAnsi } from "../../ansi.js";
import type { CheckKind } from "./check-call.js";
import { readTestOutput, saysTestFailed } from "./test-output.js";

/** Whether the failure in an output that several checks share is of this runner. Undefined if its reports look like others'. */
export function isReportOf(runner: string, output: string): boolean | undefined {
  return Object.hasOwn(SIGNS, runner) ? SIGNS[runner]?.test(stripAnsi(output)) : undefined;
}

const SIGNS: { readonly [runner: string]: RegExp } = {
  tsc: /\berror TS\d+/,
  "vue-tsc": /\berror TS\d+/,
  eslint: /✖ \d+ problems? \([1-9]|^[ \t]+\d+:\d+[ \t]+error\s/m,
  "ruff check": /^\S+\.pyi?:\d+:\d+: [A-Z]{1,4}\d{2,4} /m,
  mypy: /^\S+\.pyi?:\d+: error:/m,
  "golangci-lint run": /^[1-9]\d* issues?:|^\S+\.go:\d+:\d+: .*\(\w+\)$/m,
  "go build": /^\S+\.go:\d+:\d+: (?!.*\(\w+\)$)/m,
  "go vet": /^(?:vet: )?\S+\.go:\d+:\d+: (?!.*\(\w+\)$)/m,
};

/** What the output of a check says by itself. Undefined if it does not say. The output may be of several checks. */
export function verdictOf(
  kind: CheckKind,
  output: string,
  isAlone: boolean,
): "passed" | "failed" | undefined {
  if (output.trim() === "" || isInBackground(output)) return undefined;
  return kind === "test" ? testVerdict(output, isAlone) : toolVerdict(output);
}

/** The agent goes on while the command runs. */
export function isInBackground(output: string): boolean {
  return /^\s*Command (?:is |was )?(?:running in|moved to) (?:the )?background/.test(output);
}

function testVerdict(output: string, isAlone: boolean): "passed" | "failed" | undefined {
  if (saysTestFailed(output)) return "failed";
  const text = stripAnsi(output);
  if (readTestOutput(output) !== undefined || TESTS_PASSED.test(text)) return "passed";
  // It did not even start.
  return isAlone && TOOL_FAILED.test(text) ? "failed" : undefined;
}

const TESTS_PASSED =
  /^OK(?: \(|$)|^ok {2,}\t|^PASS$|\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|\b0 (?:failed|failures|failing)\b|\b[Aa]ll tests (?:pass|passed)\b|^(?:\[INFO\] )?BUILD SUCCESS|\bTests? (?:Succeeded|Passed)\b/m;

function toolVerdict(output: string): "passed" | "failed" | undefined {
  const text = stripAnsi(output);
  if (TOOL_FAILED.test(text)) return "failed";
  return TOOL_PASSED.test(text) ? "passed" : undefined;
}

/** Closing lines and findings of compilers, linters and builds. */
const TOOL_FAILED = new RegExp(
  [
    String.raw`\berror (?:TS|CS|FS|MSB)\d+`,
    String.raw`^\S+\.\w{1,5}:\d+(?::\d+)?: (?:error|fatal error)\b`,
    String.raw`^error(?:\[\w+\])?: \S`,
    String.raw`^[ \t]+\d+:\d+[ \t]+error\s`,
    String.raw`✖ \d+ problems? \([1-9]\d* errors?`,
    String.raw`\bFound [1-9]\d* (?:errors?|issues?|problems?)\b`,
    String.raw`^[1-9]\d* issues?:`,
    String.raw`^\S+\.go:\d+:\d+: \S`,
    String.raw`^\S+\.pyi?:\d+:(?:\d+:)? (?:error:|[A-Z]{1,4}\d{2,4} )`,
    String.raw`\b[1-9]\d* offenses? detected`,
    String.raw`^[ \t]*[1-9]\d* Error\(s\)`,
    String.raw`\bwould be reformatted\b|Code style issues found|\[error\] `,
    String.raw`^(?:FAILURE: )?Build failed\b|^BUILD FAIL(?:ED|URE)|^\[INFO\] BUILD FAILURE`,
    String.raw`^make(?:\[\d+\])?: \*\*\*`,
    String.raw`\bELIFECYCLE\b|^npm (?:ERR!|error) code\b|ERR_PNPM_\w*FAIL|^Exit status [1-9]|failed with exit code [1-9]`,
    String.raw`^ERROR in |^\[lint\] ERROR|^\[[\w:-]+\] ERROR task failed`,
  ].join("|"),
  "m",
);

const TOOL_PASSED =
  /\b(?:0 errors?|no issues found|0 issues|all checks passed|found 0 (?:errors|problems|issues)|no (?:errors|problems|offenses) (?:found|detected)|BUILD SUCCESS(?:FUL)?|Build succeeded|compiled successfully|built in|no fixes applied|would be left unchanged|all matched files use)|^[ \t]*Finished /im;
