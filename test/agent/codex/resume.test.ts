import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { codexResume } from "../../../src/agent/codex/resume.js";
import { HOOK_TABLE } from "../../../src/agent/codex/setup.js";
import { addHooks } from "../../../src/agent/settings/hook-settings.js";

const SESSION = "01990000-0000-7000-8000-000000000001";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-codex-")));
});

function keep(cwd: string, session = SESSION, day = "2026/03/02"): void {
  const folder = join(root, ".codex", "sessions", day);
  mkdirSync(folder, { recursive: true });
  const meta = { type: "session_meta", payload: { id: session, cwd, base_instructions: "x".repeat(30_000) } };
  writeFileSync(join(folder, `rollout-2026-03-02T09-00-00-${session}.jsonl`), `${JSON.stringify(meta)}\n`);
}

const find = (session = SESSION, known: readonly string[] = []) =>
  codexResume.folderOf(session, known, { HOME: root });

describe("the folder in which Codex can go on", () => {
  test("is the one its record names", () => {
    const work = join(root, "work");
    mkdirSync(work);
    keep(root, "01990000-0000-7000-8000-000000000002", "2026/02/01");
    keep(work);
    expect(find()).toBe(work);
    expect(codexResume.again(SESSION)).toEqual(["resume", SESSION]);
  });

  test("is a known one where that is gone", () => {
    keep(join(root, "gone"));
    expect(find()).toBeUndefined();
    expect(find(SESSION, [root])).toBe(root);
  });

  test.each(["", "--last", "../../etc", `${SESSION}/..`, "01990000", `${SESSION}\n`, "*"])(
    "is none for the session %j",
    (session) => {
      keep(root);
      expect(find(session, [root])).toBeUndefined();
    },
  );
});

test("it is connected where the hooks stand in its settings or the project's", () => {
  const text = addHooks(undefined, HOOK_TABLE, "'/n' '/d/tidemark/program/hook.cjs' codex");
  const project = join(root, "project");
  expect(codexResume.isConnected(project, { HOME: root })).toBe(false);
  mkdirSync(join(project, ".codex"), { recursive: true });
  writeFileSync(join(project, ".codex", "hooks.json"), text);
  expect(codexResume.isConnected(project, { HOME: root })).toBe(true);
  writeFileSync(join(project, ".codex", "hooks.json"), "{");
  expect(codexResume.isConnected(project, { HOME: root })).toBe(false);
});
