import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { geminiResume } from "../../../src/agent/gemini/resume.js";
import { geminiSetup } from "../../../src/agent/gemini/setup.js";

const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";
const FILE = "session-2026-01-05T10-00-3f2a0c1e.jsonl";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-gemini-")));
});

/** A record as Gemini CLI keeps it: below an invented name, with a note of the real folder. */
function keep(name: string, folder: string, { session = SESSION, file = FILE } = {}): void {
  const chats = join(root, ".gemini", "tmp", name, "chats");
  mkdirSync(chats, { recursive: true });
  writeFileSync(
    join(chats, file),
    `${JSON.stringify({ sessionId: session, startTime: "", kind: "main" })}\n`,
  );
  writeFileSync(join(chats, "..", ".project_root"), folder);
}

function folder(name: string): string {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

const find = (session = SESSION) => geminiResume.folderOf(session, [], { HOME: root });

describe("the folder in which Gemini CLI can go on", () => {
  test("is the one it noted for the project of the record", () => {
    keep("other", folder("other"), { session: "3f2a0c1e-ffff-4000-8000-000000000001" });
    keep("photo-box", folder("photo box"));
    expect(find()).toBe(join(root, "photo box"));
  });

  test("is none without the record, the note, or the folder", () => {
    expect(find()).toBeUndefined();
    keep("photo-box", join(root, "gone"));
    expect(find()).toBeUndefined();
    rmSync(join(root, ".gemini/tmp/photo-box/.project_root"));
    expect(find()).toBeUndefined();
  });

  test.each(["", "../../x", "--help", "a/b", "3f2a0c1e", "x".repeat(200)])("is none for %j", (session) => {
    keep("photo-box", folder("photo-box"));
    expect(find(session)).toBeUndefined();
  });
});

test("it goes on with the session's own name, and is connected where our hooks run", () => {
  expect(geminiResume.again(SESSION)).toEqual(["--resume", SESSION]);
  const env = { HOME: root };
  expect(geminiResume.isConnected("/work", env)).toBe(false);
  const [file] = geminiSetup.files({ is: "user", home: root }, env);
  const wiring = { hook: "node /a/tidemark/program/hook.cjs gemini", node: "node", folder: "/a" };
  const settings = folder(".gemini");
  const text = file?.add(undefined, wiring) ?? "";
  writeFileSync(join(settings, "settings.json"), text);
  expect(geminiResume.isConnected("/work", env)).toBe(true);
  writeFileSync(join(settings, "settings.json"), text.replace("{", '{"hooksConfig":{"enabled":false},'));
  expect(geminiResume.isConnected("/work", env)).toBe(false);
  writeFileSync(join(settings, "settings.json"), "{");
  expect(geminiResume.isConnected("/work", env)).toBe(false);
});
