import { expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import { addEdit, addNote, type Note } from "../../../../src/model/fold/session/note.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import { envelop } from "../envelop.js";

const edit = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true },
});
const run = (command: string, ok = true): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command, ok },
});

function notesOf(drafts: readonly Draft[]) {
  const [first, ...rest] = drafts.map(envelop);
  const { state } = foldSession(undefined, [first as TidemarkEvent, ...rest]);
  return (state.turn.notes ?? [])
    .filter(({ is }) => is === "edit" || is === "reset")
    .map(({ event: _, at: __, ...content }) => content);
}

test("changed files are noted once, and again after a reset", () => {
  const drafts = [edit("a.ts"), edit("b.ts"), edit("a.ts"), run("git restore a.ts"), edit("a.ts")];
  expect(notesOf(drafts)).toEqual([
    { is: "edit", branch: "main", paths: ["a.ts", "b.ts"] },
    { is: "reset", how: "discard", paths: ["a.ts"] },
    { is: "edit", branch: "main", paths: ["a.ts"] },
  ]);
});

test("the shell edits too, and a failed command resets nothing", () => {
  expect(notesOf([run("sed -i s/a/b/ src/a.ts"), run("git stash", false)])).toEqual([
    { is: "edit", branch: "main", paths: ["src/a.ts"] },
  ]);
});

test("a command that writes a file and resets everything leaves nothing edited", () => {
  expect(notesOf([run("sed -i s/a/b/ src/a.ts && git reset --hard")]).map(({ is }) => is)).toEqual([
    "edit",
    "reset",
  ]);
});

test("a check, a commit or another branch ends the edits before it", () => {
  const turn: { notes: Note[] } = { notes: [] };
  const event = (branch: string) => ({ id: "e", at: 1, branch });
  addEdit(turn, event("main"), "a.ts");
  addNote(turn, event("main"), { is: "interrupt" });
  addEdit(turn, event("main"), "b.ts");
  addNote(turn, event("main"), { is: "commit", sha: "1", branch: "main", subject: "one" });
  addEdit(turn, event("main"), "a.ts");
  addEdit(turn, event("feat/x"), "a.ts");
  expect(turn.notes.flatMap((note) => (note.is === "edit" ? [note.paths] : []))).toEqual([
    ["a.ts", "b.ts"],
    ["a.ts"],
    ["a.ts"],
  ]);
});
