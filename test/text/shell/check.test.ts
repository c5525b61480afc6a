import { describe, expect, test } from "vitest";
import { type Check, clears, readChecks } from "../../../src/text/shell/check.js";
import { REPORTS } from "./check-report.js";

const only = (command: string, output = "", ok = true): Check | undefined => {
  const reading = readChecks(command, output, ok);
  return reading?.results[0]?.checks[0] ?? reading?.unknown[0];
};

describe("a command is known by its runner and scope", () => {
  test.each([
    ["npm test", "test", ""],
    ["npm run test", "test", ""],
    ["yarn test", "test", ""],
    ["pnpm test", "test", ""],
    ["npm t", "test", ""],
    ["npm -s run test --silent", "test", ""],
    ["mise run test 2>&1 | tail -10", "test", ""],
    ["make -j4 test", "test", ""],
    ["just test", "test", ""],
    ["npm test -- auth", "test", "auth"],
    ["npm run test:unit", "test:unit", ""],
    ["pnpm --filter @box/api test -- --testPathPattern='shares' --no-coverage", "test", "api/shares"],
    ["yarn workspace @box/web test", "test", "web"],
    ["pytest", "pytest", ""],
    ["python -m pytest", "pytest", ""],
    ["python3 -m pytest -q --tb=short", "pytest", ""],
    ["uv run pytest -x", "pytest", ""],
    ["poetry run pytest tests/", "pytest", ""],
    ["pytest tests/test_a.py -k login", "pytest", "tests/test_a.py ::login"],
    ["pytest tests/test_a.py::test_b", "pytest", "tests/test_a.py::test_b"],
    [".venv/bin/pytest -n 4", "pytest", ""],
    ["go test ./... -count=1", "go test", ""],
    [
      "env GOCACHE=/tmp/c go test -race ./internal/store/ -run TestOpen -v",
      "go test",
      "internal/store ::TestOpen",
    ],
    ["npx vitest run", "vitest", ""],
    ["vitest run", "vitest", ""],
    ["pnpm vitest run test/a.test.ts", "vitest", "test/a.test.ts"],
    ["cd box && FOO=1 time npm test 2>&1 | tee log", "test", ""],
    ["sudo timeout 60 npm test > log 2>&1", "test", ""],
    ["npm test | head -3", "test", ""],
    ["npm test | grep -A3 FAIL", "test", ""],
    ["mise exec -- go test ./...", "go test", ""],
    ["cargo nextest run -p store", "cargo test", "store"],
    ["./gradlew :app:test --tests CalcTest", "gradle test", "app ::CalcTest"],
    ["mvn -pl core -Dtest=CalcTest test", "mvn test", "core ::CalcTest"],
    ["$env:CI=1; npm test", "test", ""],
    ["tsc -p tsconfig.build.json", "tsc", "tsconfig.build.json"],
    ["npx tsc -p . --noEmit", "tsc", ""],
    ["npx eslint --max-warnings 0 src/**/*.ts", "eslint", "src"],
    ["prettier --check .", "prettier", ""],
    ["make", "make", ""],
    ["npm run build", "build", ""],
    ["npm run typecheck", "typecheck", ""],
  ])("%j", (command, runner, scope) => {
    expect(only(command, "done")).toMatchObject({ runner, scope });
  });

  test.each([
    "git status",
    "grep -rn test src",
    "cat test/a.test.ts",
    "ls tests",
    "npm install",
    "npx prettier --write .",
    "gofmt -w .",
    "pytest --help",
    'git commit -m "npm test passes"',
    "echo npm test",
    "npm run migrate",
    "mkdir -p build",
    "node build/tool.js",
  ])("%j is no check", (command) => {
    expect(readChecks(command, "1 failed", false)).toBeUndefined();
  });
});

const HIDING = ["| tail -12", "2>&1 | head -60", "| tee out.log", "|| true", "; echo done"];

describe.each(REPORTS)("$command", ({ command, runner, failing, error, passing }) => {
  test("by its exit code", () => {
    expect(readChecks(command, failing, false)?.results).toMatchObject([
      { checks: [{ runner }], command, ok: false, error },
    ]);
    expect(readChecks(command, passing, true)?.results).toMatchObject([
      { checks: [{ runner }], ok: true, error: "" },
    ]);
    expect(readChecks(command, "", false)?.results).toMatchObject([{ ok: false, error: "" }]);
  });

  test.each(HIDING)("by its output, with %j", (hiding) => {
    expect(readChecks(`${command} ${hiding}`, failing, true)?.results).toMatchObject([
      { checks: [{ runner }], command, ok: false, error },
    ]);
    expect(readChecks(`${command} ${hiding}`, passing, true)?.results).toMatchObject([{ ok: true }]);
  });
});

