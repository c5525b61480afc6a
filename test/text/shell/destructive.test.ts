import { describe, expect, test } from "vitest";
import { destructionIn, destructionsIn } from "../../../src/text/shell/destructive.js";
import { runsWild } from "../../growth.js";
import { DESTRUCTIVE } from "./destructive-command.js";
import { HARMLESS } from "./harmless-command.js";

describe("a command that may destroy work", () => {
  test("is known by many examples of both kinds", () => {
    expect(new Set(DESTRUCTIVE).size).toBeGreaterThanOrEqual(120);
    expect(new Set(HARMLESS).size).toBeGreaterThanOrEqual(120);
  });

  test.each(DESTRUCTIVE)("is %j", (command) => {
    expect(destructionIn(command)).toBeTypeOf("string");
  });

  test.each(HARMLESS)("is not %j", (command) => {
    expect(destructionIn(command)).toBeUndefined();
  });

  test.each([
    ["cd a && rm -rf   b && ls", "rm -rf b"],
    ["X=1 git reset --hard HEAD~1; npm test", "git reset --hard HEAD~1"],
    ["bash -lc 'cd x && rm -rf y'", "rm -rf y"],
    ["ls | xargs rm", "xargs rm"],
    ["psql <<'EOF'\ndrop table a;\nEOF", "psql <<'EOF'"],
    [`rm -rf ${"a".repeat(500)}`, `rm -rf ${"a".repeat(193)}`],
  ])("says which part: %j", (command, part) => {
    expect(destructionIn(command)).toBe(part);
  });

  test("that writes over a file says which", () => {
    expect(destructionsIn('cat > "src/a b.ts" <<EOF\nx\nEOF\necho x | tee c.ts')).toEqual([
      { part: 'cat > "src/a b.ts" <<EOF', over: "src/a b.ts" },
      { part: "tee c.ts", over: "c.ts" },
    ]);
    expect(destructionsIn("rm -rf src")).toEqual([{ part: "rm -rf src" }]);
  });
});

describe("a file that is written over", () => {
  const over = (command: string) => destructionsIn(command).map((one) => one.over);
  test("is looked for where the command went, too", () => {
    expect(over("cd src && cat > app.ts <<A\nx\nA")).toEqual(["app.ts", "src/app.ts"]);
    expect(over("cd a; cd b; echo > c.ts")).toEqual(["c.ts", "a/b/c.ts"]);
    expect(over("cd a && cd /srv/b && echo > c.ts")).toEqual(["c.ts", "/srv/b/c.ts"]);
    expect(over("cd a && echo > /srv/c.ts")).toEqual(["/srv/c.ts"]);
    expect(over('cd "$DIR" && echo > c.ts')).toEqual(["c.ts"]);
    expect(over("echo > c.ts && cd a")).toEqual(["c.ts"]);
    expect(over("cd a && bash -c 'cd b && echo > c.ts'")).toEqual([
      ...["c.ts", "a/c.ts"],
      ...["b/c.ts", "a/b/c.ts"],
    ]);
  });
});

describe("a long or malicious command", () => {
  const N = 50_000;
  const LONGEST = 131_072;
  test.each([
    ["open brackets", "(".repeat(N)],
    ["open substitutions", "$(".repeat(N)],
    ["open sums", "$((".repeat(N)],
    ["backticks", "`".repeat(N)],
    ["open quotes", `"'`.repeat(N)],
    ["open variables", "${".repeat(N)],
    ["redirections", "> a ".repeat(N)],
    ["here-documents", "cat <<A\n".repeat(N)],
    ["here-documents on one line", `${"<<A ".repeat(N)}\nx\n`],
    ["pipes", "echo a |".repeat(N)],
    ["evals", "eval ".repeat(N)],
    ["nested shells", `${"bash -c '".repeat(N)}`],
    ["wrappers", `${"sudo ".repeat(N)}rm -rf x`],
    ["options", `sed ${"-i -e ".repeat(N)}`],
    ["odd options", `sed -i ${Array.from({ length: N }, (_, n) => `-a${n}e`).join(" ")}`],
    ["sql", `psql -c "${"update a set b ".repeat(N)}"`],
    ["sql with conditions", `psql -c "${"update set where ".repeat(N)}"`],
    ["sql texts", `psql -c "${"'".repeat(N)}"`],
    ["alter", `psql -c "${"alter table a ".repeat(N)}"`],
    ["blanks", `rm${" ".repeat(N * 4)}-rf x`],
    ["one word", "a".repeat(N * 10)],
    ["slashes", `${"/".repeat(N)}rm`],
    ["backslashes", "\\".repeat(N)],
    ["tests", "[[ ".repeat(N)],
    ["loops", "do ".repeat(N)],
    ["folders", "cd a;>b;".repeat(N)],
  ])("is read in little time: %s", (_, command) => {
    const read = command.slice(0, LONGEST);
    expect(runsWild(read.length, (size) => destructionIn(read.slice(0, size)))).toBe(false);
  });

  test("that is longer than a program can be given is taken for the worst and not read", () => {
    const harmless = `psql <<A\n${"update a set b where ".repeat(N)}\nA`;
    expect(destructionsIn(harmless)).toEqual([{ part: expect.stringMatching(/^psql <<A update a/) }]);
    expect(destructionsIn(harmless.slice(0, LONGEST))).toEqual([]);
  });
});
