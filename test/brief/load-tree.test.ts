import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { situationFor } from "../../src/brief/load-situation.js";
import { treeLines } from "../../src/brief/source/tree.js";
import { readPlace } from "../../src/host/git/git.js";
import { english } from "../../src/render/english.js";
import { edit, NOW, run, Story } from "../recall/recall-story.js";

let story: Story;
let root: string;

function git(...args: string[]): void {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: "pipe" });
}

beforeEach(() => {
  story = new Story();
  root = mkdtempSync(join(tmpdir(), "tidemark-tree-"));
  git("init", "-q", "-b", "main");
  for (const name of ["a.ts", "b.ts"]) writeFileSync(join(root, name), "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
  const work = [edit("a.ts"), edit("b.ts")];
  story.turn({ session: "a", daysAgo: 0.02, branch: "main", ask: "Retry uploads with jitter", work });
});
afterEach(() => story.close());

function situation(more: { readonly source?: string; readonly isHere?: boolean } = {}) {
  const { source = "startup", isHere = true } = more;
  const checkout = isHere ? { place: readPlace(root), env: process.env } : undefined;
  const asker = { project: "p", session: "me", source, now: NOW, branch: "main", isAlive: () => false };
  return situationFor(story.store, { ...asker, checkout, prompt: source === "prompt" ? "Go on" : undefined });
}

function lines(isHere = true): string[] {
  const { tree, world } = situation({ isHere });
  return tree === undefined ? [] : treeLines(tree, world, english).map(({ text }) => text);
}

test("a session that begins knows what is not committed, as git sees it now", () => {
  expect(lines()).toEqual([]);
  writeFileSync(join(root, "a.ts"), "two\n");
  expect(lines()).toEqual(["Not committed: a.ts"]);
  git("commit", "-qam", "by hand");
  expect(lines()).toEqual([]);
});

test("where nobody can look, the events and what git said then are told", () => {
  expect(lines(false)).toEqual(["Not committed: b.ts, a.ts"]);
  const data = { branch: "main", dirty: ["b.ts"], dirtyCount: 1, untracked: 0, stashes: 0 };
  story.write({ type: "tree.seen", data }, { session: "a", daysAgo: 0.01, branch: "main" });
  expect(lines(false)).toEqual(["Not committed: b.ts"]);
});

test("git is asked only about work that was left, and not for a prompt", () => {
  expect(situation().world.tree).toMatchObject({ branch: "main", dirty: [] });
  story.write({ type: "injection.made", data: { surface: "start", chars: 9, keys: [] } }, { session: "me" });
  expect(situation({ source: "prompt" }).tree).toBeUndefined();
  expect(situation({ source: "prompt" }).world.tree).toBeUndefined();
  story.turn({ session: "b", daysAgo: 0.01, branch: "main", ask: "Undo", work: [run("git reset --hard")] });
  expect(situation().tree?.dirty).toEqual([]);
  expect(situation().world.tree).toBeUndefined();
});

test("a look at the tree is no sign of life", () => {
  const before = story.store.session("p", "a")?.state;
  const data = { dirty: [], dirtyCount: 0, untracked: 0, stashes: 0 };
  story.write({ type: "tree.seen", data }, { session: "a" });
  const after = story.store.session("p", "a")?.state;
  expect(after?.tree).toEqual({ at: NOW, ...data });
  expect(after?.lastAt).toBe(before?.lastAt);
});

test.each([undefined, "Now bound the tries"])(
  "a session that goes on with the prompt %j is not told that prompt",
  (prompt) => {
    story.turn({ session: "me", daysAgo: 0.01, ask: "Write the docs of the retry", work: [edit("c.md")] });
    story.turn({ session: "me", daysAgo: 0, ask: "Now bound the tries", isOpen: true });
    const asker = { project: "p", session: "me", source: "resume", now: NOW, isAlive: () => false };
    const { turns } = situationFor(story.store, { ...asker, prompt });
    const said = turns.flatMap(({ notes }) => notes.flatMap((note) => (note.is === "said" ? note.text : [])));
    expect(said).toContain("Write the docs of the retry");
    expect(said.includes("Now bound the tries")).toBe(prompt === undefined);
  },
);
