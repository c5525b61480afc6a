import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeTranscripts } from "../../bench/transcript.js";
import { removeTree } from "../../src/host/file/remove-tree.js";

const MB = 1 << 20;
const MOST = 300;
const cli = resolve(import.meta.dirname, "../../dist/cli.js");
const root = mkdtempSync(join(tmpdir(), "tidemark-hard-import-"));

// What an import leaves to the housekeeping may still be folded.
afterAll(() => removeTree(root));

/** The most memory that an import of so many bytes takes, in megabytes. */
function peakOf(bytes: number, isLean: boolean): number {
  const home = mkdtempSync(join(root, "home-"));
  const made = writeTranscripts(join(home, ".claude/projects"), {
    bytes,
    end: Date.UTC(2026, 0, 30),
    isLean,
  });
  const [watch, noted] = [join(home, "watch.cjs"), join(home, "peak")];
  writeFileSync(
    watch,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(noted)}, String(process.resourceUsage().maxRSS)));`,
  );
  mkdirSync(join(home, "work"));
  const run = spawnSync(process.execPath, ["--require", watch, cli, "import", "--json"], {
    cwd: join(home, "work"),
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TIDEMARK_HOME: join(home, "data") },
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  const [tally] = JSON.parse(run.stdout).agents;
  expect(tally.prompts).toBe(made.turns);
  rmSync(join(home, ".claude"), { recursive: true });
  return Number(readFileSync(noted, "utf8")) / 1_024;
}

describe("an import", () => {
  test("of 500 MB of transcripts stays below 300 MB of memory, and takes little more than a fifth of it does", () => {
    const [little, much] = [peakOf(100 * MB, false), peakOf(500 * MB, false)];
    expect(much).toBeLessThan(MOST);
    expect(much / little).toBeLessThan(1.6);
  }, 600_000);

  test("of transcripts in which nearly every row matters does so, too", () => {
    expect(peakOf(200 * MB, true)).toBeLessThan(MOST);
  }, 600_000);
});
