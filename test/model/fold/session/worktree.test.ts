import { expect, test } from "vitest";
import type { Draft } from "../../../../src/event/registry.js";
import { withoutWorktree } from "../../../../src/event/worktree.js";
import { fileFates } from "../../../../src/model/fold/session/file-fate.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import { envelop } from "../envelop.js";

test.each([
  [".claude/worktrees/fix-rounding/src/a.ts", "src/a.ts"],
  ["/work/box/.claude/worktrees/fix-rounding/src/a.ts", "src/a.ts"],
  ["C:\\box\\.claude\\worktrees\\x\\src\\a.ts", "src\\a.ts"],
  [".worktrees/x/src/a.ts", "src/a.ts"],
  ["src/worktrees/x/a.ts", "src/worktrees/x/a.ts"],
  [".git/worktrees/x/HEAD", ".git/worktrees/x/HEAD"],
  ["src/a.ts", "src/a.ts"],
])("%j is %j in the project", (path, expected) => {
  expect(withoutWorktree(path)).toBe(expected);
});

test("what an agent does in its worktree is work on the project's files", () => {
  const tree = ".claude/worktrees/fix-rounding";
  const drafts: Draft[] = [
    { type: "prompt.submitted", data: { text: "fix the rounding" } },
    { type: "tool.finished", data: { tool: "Edit", action: "edit", paths: [`${tree}/src/a.ts`], ok: true } },
    { type: "tool.finished", data: { tool: "Edit", action: "edit", paths: ["src/a.ts"], ok: true } },
    {
      type: "tool.finished",
      data: { tool: "Read", action: "read", paths: [`/work/box/${tree}/src/b.ts`], ok: true },
    },
    {
      type: "tool.finished",
      data: { tool: "Bash", action: "shell", command: `sed -i s/a/b/ ${tree}/src/c.ts`, ok: true },
    },
    { type: "tool.started", data: { tool: "Edit", action: "edit", paths: [`${tree}/src/d.ts`] } },
  ];
  const [first, ...rest] = drafts.map(envelop);
  if (first === undefined) throw new Error("There are no events.");
  const { state } = foldSession(undefined, [first, ...rest]);
  expect(state.files.map(({ path }) => path)).toEqual(["src/a.ts", "src/c.ts"]);
  expect(state.turn.edited).toEqual(["src/a.ts", "src/c.ts"]);
  expect(state.seen).toEqual(["src/b.ts"]);
  expect(state.running).toMatchObject([{ target: "src/d.ts", paths: ["src/d.ts"] }]);
  expect(fileFates([first, ...rest]).modified).toEqual(["src/a.ts", "src/c.ts"]);
});
