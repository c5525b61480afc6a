import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatSize, parseSize, readQuota } from "../../../src/upkeep/clean/quota.js";

function homeWith(config?: string): string {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-quota-")), "data");
  mkdirSync(home, { mode: 0o700 });
  if (config !== undefined) writeFileSync(join(home, "config.json"), config, { mode: 0o600 });
  return home;
}

describe("the quota", () => {
  test.each([
    ["2 GB", 2e9],
    ["500MB", 5e8],
    ["1.5 GiB", 1.5 * 2 ** 30],
    [" 3 tb ", 3e12],
    ["1000000", 1e6],
  ])("%s is a size", (text, bytes) => {
    expect(parseSize(text, "--quota")).toBe(bytes);
  });

  test.each(["", "2 XB", "-1 GB", "10 KB", "0", "two GB", "1e9", "1,5 GB", "9999999999999 TB"])(
    '"%s" is none, and said to be',
    (text) => {
      expect(() => parseSize(text, "--quota")).toThrow(
        expect.objectContaining({ code: "bad-argument", hint: expect.stringContaining("2 GB") }),
      );
    },
  );

  test("is 2 GB unless the data folder says otherwise", () => {
    expect(readQuota(homeWith())).toBe(2e9);
    expect(readQuota(homeWith('{"embedder":"none"}'))).toBe(2e9);
    expect(readQuota(homeWith('{"quota":"300 MB"}'))).toBe(3e8);
    expect(readQuota(homeWith('{"quota":5000000}'))).toBe(5e6);
    expect(() => readQuota(homeWith('{"quota":true}'))).toThrow(
      expect.objectContaining({ code: "settings-malformed" }),
    );
    expect(() => readQuota(homeWith('{"quota":"lots"}'))).toThrow(/"quota" takes a size/);
  });

  test("is told in words that can be read back", () => {
    expect([1_500, 120_400_000, 2e9, 1.44e9].map(formatSize)).toEqual(["1.5 KB", "120 MB", "2 GB", "1.4 GB"]);
  });
});
