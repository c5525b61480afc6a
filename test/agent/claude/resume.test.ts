import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { claudeResume } from "../../../src/agent/claude/resume.js";

const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-claude-")));
});

/** A record as Claude Code keeps it, under the name it gives to a folder. */
function keep(filed: string, rows: readonly object[], session = SESSION): void {
  const folder = join(root, ".claude", "projects", filed);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${session}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function filed(path: string): string {
  return path.replace(/[^a-zA-Z0-9]/g, "-");
}

function folder(name: string): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

const find = (session = SESSION, known: readonly string[] = []) =>
  claudeResume.folderOf(session, known, { HOME: root });

describe("the folder in which Claude Code can go on", () => {
  test.each(["plain", "with space", "dots.and_lines", "wörk-trée", "a/b/c", 'quo"te'])(
    "is found: %s",
    (name) => {
      const path = folder(name);
      keep(filed(path), [{ type: "queue" }, { type: "user", cwd: path }]);
      expect(find()).toBe(path);
    },
  );

  test("is one of those known where the record does not name it", () => {
    const path = folder("work");
    keep(filed(path), [{ type: "summary" }]);
    expect(find()).toBeUndefined();
    expect(find(SESSION, [root, path])).toBe(path);
  });

  test("may have a name so long that Claude Code cuts it", () => {
    const path = folder(`${"deep/".repeat(45)}end`);
    keep(`${filed(path).slice(0, 200)}-1x2y3z`, [{ cwd: path }]);
    expect(find()).toBe(path);
  });

  test("is not another that the session also worked in", () => {
    const began = folder("work");
    keep(filed(began), [{ cwd: folder("work/inner") }, { cwd: began }]);
    expect(find()).toBe(began);
  });

  test("is none where it is gone, or the record is, or is empty", () => {
    expect(find()).toBeUndefined();
    const path = folder("work");
    keep(filed(path), []);
    expect(find(SESSION, [path])).toBeUndefined();
    keep(filed(path), [{ cwd: path }]);
    rmSync(path, { recursive: true });
    expect(find()).toBeUndefined();
  });

  test.each(["../x", "a/b", "..", "", "a\0b", ".", "x".repeat(200), "C:\\x"])(
    "is never looked for by %j",
    (name) => {
      const path = folder("work");
      keep(filed(path), [{ cwd: path }], "x");
      expect(find(name, [path])).toBeUndefined();
    },
  );

  test("is not found through what is no folder of records", () => {
    const path = folder("work");
    mkdirSync(join(root, ".claude", "projects"), { recursive: true });
    symlinkSync(folder("elsewhere"), join(root, ".claude", "projects", filed(path)));
    writeFileSync(join(root, "elsewhere", `${SESSION}.jsonl`), JSON.stringify({ cwd: path }));
    expect(find()).toBeUndefined();
  });
});
