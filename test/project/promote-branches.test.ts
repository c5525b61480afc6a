import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { compose } from "../../src/brief/compose.js";
import { situationFor } from "../../src/brief/load-situation.js";
import { decisionsOf } from "../../src/brief/source/decisions.js";
import { now } from "../../src/host/clock.js";
import { readPlace } from "../../src/host/git/git.js";
import { append } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import { promotedAt } from "../../src/model/fold/staged.js";
import { here } from "../../src/project/here.js";
import { open } from "../../src/project/open.js";
import { promoteMerged } from "../../src/project/promote-branches.js";
import { remember } from "../../src/project/remember.js";

let root: string;
let env: Record<string, string>;

beforeEach(() => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-promote-")));
  root = join(top, "box");
  env = { HOME: top, PATH: process.env["PATH"] ?? "", TIDEMARK_HOME: join(top, "data") };
  spawnSync("git", ["init", "-q", "-b", "main", root], { env });
  git("config", "user.email", "a@example.com");
  git("config", "user.name", "A");
  commit("readme");
  git("checkout", "-q", "-b", "feat/x");
  commit("retry");
  work("retry uploads three times");
});

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", root, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function commit(name: string): void {
  writeFileSync(join(root, name), name);
  git("add", ".");
  git("commit", "-q", "-m", name);
}

/** A session on the branch that is checked out, with a declared decision, and one that commits. */
function work(text: string): void {
  const place = here(env, root);
  remember(place, { kind: "decision", text, by: "user" });
  const scene = () => {
    const { branch, head } = readPlace(root);
    return {
      at: now(),
      project: place.project,
      session: "s",
      agent: "claude",
      ...(branch === undefined ? {} : { branch }),
      ...(head === undefined ? {} : { head }),
    };
  };
  append(place.home, [{ type: "prompt.submitted", data: { text: "add the retry" } }], scene());
  commit("backoff");
  append(
    place.home,
    [{ type: "turn.ended", data: { message: "We decided to use full jitter for the backoff." } }],
    scene(),
  );
}

/** What a new session is told of decisions, from where the work tree stands. */
function told(promote?: (branch: string) => void): { text: string; decided: string; promoted: boolean } {
  const opened = open(env, root);
  const { branch } = opened.place;
  const situation = situationFor(opened.store, {
    project: opened.project,
    session: "new",
    source: "startup",
    now: now(),
    checkout: { place: opened.place, env },
    ...(branch === undefined ? {} : { branch }),
    ...(promote === undefined ? {} : { promote }),
    isAlive: () => false,
  });
  const state = opened.store.project(opened.project);
  opened.store.close();
  const list = decisionsOf(situation).map(
    ({ choice, branch: on }) => choice + (on ? ` (on branch ${on})` : ""),
  );
  return {
    text: compose(situation).text,
    decided: list.join("; "),
    promoted: state !== undefined && promotedAt(state, "feat/x") !== undefined,
  };
}

function tend(): void {
  const opened = open(env, root);
  promoteMerged(opened.home, opened.store, env, now());
  drain(opened.home, opened.store);
  opened.store.close();
}

const MARK = "retry uploads three times (on branch feat/x)";

test("what is decided on a branch is told there, and elsewhere with a mark", () => {
  expect(told().text).toMatch(/Decided: .*full jitter/);
  expect(told().decided).not.toContain("on branch");
  git("checkout", "-q", "main");
  expect(told().text).toContain(`Decided: ${MARK}`);
  expect(told().decided).toMatch(/full jitter[^;]*on branch feat\/x/);
  tend();
  expect(told()).toMatchObject({ promoted: false });
});