describe("the output decides", () => {
  test.each([
    ["npm test | tail -4", "# pass 2\n# fail 1\n# cancelled 0", false],
    ["npm test | grep fail", "ℹ fail 1", false],
    ["npm test | grep fail", "# fail 0", true],
    ["pytest | tail -1", "1 failed, 3 passed", false],
    ["pytest | tail -1", "3 passed", true],
    ["pytest -q | tail -1", "=== 1 failed, 3 passed, 1 error in 0.1s ===", false],
    ["npx vitest run | tail -3", "      Tests  0 failed | 25 passed (25)", true],
    ["python -m unittest 2>&1 | tail -1", "FAILED (errors=1)", false],
    ["go test ./... | grep -E 'FAIL|ok'", "--- FAIL: TestOpen (0.00s)", false],
    ["npm test; echo exit: $?", "all sorts of things\nexit: 1", false],
    ["npm test; echo exit: $?", "all sorts of things\nexit: 0", true],
    ["npm run lint | tail", "Found 0 errors.", true],
  ])("%j with %j", (command, output, ok) => {
    expect(readChecks(command, output, true)?.results.map((one) => one.ok)).toEqual([ok]);
  });

  test("a passing run may log errors", () => {
    const output = "stderr | retries after 3 errors\n      Tests  25 passed (25)";
    expect(readChecks("npx vitest run | tail", output, true)?.results).toMatchObject([{ ok: true }]);
  });

  test("nothing is known of a run whose end is not seen", () => {
    const reading = readChecks("npm test | tail -1", "Duration 812ms", true);
    expect(reading).toMatchObject({ results: [], unknown: [{ runner: "test" }] });
    expect(readChecks("npm test | grep foo", "", false)?.results).toEqual([]);
    expect(readChecks("npm test; git diff --exit-code", "", false)?.results).toEqual([]);
  });

  test("a run that failed for another reason than its tests has failed", () => {
    expect(readChecks("npm test", "12 passed\ncoverage is below 80 %", false)?.results).toMatchObject([
      { ok: false },
    ]);
  });
});

describe("a chain", () => {
  test("that passed, passed in all parts", () => {
    expect(
      readChecks("npm run lint && npm test && git add -A && git commit -m x", "", true)?.results,
    ).toMatchObject([
      { checks: [{ runner: "lint" }], ok: true },
      { checks: [{ runner: "test" }], ok: true },
    ]);
  });

  test("that failed in its tests has passed the step before, and the one after did not run", () => {
    expect(
      readChecks("npm run lint && npm test && npm run build", "      Tests  1 failed | 2 passed (3)", false)
        ?.results,
    ).toMatchObject([
      { checks: [{ runner: "lint" }], ok: true },
      { checks: [{ runner: "test" }], ok: false, command: "npm test" },
    ]);
  });

  test("that failed somewhere may have failed in each part", () => {
    expect(readChecks("npm run lint && npm test", "", false)?.results).toMatchObject([
      { checks: [{ runner: "lint" }, { runner: "test" }], ok: false, command: "npm run lint && npm test" },
    ]);
  });

  test("whose tests passed failed later", () => {
    expect(readChecks("npm test && git push", "12 passed\nrejected", false)?.results).toMatchObject([
      { ok: true },
    ]);
  });
});

describe("a check that passes", () => {
  const FAIL = "      Tests  1 failed | 2 passed (3)";
  const PASS = "      Tests  3 passed (3)";
  test.each([
    ["npm test", "npm run test", true],
    ["npm run test", "yarn test", true],
    ["pytest", "python -m pytest", true],
    ["pytest tests/", "pytest", true],
    ["pytest", "pytest tests/ -q", true],
    ["pytest tests/test_a.py", "pytest tests/", true],
    ["pytest tests/test_a.py::test_b", "pytest tests/test_a.py", true],
    ["npm test -- auth", "npm test", true],
    ["npm test", "npm test -- auth", false],
    ["go test ./store -run TestOpen", "go test ./store", true],
    ["go test ./store", "go test ./parse", false],
    ["go test ./...", "go test ./store/...", false],
    ["cd /work/box && npm test 2>&1 | tail -5", "npm test", true],
    ["cd api && npm test", "cd web && npm test", false],
    ["npm test", "npx vitest run", true],
    ["npx vitest run", "pnpm test", true],
    ["npm test", "npm run lint", false],
    ["npx vitest run -t adds", "npx vitest run", true],
    ["npx vitest run", "npx vitest run -t adds", false],
  ])("%j fails, then %j passes: cleared is %s", (before, after, cleared) => {
    const failed = only(before, FAIL, false);
    const passed = only(after, PASS, true);
    expect(failed !== undefined && passed !== undefined && clears(passed, failed)).toBe(cleared);
  });

  test("the script's own line names its runner", () => {
    const failed = only(
      "npm run lint",
      "> box@1.0.0 lint\n> eslint .\n\n✖ 1 problem (1 error, 0 warnings)",
      false,
    );
    expect(failed).toMatchObject({ runner: "lint", as: { runner: "eslint", scope: "" } });
  });
});
