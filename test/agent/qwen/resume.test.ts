import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { qwenResume } from "../../../src/agent/qwen/resume.js";
import { qwenSetup } from "../../../src/agent/qwen/setup.js";

const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-qwen-")));
});

/** A record as Qwen Code keeps it, under the name it gives to a folder. */
function keep(folder: string, row: object): void {
  const chats = join(root, ".qwen", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"), "chats");
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(chats, `${SESSION}.jsonl`), `${JSON.stringify(row)}\n{"type":"system"}\n`);
}

function folder(name: string): string {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

const find = (session = SESSION, known: readonly string[] = []) =>
  qwenResume.folderOf(session, known, { HOME: root });

describe("the folder in which Qwen Code can go on", () => {
  test.each(["plain", "with space", "wörk-trée", "a/b/c"])("is found: %s", (name) => {
    keep(folder(name), { type: "user", cwd: join(root, name) });
    expect(find()).toBe(join(root, name));
  });

  test("is one of those known where the record does not name it", () => {
    keep(folder("work"), { type: "user" });
    expect(find()).toBeUndefined();
    expect(find(SESSION, [root, join(root, "work")])).toBe(join(root, "work"));
  });

  test("is none where it is gone, or filed under another name", () => {
    keep(join(root, "gone"), { cwd: join(root, "gone") });
    keep(folder("here"), { cwd: folder("there") });
    expect(find()).toBeUndefined();
  });

  test.each(["", "../x", "--help", "a/b", "x".repeat(200)])("is none for %j", (session) => {
    expect(find(session, [root])).toBeUndefined();
  });
});

test("it goes on with the session's own name, and is connected where our hooks run", () => {
  expect(qwenResume.again(SESSION)).toEqual(["--resume", SESSION]);
  const env = { HOME: root };
  expect(qwenResume.isConnected("/work", env)).toBe(false);
  const [file] = qwenSetup.files({ is: "user", home: root }, env);
  const wiring = { hook: "node /a/tidemark/program/hook.cjs qwen", node: "node", folder: "/a" };
  const path = join(folder(".qwen"), "settings.json");
  const text = file?.add(undefined, wiring) ?? "";
  writeFileSync(path, text);
  expect(qwenResume.isConnected("/work", env)).toBe(true);
  writeFileSync(path, text.replace("{", '{"disableAllHooks":true,'));
  expect(qwenResume.isConnected("/work", env)).toBe(false);
});
