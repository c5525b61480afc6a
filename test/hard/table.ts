import { basename } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type {} from "./figure.js";
import { ROWS } from "./row.js";

const WIDTH = 118;
const LONGEST = 420;

interface Line {
  readonly row: string;
  readonly modules: readonly TestModule[];
}

/** Ends a run with a table: each row with what was tried, whether it held, the seconds it took, and its figures. */
export class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const known = Object.keys(ROWS);
    const met = [...new Set(modules.map(rowOf))].sort((a, b) => known.indexOf(a) - known.indexOf(b));
    const lines = met.map((row) => ({ row, modules: modules.filter((module) => rowOf(module) === row) }));
    process.stdout.write(["", ...lines.flatMap(printed), ""].join("\n"));
  }
}

/** `r1-kill.test.ts` is of row R1, `import.test.ts` of one of that name. */
function rowOf({ moduleId }: TestModule): string {
  const name = basename(moduleId).replace(/\.test\.ts$/, "");
  return (/^[rs]\d+(?=-|$)/.exec(name)?.[0] ?? name).toUpperCase();
}

function printed({ row, modules }: Line): string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = modules.filter((module) => !module.ok()).length;
  const seconds = modules.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1_000;
  const skipped = tests.filter((test) => test.result().state === "skipped");
  const result = failed > 0 ? "FAIL" : skipped.length === tests.length ? "skip" : "pass";
  const head = `${row.padEnd(10)} ${result}  ${seconds.toFixed(0).padStart(4)} s  ${ROWS[row] ?? ""}`;
  const wrong = tests.filter((test) => test.result().state === "failed");
  return [
    head,
    ...tests.flatMap(figuresOf).flatMap((text) => wrap(`· ${text}`)),
    ...skipped.flatMap((test) => wrap(`- skipped: ${test.fullName}`)),
    ...wrong.flatMap((test) => wrap(`! failed: ${test.fullName}`)),
  ];
}

/** Each in one line before it is broken; what a test has noted beside its numbers may be long. */
function figuresOf(test: TestCase): readonly string[] {
  return (test.meta().figures ?? []).map((text) => text.replace(/\s+/g, " ").trim().slice(0, LONGEST));
}

/** In lines of their own below the head, broken between words. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length > WIDTH - 13) {
      lines.push(line);
      line = ` ${word === "" ? "" : ` ${word}`}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => `${" ".repeat(11)}${one}`);
}
