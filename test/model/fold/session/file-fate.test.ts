import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../../../src/event/registry.js";
import { fileFates } from "../../../../src/model/fold/session/file-fate.js";
import { shellFates } from "../../../../src/text/shell/shell.js";
import { events } from "../../../event-arbitrary.js";
import { envelop } from "../envelop.js";

const write = (path: string, created?: boolean): Draft => ({
  type: "tool.finished",
  data: {
    tool: "Write",
    action: "write",
    paths: [path],
    ok: true,
    ...(created === undefined ? {} : { created }),
  },
});
const edit = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true },
});
const read = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Read", action: "read", paths: [path], ok: true },
});
const run = (command: string, ok = true): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command, ok },
});

const fates = (...drafts: Draft[]) => fileFates(drafts.map(envelop));

describe("what became of files", () => {
  test.each<[string, Draft[], { created?: string[]; modified?: string[]; deleted?: string[] }]>([
    ["made", [write("a.ts", true)], { created: ["a.ts"] }],
    ["made, then changed", [write("a.ts", true), edit("a.ts"), write("a.ts", false)], { created: ["a.ts"] }],
    ["written over", [write("a.ts", false)], { modified: ["a.ts"] }],
    ["written by an agent that does not say", [write("a.ts")], { created: ["a.ts"] }],
    ["written by it after it was read", [read("a.ts"), write("a.ts")], { modified: ["a.ts"] }],
    ["edited", [edit("a.ts")], { modified: ["a.ts"] }],
    ["edited, then removed", [edit("a.ts"), run("rm a.ts")], { deleted: ["a.ts"] }],
    ["made, then removed: nothing is left", [write("a.ts", true), run("rm -f ./a.ts")], {}],
    ["removed, then made anew", [run("git rm a.ts"), write("a.ts", true)], { modified: ["a.ts"] }],
    ["moved", [run("mv src/a.ts src/b.ts")], { created: ["src/b.ts"], deleted: ["src/a.ts"] }],
    [
      "moved into a folder",
      [run("git mv a.ts b.ts lib/")],
      { created: ["lib/a.ts", "lib/b.ts"], deleted: ["a.ts", "b.ts"] },
    ],
    ["made, then moved", [write("a.ts", true), run("mv a.ts b.ts")], { created: ["b.ts"] }],
    ["copied", [run("cp .env.example config.json")], { created: ["config.json"] }],
    [
      "changed by the shell",
      [run("sed -i s/a/b/ a.ts"), run("echo x >> b.md")],
      { modified: ["a.ts", "b.md"] },
    ],
    [
      "gone with their folder",
      [edit("src/old/a.ts"), write("src/old/b.ts", true), edit("src/older.ts"), run("rm -rf src/old/")],
      { modified: ["src/older.ts"], deleted: ["src/old/a.ts"] },
    ],
    ["not removed after all", [edit("a.ts"), run("rm a.ts", false)], { modified: ["a.ts"] }],
    ["named by a pattern", [edit("a.ts"), run("rm *.ts")], { modified: ["a.ts"] }],
  ])("%s", (_, drafts, expected) => {
    expect(fates(...drafts)).toEqual({ created: [], modified: [], deleted: [], ...expected });
  });

  test("is told in the project's own paths, wherever the command ran", () => {
    const [event] = [run("rm lib/a.ts")].map(envelop);
    if (event === undefined) throw new Error("there is one");
    expect(fileFates([{ ...event, dir: "packages/core" }]).deleted).toEqual(["packages/core/lib/a.ts"]);
  });

  test("puts no file into two lists", () => {
    fc.assert(
      fc.property(events, (all) => {
        const { created, modified, deleted } = fileFates(all);
        const every = [...created, ...modified, ...deleted];
        expect(new Set(every).size).toBe(every.length);
      }),
    );
  });
});

describe("what a command takes away and puts there", () => {
  test.each<[string, string[], string[]]>([
    ["rm -rf build dist/", ["build", "dist/"], []],
    ["rm -rf / ~ . ..", [], []],
    ["rm -rf $DIR/x", [], []],
    ["git rm --cached a.go", [], []],
    ["git status", [], []],
    ["git checkout rm.txt", [], []],
    ["touch a.md", [], ["a.md"]],
    ["cat <<EOF > run.sh\nrm a.ts\nEOF", [], []],
    ["mv a.ts", [], []],
  ])("%j", (command, removed, made) => {
    expect(shellFates(command)).toEqual({ removed, made });
  });
});
