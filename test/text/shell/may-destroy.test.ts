import { describe, expect, test } from "vitest";
import { data } from "../../../src/text/shell/destruction/data.js";
import { files } from "../../../src/text/shell/destruction/file.js";
import { versionControl } from "../../../src/text/shell/destruction/git.js";
import { machine } from "../../../src/text/shell/destruction/machine.js";
import { migrations } from "../../../src/text/shell/destruction/migration.js";
import { mayDestroy } from "../../../src/text/shell/may-destroy.js";
import { onlyReads } from "../../../src/text/shell/only-reads.js";
import { DESTRUCTIVE } from "./destructive-command.js";
import { HARMLESS } from "./harmless-command.js";

describe("the gate before destructive commands", () => {
  test.each(DESTRUCTIVE)("lets through %j", (command) => {
    expect(mayDestroy(command)).toBe(true);
    expect(onlyReads(command)).toBe(false);
  });

  // Else the gate could forget one without a test that fails.
  test("has been tried with every program that is known", () => {
    const words = new Set(DESTRUCTIVE.flatMap((command) => command.toLowerCase().split(/[\s/'"`\\(;]+/)));
    const programs = [files, data, versionControl, machine, migrations].flatMap((rules) =>
      Object.keys(rules),
    );
    expect(programs.length).toBeGreaterThan(150);
    expect(programs.filter((program) => !words.has(program))).toEqual([]);
  });

  test.each([
    "npm test",
    "npm run build",
    "git status",
    "git commit -m done",
    "cargo build",
    "ls -la",
    "go test ./...",
  ])("keeps out %j", (command) => {
    expect(mayDestroy(command)).toBe(false);
  });
});

describe("a command that only reads", () => {
  test.each([
    "ls -la",
    "cd src && cat a.ts | head -20",
    "grep -rn foo src | wc -l",
    "git status && git diff --stat",
    "find . -name '*.ts' | sort | head",
    "sed -n '1,20p' a.ts",
    "cat a.ts 2>/dev/null",
    "git log --oneline -5 2>&1 | cat",
    "git fetch",
    "grep -n 'foo\\|bar' a.ts; grep \"a|b > c\" d.ts",
    "",
  ])("is %j", (command) => {
    expect(onlyReads(command)).toBe(true);
  });

  test.each([
    "npm test",
    "make",
    "python3 run.py",
    "cat a > b",
    "echo hi >> b",
    "ls && touch a",
    "cat $(ls)",
    "echo `ls`",
    "sed -i s/a/b/ c",
    "sed -n -i s/a/b/ c",
    "find . -delete",
    "find . -exec touch {} +",
    "sort -o a a",
    "cat <<EOF\nx\nEOF",
    "git commit -m x",
    'echo "$(touch a)"',
    'echo "a" > "b"',
    "'rm' a",
    "git checkout main",
    "catalog build",
    "lsof; ./run",
    "xargs touch",
    `ls ${"a ".repeat(5_000)}`,
  ])("is not %j", (command) => {
    expect(onlyReads(command)).toBe(false);
  });

  test("is not one of the harmless that write", () => {
    expect(
      HARMLESS.filter(onlyReads).filter((command) =>
        /^(?:npm (?!un|pub)|cp|mv|mkdir|touch|make|tar)/.test(command),
      ),
    ).toEqual([]);
  });
});
