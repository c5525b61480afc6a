import { beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.hook("SessionStart", "one", { source: "startup" });
  stage.hook("UserPromptSubmit", "one", { prompt: "Make the rounding of totals right" });
});

function run(command: string, output: string, ok = true): void {
  const call = { tool_name: "Bash", tool_input: { command } };
  if (ok) stage.hook("PostToolUse", "one", { ...call, tool_response: { stdout: output, stderr: "" } });
  else stage.hook("PostToolUseFailure", "one", { ...call, error: `Exit code 1\n${output}` });
}

/** The line that says what fails, as the next session is told. */
function failing(closing = "Here is where I am."): string {
  stage.hook("Stop", "one", { last_assistant_message: closing });
  const told = stage.told("SessionStart", "two", { source: "startup" });
  expect(told).toContain("rounding of totals");
  return told.split("\n").find((line) => line.startsWith("Failing:")) ?? "";
}

const commands = (): string => stage.cli(["memory", "--kind", "command"]).stdout;

const NODE_FAILED =
  "✖ rounds up (2.4ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n  100.4 !== 100\n\n      at Test.run (node:internal/test_runner/test:1:1)\n" +
  `${"✔ keeps the cents of a line (0.1ms)\n".repeat(40)}ℹ tests 43\nℹ suites 0\nℹ pass 42\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 81.5`;

describe("a test that fails behind a pipe", () => {
  test("is told as failing, and not remembered as working", () => {
    run("npm test", "# tests 3\n# pass 3\n# fail 0");
    expect(commands()).toContain("`npm test` works");
    run("npm test", `error: '100.4 == 100'\n# pass 2\n# fail 1`, false);
    run("npm test 2>&1 | tail -12", "# tests 3\n# pass 2\n# fail 1\n# cancelled 0");
    expect(failing()).toBe("Failing: `npm test` (error: '100.4 == 100')");
    expect(commands()).not.toContain("`npm test` works");
  });

  test("is told with its error, which stands far above the end", () => {
    run("npm test 2>&1 | tee test.log", NODE_FAILED);
    expect(failing()).toBe(
      "Failing: `npm test` (AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 100.4 !== 100)",
    );
  });

  test("works again once it has passed", () => {
    run("npm test | tail -3", "# pass 2\n# fail 1");
    run("npm run test | tail -3", "# pass 3\n# fail 0");
    expect(failing()).toBe("");
    expect(commands()).toContain("`npm run test` works (test command, 3 passed)");
  });
});

describe("what failed is named", () => {
  test.each([
    [
      "pytest -q",
      ".F\n=================================== FAILURES ===================================\n____________ test_total ____________\n\n>       assert total([1, 1]) == 3\nE       assert 2 == 3\n\ntests/test_cart.py:5: AssertionError\n1 failed, 1 passed in 0.31s",
      "assert 2 == 3",
    ],
    [
      "python -m unittest",
      'E\n======================================================================\nERROR: test_empty (test_mean.TestMean.test_empty)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File "/work/box/test_mean.py", line 7, in test_empty\n    mean([])\nZeroDivisionError: division by zero\n\nRan 1 test in 0.001s\n\nFAILED (errors=1)',
      "ZeroDivisionError: division by zero",
    ],
    [
      "vendor/bin/phpunit",
      "There was 1 failure:\n\n1) CalcTest::testAdds\nFailed asserting that 0 matches expected 4.\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.",
      "Failed asserting that 0 matches expected 4.",
    ],
    [
      "mvn -q test",
      "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE!\n[ERROR]   CalcTest.adds:12 expected: <4> but was: <0>\n[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0",
      "expected: <4> but was: <0>",
    ],
    [
      "npx jest",
      "FAIL src/cart.test.js\n  ● cart › adds an item\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 0\n\nTests:       1 failed, 11 passed, 12 total",
      "Expected: 4 · Received: 0",
    ],
  ])("%s", (command, output, error) => {
    run(command, output, false);
    expect(failing()).toBe(`Failing: \`${command}\` (${error})`);
  });
});

describe("nothing is told as failing", () => {
  test("that another spelling has passed", () => {
    run("pytest tests/", "E   assert 2 == 3\n1 failed in 0.1s", false);
    run("python -m pytest", "3 passed in 0.1s");
    expect(failing()).toBe("");
  });

  test("that the agent says to pass after it has run the tests", () => {
    run("make check", "Error: boom", false);
    run("npx vitest run", "      Tests  12 passed (12)");
    expect(failing("All 12 tests and the linter pass. Everything is green.")).toBe("");
  });

  test("that the person did not let run", () => {
    stage.hook("PostToolUseFailure", "one", {
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      error: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    });
    expect(failing()).toBe("");
  });
});
