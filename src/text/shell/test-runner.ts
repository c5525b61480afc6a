/** How one test runner says what came of a run. */
export interface TestRunner {
  /** Without one of these the output is not of this runner. */
  readonly keywords: readonly string[];
  /** The lines with the numbers. */
  readonly lines: RegExp;
  /** Whether the numbers stand before their words ("2 failed") or after them ("Failed: 2"). */
  readonly order: "number first" | "word first";
  /** Whether several such lines are parts to be added up, or the last of them holds for all. */
  readonly several: "add" | "join" | "last";
  /** The name of a failing test, as the first group that matched. */
  readonly failing: RegExp;
}

/** The more telling come first: some runners' lines look like parts of another's. */
export const TEST_RUNNERS: readonly TestRunner[] = [
  {
    // vitest
    keywords: ["Test Files", "Tests  "],
    lines: /^[ \t]*Tests {2}\d.*$/gm,
    order: "number first",
    several: "last",
    failing: /^[ \t]*(?:FAIL[ \t]+(.+? > .+)|[×✗] (.+?)(?:\s+\d+ ?ms)?)$/gm,
  },
  {
    // jest
    keywords: ["Tests:  "],
    lines: /^[ \t]*Tests:\s+\d+ \w.*$/gm,
    order: "number first",
    several: "last",
    failing: /^[ \t]*● (.+ › .+|[^›\n]+)$/gm,
  },
  {
    // playwright
    keywords: [" › "],
    lines: /^ *\d+ (?:passed|failed|flaky|skipped|did not run)\b.*$/gm,
    order: "number first",
    several: "join",
    failing: /^[ \t]+\d+\) (?:\[[\w -]+\] › )?(\S+:\d+:\d+ › .+?)(?: ─+)?$/gm,
  },
  {
    // mocha
    keywords: [" passing", " failing"],
    lines: /^[ \t]*\d+ (?:passing|failing|pending)\b.*$/gm,
    order: "number first",
    several: "join",
    failing: /^ {2}\d+\) (.+(?:\n\s{5,}\S.*){0,3}):$/gm,
  },
  {
    // pytest
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
    order: "number first",
    several: "last",
    failing: /^(?:FAILED|ERROR) (\S+?\.py\S*)(?: - .*)?$/gm,
  },
  {
    // unittest
    keywords: ["Ran "],
    lines: /^(?:Ran \d+ tests?\b|FAILED \(|OK\b).*$/gm,
    order: "word first",
    several: "join",
    failing: /^(?:FAIL|ERROR): (.+)$/gm,
  },
  {
    // cargo test
    keywords: ["test result:"],
    lines: /^test result: .*$/gm,
    order: "number first",
    several: "add",
    failing: /^test (\S+) (?:- .+ )?\.\.\. FAILED$/gm,
  },
  {
    // cargo nextest
    keywords: ["tests run:", "test run:"],
    lines: /^[ \t]*Summary \[.*$/gm,
    order: "number first",
    several: "last",
    failing: /^[ \t]+FAIL \[[^\]]*\] (.+)$/gm,
  },
  {
    // node --test
    keywords: ["# pass ", "ℹ pass "],
    lines: /^[#ℹ] (?:tests|pass|fail|cancelled|skipped|todo) \d+$/gm,
    order: "word first",
    several: "join",
    failing: /^[ \t]*(?:not ok \d+ - (.+?)(?: # .*)?|✖ (?!failing tests)(.+?)(?: \([\d.]+ms\))?)$/gm,
  },
  {
    // rspec
    keywords: [" examples, ", " example, "],
    lines: /^\d+ examples?, .*$/gm,
    order: "number first",
    several: "last",
    failing: /^rspec \S+ # (.+)$/gm,
  },
  {
    // phpunit
    keywords: ["Assertions: ", " assertion"],
    lines: /^(?:OK \(\d+ tests?, |Tests: \d+, ).*$/gm,
    order: "word first",
    several: "last",
    failing: /^\d+\) ([\w\\]+::\w+.*)$/gm,
  },
  {
    // dotnet test
    keywords: ["Failed:", "Total tests:"],
    lines: /^(?:(?:Passed|Failed)!\s+- .*|Total tests: \d+|[ \t]+(?:Passed|Failed|Skipped): \d+)$/gm,
    order: "word first",
    several: "join",
    failing: /^[ \t]+Failed (\S.*?) \[.*\]$/gm,
  },
  {
    // maven
    keywords: ["Tests run:"],
    lines: /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+\s*$/gm,
    order: "word first",
    several: "last",
    failing: /^\[ERROR\] {3}(\w[\w.$]*)(?::\d+|->).*$/gm,
  },
  {
    // gradle
    keywords: [" tests completed", " test completed"],
    lines: /^\d+ tests? completed.*$/gm,
    order: "number first",
    several: "add",
    failing: /^(\S.* > .+) FAILED$/gm,
  },
  {
    // deno
    keywords: [" passed | "],
    lines: /^(?:ok|FAILED) \| .*$/gm,
    order: "number first",
    several: "last",
    failing: /^(?!FAILED)(.+?) \.\.\. FAILED\b.*$/gm,
  },
  {
    // bun
    keywords: [" fail\n", " pass\n"],
    lines: /^[ \t]*\d+ (?:pass|fail|skip)$/gm,
    order: "number first",
    several: "join",
    failing: /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/gm,
  },
];
