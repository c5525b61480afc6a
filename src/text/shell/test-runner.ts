/** How a test runner reports its result. */
export interface TestRunner {
  /** The command that runs it. */
  readonly name: string;
  /** Its output contains one of these. */
  readonly keywords: readonly string[];
  /** The lines with the numbers. */
  readonly lines: RegExp;
  /** The numbers follow their words ("Failed: 2" instead of "2 failed"). */
  readonly isWordFirst?: boolean;
  /** The last line holds the total; otherwise the lines add up. */
  readonly isLastOnly?: boolean;
  /** The name of a failing test is the first group that matched. */
  readonly failing: RegExp;
}

/** The more specific come first, because lines of some runners look like parts of others. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  {
    name: "vitest",
    keywords: ["Test Files", "Tests  "],
    lines: /^[ \t]*Tests {2}\d.*$/gm,
    isLastOnly: true,
    failing: /^[ \t]*(?:FAIL[ \t]+(.+? > .+)|[×✗] (.+?)(?:\s+\d+ ?ms)?)$/gm,
  },
  {
    name: "jest",
    keywords: ["Tests:  "],
    lines: /^[ \t]*Tests:\s+\d+ \w.*$/gm,
    isLastOnly: true,
    failing: /^[ \t]*● (.+ › .+|[^›\n]+)$/gm,
  },
  {
    name: "playwright test",
    keywords: [" › "],
    lines: /^ *\d+ (?:passed|failed|flaky|skipped|did not run)\b.*$/gm,
    failing: /^[ \t]+\d+\) (?:\[[\w -]+\] › )?(\S+:\d+:\d+ › .+?)(?: ─+)?$/gm,
  },
  {
    name: "mocha",
    keywords: [" passing", " failing"],
    lines: /^[ \t]*\d+ (?:passing|failing|pending)\b.*$/gm,
    failing: /^ {2}\d+\) (.+(?:\n\s{5,}\S.*){0,3}):$/gm,
  },
  {
    name: "pytest",
    keywords: [
      " passed in ",
      " failed in ",
      " error in ",
      " errors in ",
      " failed, ",
      " warnings in ",
      " skipped in ",
    ],
    lines:
      /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)\b.* in [\d.:]+ ?s.*$/gm,
    isLastOnly: true,
    failing: /^(?:FAILED|ERROR) (\S+?\.py\S*)(?: - .*)?$/gm,
  },
  {
    name: "unittest",
    keywords: ["Ran "],
    lines: /^(?:Ran \d+ tests?\b|FAILED \(|OK\b).*$/gm,
    isWordFirst: true,
    failing: /^(?:FAIL|ERROR): (.+)$/gm,
  },
  {
    name: "cargo test",
    keywords: ["test result:"],
    lines: /^test result: .*$/gm,
    failing: /^test (\S+) (?:- .+ )?\.\.\. FAILED$/gm,
  },
  // cargo nextest
  {
    name: "cargo test",
    keywords: ["tests run:", "test run:"],
    lines: /^[ \t]*Summary \[.*$/gm,
    isLastOnly: true,
    failing: /^[ \t]+FAIL \[[^\]]*\] (.+)$/gm,
  },
  {
    name: "node --test",
    keywords: ["# pass ", "ℹ pass ", "# fail ", "ℹ fail "],
    lines: /^[#ℹ] (?:tests|pass|fail|cancelled|skipped|todo) \d+$/gm,
    isWordFirst: true,
    failing: /^[ \t]*(?:not ok \d+ - (.+?)(?: # .*)?|✖ (?!failing tests)(.+?)(?: \([\d.]+ms\))?)$/gm,
  },
  {
    name: "rspec",
    keywords: [" examples, ", " example, "],
    lines: /^\d+ examples?, .*$/gm,
    isLastOnly: true,
    failing: /^rspec \S+ # (.+)$/gm,
  },
  {
    name: "phpunit",
    keywords: ["Assertions: ", " assertion"],
    lines: /^(?:OK \(\d+ tests?, |Tests: \d+, ).*$/gm,
    isWordFirst: true,
    isLastOnly: true,
    failing: /^\d+\) ([\w\\]+::\w+.*)$/gm,
  },
  {
    name: "dotnet test",
    keywords: ["Failed:", "Total tests:"],
    lines: /^(?:(?:Passed|Failed)!\s+- .*|Total tests: \d+|[ \t]+(?:Passed|Failed|Skipped): \d+)$/gm,
    isWordFirst: true,
    failing: /^[ \t]+Failed (\S.*?) \[.*\]$/gm,
  },
  {
    name: "mvn test",
    keywords: ["Tests run:"],
    lines: /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+\s*$/gm,
    isWordFirst: true,
    isLastOnly: true,
    failing: /^\[ERROR\] {3}(\w[\w.$]*)(?::\d+|->).*$/gm,
  },
  {
    name: "gradle test",
    keywords: [" tests completed", " test completed"],
    lines: /^\d+ tests? completed.*$/gm,
    failing: /^(\S.* > .+) FAILED$/gm,
  },
  {
    name: "deno test",
    keywords: [" passed | "],
    lines: /^(?:ok|FAILED) \| .*$/gm,
    isLastOnly: true,
    failing: /^(?!FAILED)(.+?) \.\.\. FAILED\b.*$/gm,
  },
  {
    name: "bun test",
    keywords: [" fail\n", " pass\n"],
    lines: /^[ \t]*\d+ (?:pass|fail|skip)$/gm,
    failing: /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/gm,
  },
];
