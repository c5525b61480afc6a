/** What common runners print: a failing run, the line that names its failure, and a passing run. */
export interface Report {
  readonly command: string;
  readonly runner: string;
  readonly failing: string;
  readonly error: string;
  readonly passing: string;
}

export const REPORTS: readonly Report[] = [
  {
    command: "node --test",
    runner: "node --test",
    failing:
      "✔ keeps cents (1.1ms)\n✖ rounds up (2.4ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n  100.4 !== 100\n\nℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0",
    error: "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 100.4 !== 100",
    passing: "ℹ tests 3\nℹ pass 3\nℹ fail 0\nℹ cancelled 0",
  },
  {
    command: "npm test",
    runner: "test",
    failing:
      "> till@1.0.0 test\n> node --test\n\nTAP version 13\n# Subtest: rounds up\nnot ok 1 - rounds up\n  ---\n  duration_ms: 2\n  error: '100.4 == 100'\n  code: 'ERR_ASSERTION'\n  ...\n1..1\n# tests 1\n# pass 0\n# fail 1",
    error: "error: '100.4 == 100'",
    passing: "TAP version 13\nok 1 - rounds up\n1..1\n# tests 1\n# pass 1\n# fail 0",
  },
  {
    command: "npx tap test/a.js",
    runner: "tap",
    failing: "TAP version 13\nok 1 - opens\nnot ok 2 - closes\n  ---\n  error: 'still open'\n  ...\n1..2",
    error: "error: 'still open'",
    passing: "TAP version 13\nok 1 - opens\nok 2 - closes\n1..2",
  },
  {
    command: "npx vitest run",
    runner: "vitest",
    failing:
      " ❯ test/queue.test.ts (3 tests | 1 failed) 12ms\n   × queue > gives up 5ms\n     → expected 2 to be 3\n\n FAIL  test/queue.test.ts > queue > gives up\nAssertionError: expected 2 to be 3 // Object.is equality\n ❯ test/queue.test.ts:9:17\n\n Test Files  1 failed | 4 passed (5)\n      Tests  1 failed | 22 passed (23)",
    error: "expected 2 to be 3",
    passing: " Test Files  5 passed (5)\n      Tests  23 passed (23)\n   Duration  812ms",
  },
  {
    command: "npx jest",
    runner: "jest",
    failing:
      "FAIL src/cart.test.js\n  ● cart › adds an item\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 0\n\n      3 |   const cart = new Cart();\n    > 4 |   expect(cart.total).toBe(4);\n\nTest Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 11 passed, 12 total",
    error: "Expected: 4 · Received: 0",
    passing: "Test Suites: 3 passed, 3 total\nTests:       12 passed, 12 total\nSnapshots:   0 total",
  },
  {
    command: "npx mocha",
    runner: "mocha",
    failing:
      "  Parser\n    ✔ reads a header\n    1) refuses an empty line\n\n  9 passing (31ms)\n  1 failing\n\n  1) Parser\n       refuses an empty line:\n     AssertionError: expected undefined to throw\n      at Context.<anonymous> (test/parser.js:12:5)",
    error: "AssertionError: expected undefined to throw",
    passing: "\n  10 passing (31ms)\n",
  },
  {
    command: "pytest -q",
    runner: "pytest",
    failing:
      ".F.                                                    [100%]\n=================================== FAILURES ===================================\n__________________________________ test_total __________________________________\n\n    def test_total():\n>       assert total([1, 1]) == 3\nE       assert 2 == 3\nE        +  where 2 = total([1, 1])\n\ntests/test_cart.py:5: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_cart.py::test_total - assert 2 == 3\n1 failed, 2 passed in 0.31s",
    error: "assert 2 == 3",
    passing: "...                                                    [100%]\n3 passed in 0.12s",
  },
  {
    command: "python -m unittest",
    runner: "unittest",
    failing:
      'E\n======================================================================\nERROR: test_empty (test_mean.TestMean.test_empty)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File "/work/box/test_mean.py", line 7, in test_empty\n    mean([])\nZeroDivisionError: division by zero\n\n----------------------------------------------------------------------\nRan 1 test in 0.001s\n\nFAILED (errors=1)',
    error: "ZeroDivisionError: division by zero",
    passing:
      ".\n----------------------------------------------------------------------\nRan 1 test in 0.001s\n\nOK",
  },
  {
    command: "go test ./...",
    runner: "go test",
    failing:
      '--- FAIL: TestParse (0.00s)\n    parse_test.go:14: got "x", want ""\nFAIL\nFAIL\texample.org/box/parse\t0.012s\nok  \texample.org/box/store\t0.204s\nFAIL',
    error: 'parse_test.go:14: got "x", want ""',
    passing: "ok  \texample.org/box/parse\t0.012s\nok  \texample.org/box/store\t0.204s",
  },
  {
    command: "cargo test",
    runner: "cargo test",
    failing:
      "running 2 tests\ntest tests::keeps ... ok\ntest tests::adds ... FAILED\n\nfailures:\n\n---- tests::adds stdout ----\nthread 'tests::adds' panicked at src/lib.rs:12:9:\nassertion `left == right` failed\n  left: 0\n right: 4\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\nerror: test failed, to rerun pass `--lib`",
    error: "assertion `left == right` failed: left: 0 · right: 4",
    passing: "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
  },
  {
    command: "mvn -q test",
    runner: "mvn test",
    failing:
      "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in CalcTest\n[ERROR] CalcTest.adds  Time elapsed: 0.01 s  <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <4> but was: <0>\n[ERROR] Failures:\n[ERROR]   CalcTest.adds:12 expected: <4> but was: <0>\n[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE",
    error: "org.opentest4j.AssertionFailedError: expected: <4> but was: <0>",
    passing: "[INFO] Tests run: 8, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS",
  },
  {
    command: "./gradlew test",
    runner: "gradle test",
    failing:
      "> Task :test FAILED\n\nCalcTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <4> but was: <0>\n        at app//CalcTest.adds(CalcTest.java:9)\n\n1 test completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests.\n\nBUILD FAILED in 3s",
    error: "org.opentest4j.AssertionFailedError: expected: <4> but was: <0>",
    passing: "BUILD SUCCESSFUL in 3s\n4 actionable tasks: 4 executed",
  },
  {
    command: "vendor/bin/phpunit",
    runner: "phpunit",
    failing:
      "F                                                                   1 / 1 (100%)\n\nThere was 1 failure:\n\n1) CalcTest::testAdds\nFailed asserting that 0 matches expected 4.\n\n/work/box/tests/CalcTest.php:9\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.",
    error: "Failed asserting that 0 matches expected 4.",
    passing: "........ 8 / 8 (100%)\n\nOK (8 tests, 30 assertions)",
  },
  {
    command: "bundle exec rspec",
    runner: "rspec",
    failing:
      "Failures:\n\n  1) Cart adds an item\n     Failure/Error: expect(cart.size).to eq(1)\n\n       expected: 1\n            got: 0\n\n       (compared using ==)\n     # ./spec/cart_spec.rb:12:in `block (2 levels)'\n\nFinished in 0.02 seconds\n5 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:12 # Cart adds an item",
    error: "expected: 1 · got: 0",
    passing: "Finished in 0.02 seconds\n5 examples, 0 failures",
  },
  {
    command: "dotnet test",
    runner: "dotnet test",
    failing:
      "  Failed Box.Tests.CartTests.AddsItem [12 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 4\nActual:   0\n  Stack Trace:\n     at Box.Tests.CartTests.AddsItem() in /work/box/CartTests.cs:line 9\n\nFailed!  - Failed:     1, Passed:    10, Skipped:     0, Total:    11, Duration: 45 ms - Box.Tests.dll (net8.0)",
    error: "Expected: 4 · Actual: 0",
    passing: "Passed!  - Failed:     0, Passed:    11, Skipped:     0, Total:    11, Duration: 9 ms",
  },
  {
    command: "npx tsc --noEmit",
    runner: "tsc",
    failing:
      "src/queue.ts(12,5): error TS2304: Cannot find name 'openQueue'.\nsrc/b.ts(3,1): error TS2552: Cannot find name 'x'.",
    error: "src/queue.ts(12,5): error TS2304: Cannot find name 'openQueue'.",
    passing: "",
  },
  {
    command: "npx eslint .",
    runner: "eslint",
    failing:
      "/work/box/src/a.js\n  12:5  error  'total' is not defined  no-undef\n  14:1  warning  Unexpected console statement  no-console\n\n✖ 3 problems (2 errors, 1 warning)",
    error: "12:5 error 'total' is not defined no-undef",
    passing:
      "/work/box/src/a.js\n  14:1  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)",
  },
  {
    command: "ruff check .",
    runner: "ruff check",
    failing:
      "src/box.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.",
    error: "src/box.py:1:8: F401 [*] `os` imported but unused",
    passing: "All checks passed!",
  },
  {
    command: "mypy src",
    runner: "mypy",
    failing:
      'src/box.py:4: error: Incompatible return value type (got "str", expected "int")  [return-value]\nFound 1 error in 1 file (checked 3 source files)',
    error: 'src/box.py:4: error: Incompatible return value type (got "str", expected "int") [return-value]',
    passing: "Success: no issues found in 3 source files",
  },
  {
    command: "golangci-lint run",
    runner: "golangci-lint run",
    failing: "cmd/setup.go:17:2: Get returns interface (ireturn)\n1 issues:\n* ireturn: 1",
    error: "cmd/setup.go:17:2: Get returns interface (ireturn)",
    passing: "0 issues.",
  },
  {
    command: "cargo clippy",
    runner: "cargo clippy",
    failing:
      "error[E0425]: cannot find value `total` in this scope\n --> src/lib.rs:3:5\n\nerror: could not compile `box` (lib) due to 1 previous error",
    error: "error[E0425]: cannot find value `total` in this scope",
    passing: "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s",
  },
  {
    command: "go build ./...",
    runner: "go build",
    failing: "# example.org/box/store\nstore/store.go:30:8: undefined: openStore",
    error: "store/store.go:30:8: undefined: openStore",
    passing: "",
  },
  {
    command: "mvn compile",
    runner: "mvn build",
    failing:
      "[ERROR] COMPILATION ERROR : \n[ERROR] /work/box/src/Calc.java:[3,12] cannot find symbol\n[INFO] BUILD FAILURE",
    error: "/work/box/src/Calc.java:[3,12] cannot find symbol",
    passing: "[INFO] BUILD SUCCESS",
  },
];
