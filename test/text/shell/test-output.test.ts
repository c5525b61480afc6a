import { describe, expect, test } from "vitest";
import { readTestOutput } from "../../../src/text/shell/test-output.js";

const VITEST = `
 ❯ test/queue.test.ts (3 tests | 1 failed) 12ms
   ✓ queue > keeps the order 2ms
   × queue > gives up after three tries 5ms
     → expected 2 to be 3

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/queue.test.ts > queue > gives up after three tries
AssertionError: expected 2 to be 3

 Test Files  1 failed | 4 passed (5)
      Tests  1 failed | 22 passed | 2 skipped (25)
   Duration  812ms
`;

const JEST = `
FAIL src/cart.test.js
  cart
    ✓ starts empty (2 ms)
    ✕ adds an item (4 ms)

  ● cart › adds an item

    expect(received).toBe(expected)

Test Suites: 1 failed, 2 passed, 3 total
Tests:       1 failed, 11 passed, 12 total
Snapshots:   0 total
`;

const MOCHA = `
  Parser
    ✔ reads a header
    1) refuses an empty line

  9 passing (31ms)
  1 failing

  1) Parser
       refuses an empty line:

      AssertionError: expected undefined to throw
      at Context.<anonymous> (test/parser.js:12:5)
`;

const PYTEST = `
tests/test_cart.py .F.E                                        [100%]
=================================== FAILURES ===================================
E       assert 2 == 3
=========================== short test summary info ============================
FAILED tests/test_cart.py::TestCart::test_total - assert 2 == 3
ERROR tests/test_cart.py::test_db - fixture 'db' not found
=================== 1 failed, 2 passed, 1 error in 0.31s ===================
`;

const UNITTEST = `
======================================================================
FAIL: test_total (tests.test_cart.CartTest.test_total)
----------------------------------------------------------------------
Traceback (most recent call last):
AssertionError: 2 != 3

----------------------------------------------------------------------
Ran 12 tests in 0.004s

FAILED (failures=1, skipped=2)
`;

const GO = `
=== RUN   TestAdd
--- PASS: TestAdd (0.00s)
=== RUN   TestParse
=== RUN   TestParse/empty
    parse_test.go:14: got "x", want ""
--- FAIL: TestParse (0.00s)
    --- FAIL: TestParse/empty (0.00s)
FAIL
FAIL\texample.org/box/parse\t0.012s
FAIL\texample.org/box/cmd [build failed]
ok  \texample.org/box/store\t0.204s
`;

const CARGO = `
running 3 tests
test queue::tests::keeps_order ... ok
test queue::tests::gives_up ... FAILED

failures:
    queue::tests::gives_up

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;

const NEXTEST = `
        PASS [   0.004s] box queue::tests::keeps_order
        FAIL [   0.005s] box queue::tests::gives_up
     Summary [   0.011s] 12 tests run: 11 passed, 1 failed, 0 skipped
`;

const NODE = `
✔ keeps the order (1.1ms)
✖ gives up after three tries (2.4ms)
ℹ tests 3
ℹ suites 0
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
`;

const TAP = `TAP version 13
ok 1 - keeps the order
not ok 2 - gives up after three tries
  ---
  duration_ms: 2
1..2
`;

const RSPEC = `
Failures:

  1) Cart adds an item
     Failure/Error: expect(cart.size).to eq(1)

Finished in 0.02 seconds
5 examples, 1 failure, 1 pending

Failed examples:

rspec ./spec/cart_spec.rb:12 # Cart adds an item
`;

const PHPUNIT = `
There was 1 failure:

1) Tests\\CartTest::testTotal
Failed asserting that 2 matches expected 3.

FAILURES!
Tests: 12, Assertions: 30, Failures: 1, Errors: 1.
`;

const DOTNET = `
  Failed Box.Tests.CartTests.AddsItem [12 ms]
  Error Message:
   Assert.Equal() Failure