test("a decision on a branch leaves the one it supersedes in its place elsewhere", () => {
  git("checkout", "-q", "main");
  const first = remember(here(env, root), { kind: "decision", text: "keep avatars on disk", by: "user" });
  git("checkout", "-q", "feat/x");
  remember(here(env, root), {
    kind: "decision",
    text: "keep avatars in a bucket",
    by: "user",
    supersedes: first.id,
  });
  expect(told().decided).not.toContain("on disk");
  git("checkout", "-q", "main");
  expect(told().decided).toMatch(/avatars on disk.*avatars in a bucket \(on branch feat\/x\)/);
});

test.each([
  ["a fast-forward", () => git("merge", "-q", "--ff-only", "feat/x")],
  [
    "a merge commit",
    () => {
      commit("other");
      git("merge", "-q", "--no-ff", "-m", "merge", "feat/x");
    },
  ],
])("%s is seen when the next session starts, and stays known when the branch is deleted", (_, merge) => {
  git("checkout", "-q", "main");
  merge();
  const merged = new Set<string>();
  expect(told((name) => merged.add(name)).decided).not.toContain("on branch");
  expect([...merged]).toEqual(["feat/x"]);
  tend();
  expect(told().promoted).toBe(true);
  git("branch", "-q", "-D", "feat/x");
  expect(told().decided).toContain("retry uploads three times");
  expect(told().decided).not.toContain("on branch");
});

test("a branch that was merged and deleted before anybody looked is known by the commits it was seen at", () => {
  git("checkout", "-q", "main");
  commit("other");
  git("merge", "-q", "--no-ff", "-m", "merge", "feat/x");
  git("branch", "-q", "-D", "feat/x");
  tend();
  expect(told()).toMatchObject({ promoted: true });
  expect(told().decided).not.toContain("on branch");
});

test("a branch that was deleted unmerged is not promoted", () => {
  git("checkout", "-q", "main");
  git("branch", "-q", "-D", "feat/x");
  tend();
  expect(told()).toMatchObject({ promoted: false });
  expect(told().decided).toContain(MARK);
});

test("a squash is known as long as the trunk had the same files", () => {
  git("checkout", "-q", "main");
  git("merge", "-q", "--squash", "feat/x");
  git("commit", "-q", "-m", "squashed");
  commit("after it");
  tend();
  expect(told()).toMatchObject({ promoted: true });
});

test("a squash onto other work stays unknown, and the mark stays", () => {
  git("checkout", "-q", "main");
  commit("other");
  git("merge", "-q", "--squash", "feat/x");
  git("commit", "-q", "-m", "squashed");
  tend();
  expect(told()).toMatchObject({ promoted: false });
  expect(told().decided).toContain(MARK);
});

test("a rebase here and a fast-forward are a merge", () => {
  git("checkout", "-q", "main");
  commit("other");
  git("rebase", "-q", "main", "feat/x");
  git("checkout", "-q", "main");
  git("merge", "-q", "--ff-only", "feat/x");
  tend();
  expect(told()).toMatchObject({ promoted: true });
});

test("work on the branch after it was merged is staged again, until it is merged again", () => {
  git("checkout", "-q", "main");
  git("merge", "-q", "--ff-only", "feat/x");
  tend();
  git("checkout", "-q", "feat/x");
  commit("more");
  remember(here(env, root), { kind: "decision", text: "store thumbnails as webp", by: "user" });
  git("checkout", "-q", "main");
  expect(told().decided).toContain("store thumbnails as webp (on branch feat/x)");
  expect(told().decided).not.toContain(MARK);
  git("merge", "-q", "--ff-only", "feat/x");
  tend();
  expect(told().decided).not.toContain("on branch");
});

test("nothing is staged on the origin's default branch, whatever its name", () => {
  git("checkout", "-q", "-b", "stable");
  git("update-ref", "refs/remotes/origin/stable", "HEAD");
  git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/stable");
  remember(here(env, root), { kind: "decision", text: "ship on Tuesdays", by: "user" });
  git("checkout", "-q", "main");
  expect(told().decided).toMatch(/ship on Tuesdays(?! \(on branch)/);
});
