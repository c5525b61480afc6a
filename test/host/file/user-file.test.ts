import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readUserFile, requireWritable } from "../../../src/host/file/user-file.js";

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "tidemark-user-file-")), "settings.json");
});

test("a file is read, also through a link, and none is none", () => {
  expect(readUserFile(path)).toBeUndefined();
  writeFileSync(`${path}.real`, "{}");
  symlinkSync(`${path}.real`, path);
  expect(readUserFile(path)?.toString()).toBe("{}");
});

describe("what is no file is refused at once, with a hint that fits", () => {
  test.skipIf(process.platform === "win32")("a pipe that nobody writes to", () => {
    spawnSync("mkfifo", [path]);
    const refusal = expect.objectContaining({
      code: "settings-unwritable",
      message: `${path} is not a file; nothing was changed.`,
      hint: expect.stringContaining("Move it away"),
    });
    expect(() => readUserFile(path)).toThrow(refusal);
    expect(() => requireWritable(path)).toThrow(refusal);
  });

  test("a folder", () => {
    mkdirSync(path);
    expect(() => readUserFile(path)).toThrow(
      expect.objectContaining({
        message: `${path} is a folder; nothing was changed.`,
        hint: expect.stringContaining("Move it away"),
      }),
    );
  });

  test("a link to nothing", () => {
    symlinkSync(`${path}.gone`, path);
    expect(() => readUserFile(path)).toThrow(
      expect.objectContaining({
        message: `${path} is a link to nothing; nothing was changed.`,
        hint: expect.stringContaining("Remove the link"),
      }),
    );
  });
});