Failed!  - Failed:     1, Passed:    10, Skipped:     0, Total:    11, Duration: 45 ms - Box.Tests.dll (net8.0)
`;

const MAVEN = `
[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in CartTest
[ERROR] Failures:
[ERROR]   CartTest.total:42 expected: <3> but was: <2>
[INFO]
[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 1
[INFO] BUILD FAILURE
`;

const GRADLE = `
> Task :test FAILED

CartTest > adds an item FAILED
    org.opentest4j.AssertionFailedError at CartTest.kt:12

12 tests completed, 1 failed
`;

const PLAYWRIGHT = `
Running 6 tests using 2 workers

  1) [chromium] › tests/login.spec.ts:8:5 › login › refuses a wrong password ────

    Error: expect(locator).toBeVisible()

  1 failed
    [chromium] › tests/login.spec.ts:8:5 › login › refuses a wrong password ────
  5 passed (4.2s)
`;

describe("what came of a test run", () => {
  test.each([
    ["vitest", VITEST, 22, 1, ["test/queue.test.ts > queue > gives up after three tries"]],
    ["jest", JEST, 11, 1, ["cart › adds an item"]],
    ["mocha", MOCHA, 9, 1, ["Parser refuses an empty line"]],
    ["pytest", PYTEST, 2, 2, ["tests/test_cart.py::TestCart::test_total", "tests/test_cart.py::test_db"]],
    ["unittest", UNITTEST, 9, 1, ["test_total (tests.test_cart.CartTest.test_total)"]],
    ["go test", GO, 1, 2, ["TestParse/empty", "example.org/box/cmd [build failed]"]],
    ["cargo", CARGO, 4, 1, ["queue::tests::gives_up"]],
    ["nextest", NEXTEST, 11, 1, ["box queue::tests::gives_up"]],
    ["node --test", NODE, 2, 1, ["gives up after three tries"]],
    ["TAP", TAP, 1, 1, ["gives up after three tries"]],
    ["rspec", RSPEC, 3, 1, ["Cart adds an item"]],
    ["phpunit", PHPUNIT, 10, 2, ["Tests\\CartTest::testTotal"]],
    ["dotnet", DOTNET, 10, 1, ["Box.Tests.CartTests.AddsItem"]],
    ["maven", MAVEN, 10, 1, ["CartTest.total"]],
    ["gradle", GRADLE, 11, 1, ["CartTest > adds an item"]],
    ["playwright", PLAYWRIGHT, 5, 1, ["tests/login.spec.ts:8:5 › login › refuses a wrong password"]],
  ])("%s, with failures", (_, output, passed, failed, failing) => {
    expect(readTestOutput(output)).toMatchObject({ passed, failed, failing });
  });

  test.each([
    ["vitest", " Test Files  3 passed (3)\n      Tests  25 passed (25)\n", 25],
    ["vitest in colour", "\u001b[2m      Tests \u001b[22m \u001b[32m25 passed\u001b[39m (25)\n", 25],
    ["a workspace", "packages/api test:       Tests  25 passed (25)\n", 25],
    ["jest", "Test Suites: 27 passed, 27 total\nTests:       527 passed, 527 total\n", 527],
    ["mocha", "\n  10 passing (20ms)\n", 10],
    ["mocha, its lead cut off", "10 passing (20ms)", 10],
    ["pytest", "........ [100%]\n8 passed in 0.12s\n", 8],
    ["unittest", "........\nRan 8 tests in 0.004s\n\nOK\n", 8],
    ["cargo", "test result: ok. 8 passed; 0 failed; 0 ignored; 0 measured\n", 8],
    ["node --test", "# tests 8\n# suites 1\n# pass 8\n# fail 0\n# cancelled 0\n", 8],
    ["rspec", "Finished in 0.2 seconds\n8 examples, 0 failures\n", 8],
    ["phpunit", "........ 8 / 8 (100%)\n\nOK (8 tests, 30 assertions)\n", 8],
    ["dotnet", "Passed!  - Failed:     0, Passed:     8, Skipped:     0, Total:     8, Duration: 9 ms\n", 8],
    ["maven", "[INFO] Tests run: 8, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n", 8],
    ["deno", "add ... ok (2ms)\n\nok | 8 passed | 0 failed (20ms)\n", 8],
    ["bun", "bun test v1.1\n\n 8 pass\n 0 fail\n 12 expect() calls\n", 8],
  ])("%s, all well", (_, output, passed) => {
    expect(readTestOutput(output)).toMatchObject({ passed, failed: 0, failing: [] });
  });

  test("go without -v names no tests that passed", () => {
    expect(readTestOutput("ok  \texample.org/box/store\t0.204s\n")).toEqual({
      runner: "go test",
      failed: 0,
      failing: [],
    });
  });

  test.each([
    "",
    "added 212 packages in 4s",
    "3 files changed, 12 insertions(+), 1 deletion(-)",
    "src/a.ts(1,2): error TS2304: Cannot find name 'x'.\nFound 1 error.",
    "✖ 3 problems (1 error, 2 warnings)",
    "commit 1a2b3c\n\n    all tests passed in the end",
    "TOTAL 25 passed the exam",
    "ok",
    "- ok 1 thing\n- not ok 2 things",
    "Passed: nothing",
    "Tests are in test/",
    "the suite has 5 passing marks",
    "error: test failed, to rerun pass `--lib`",
    "Compiling box v0.1.0\nerror[E0308]: mismatched types",
    "$ npm run build\nbuilt in 312ms",
  ])("%j is of no runner", (output) => {
    expect(readTestOutput(output)).toBeUndefined();
  });
});
