import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeCheckpoint } from "../../../src/checkpoint/make-checkpoint.js";
import { contextFor, namedCheckpoint } from "../../../src/checkpoint/restore/named-checkpoint.js";
import { beginRestore, leftHere } from "../../../src/checkpoint/restore/unfinished-restore.js";
import { TidemarkError } from "../../../src/error.js";
import { redact } from "../../redact.js";

const OWN = "paaaa000000000001";
const FIRST = "p1111000000000001";
const SECOND = "p1112000000000001";

let home: string;
let root: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-named-"));
  home = join(folder, "data");
  root = join(folder, "box");
  mkdirSync(root);
});

describe("a checkpoint by its name", () => {
  test("is this project's where no other is said", () => {
    keep(FIRST, "first");
    keep(OWN, "own");
    expect(namedCheckpoint(here(), "C1").label).toBe("own");
    expect(namedCheckpoint(here(), "paaaa:c1").label).toBe("own");
    expect(namedCheckpoint(here(), "p1111:c1").label).toBe("first");
  });

  test("is not guessed between two projects that were here", () => {
    keep(FIRST, "first");
    keep(SECOND, "second");
    expect(failure("p111:c1")).toMatchObject({ code: "bad-argument", hint: expect.stringContaining(SECOND) });
    expect(namedCheckpoint(here(), `${SECOND}:c1`).label).toBe("second");
    expect(failure("c1")).toMatchObject({ code: "not-found", hint: expect.stringMatching(/p111[12]:c1/) });
    expect(failure("p1111:c2")).toMatchObject({ code: "not-found" });
  });

  test("is none of another folder, even if its path begins the same", () => {
    keep(FIRST, "first", `${root}-2`);
    expect(failure("p1111:c1")).toMatchObject({ code: "not-found" });
    expect(leftHere({ home, project: OWN, root })).toEqual({ earlier: 0 });
  });
});

test("what is done with an earlier one is done in its own project, without the repository of now", () => {
  const checkpoint = keep(FIRST, "first");
  const now = { ...here(), place: { root, branch: "main", commonDir: join(root, ".git") }, cwd: root };
  expect(contextFor(now, checkpoint)).toEqual({
    home,
    redact,
    project: FIRST,
    place: { root },
    cwd: root,
  });
  expect(contextFor({ ...now, project: FIRST }, checkpoint)).toMatchObject({ place: now.place });
});

test("a killed restore of an earlier one is told by the names it is finished and undone with", () => {
  keep(FIRST, "first");
  const begun = { checkpoint: "c1", what: "files", before: "c2", later: ["c3"], at: 1 } as const;
  beginRestore({ home, project: FIRST, root }, { ...begun, later: [...begun.later] });
  const { earlier, unfinished } = leftHere({ home, project: OWN, root });
  expect(earlier).toBe(1);
  expect(unfinished).toMatchObject({ checkpoint: "p1111:c1", before: "p1111:c2", later: ["p1111:c3"] });
  expect(leftHere({ home, project: FIRST, root }).unfinished).toMatchObject({ checkpoint: "c1" });
});

function here() {
  return { home, redact, project: OWN, place: { root } };
}

function keep(project: string, label: string, folder = root) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.txt"), label);
  const room = { home, redact, env: process.env, project, place: { root: folder }, session: "", agent: "" };
  const taken = makeCheckpoint(room, { reason: "hand", label, wait: 1_000 });
  if (taken.is !== "taken") throw new Error(taken.is);
  return taken.checkpoint;
}

function failure(name: string): TidemarkError {
  try {
    namedCheckpoint(here(), name);
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
  throw new Error(`${name} was found`);
}
