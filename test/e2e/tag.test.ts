import { beforeAll, expect, test } from "vitest";
import { turn } from "./branch-story.js";
import { Stage } from "./stage.js";

const stage = new Stage();

beforeAll(() => {
  turn(stage, "aaaa-1111", { ask: "add a retry to the uploads" });
  turn(stage, "bbbb-2222", { ask: "draw the charts" });
});

test("tags are put on, shown and taken off, in lower case and each once", () => {
  expect(stage.cli(["tag", "aaaa", "Urgent", "release:2.1", "urgent"]).stdout).toContain(
    "release:2.1, urgent",
  );
  expect(stage.json(["tag", "aaaa"])).toEqual({ session: "aaaa-1111", tags: ["release:2.1", "urgent"] });
  const { stdout } = stage.cli(["tag", "aaaa", "--remove", "urgent"]);
  expect(stdout).toContain("Undo: tidemark tag aaaa-111 urgent");
  expect(stage.json(["tag", "aaaa"]).tags).toEqual(["release:2.1"]);
  expect(stage.json(["session", "aaaa"]).tags).toEqual(["release:2.1"]);
});

test("a tag says nothing of when its session worked: the latest stays the latest", () => {
  const before = stage
    .json(["sessions"])
    .map(({ session, lastAt }: { session: string; lastAt: number }) => [session, lastAt]);
  stage.cli(["tag", "aaaa", "old"]);
  const after = stage
    .json(["sessions"])
    .map(({ session, lastAt }: { session: string; lastAt: number }) => [session, lastAt]);
  expect(after).toEqual(before);
  expect(stage.json(["session"]).session).toBe("bbbb-2222");
});

test("the same tag again writes nothing", () => {
  stage.cli(["tag", "aaaa", "again"]);
  const before = stage.json(["status"]).events;
  stage.cli(["tag", "aaaa", "again"]);
  expect(stage.json(["status"]).events).toBe(before);
});

test("what is no tag, no session or a secret is refused with a clear word", () => {
  for (const bad of ["two words", "", "x".repeat(41), "naïve"])
    expect(stage.cli(["tag", "aaaa", bad])).toMatchObject({ status: 2 });
  expect(stage.cli(["tag", "aaaa", "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"]).stderr).not.toContain(
    "ghp_a1B2",
  );
  expect(stage.cli(["tag", "zzzz", "a"]).stderr).toContain("no session");
  expect(stage.cli(["tag", "aaaa", "--remove", "absent"]).stderr).toContain('no tag "absent"');
  expect(stage.cli(["tag", "aaaa", "--remove"]).status).toBe(2);
  expect(stage.cli(["tag", "--help"]).stdout).toContain("the later set holds");
});
