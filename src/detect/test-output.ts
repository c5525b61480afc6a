// The closing lines of the common runners, when something failed.
const FAILED =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^\s*(?:FAIL|FAILED|--- FAIL:)\s|\bFAILED \((?:failures|errors)=|\btest result: FAILED|^not ok \d/m;

/** Whether the output of a test run says that something failed, whatever the exit code: a pipe hides that one. */
export function saysTestFailed(output: string): boolean {
  return FAILED.test(output);
}
