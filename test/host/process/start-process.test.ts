import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const source = resolve(import.meta.dirname, "../../../src/host/process/process.ts");

/** A program that starts another and leaves at once. */
async function starter(lead: string): Promise<{ folder: string; started: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-start-"));
  const started = join(folder, "started");
  await build({
    entryPoints: [source],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: join(folder, "start.cjs"),
    logLevel: "error",
  });
  writeFileSync(
    join(folder, "child.cjs"),
    `setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(started)}, JSON.stringify([process.argv.slice(2), process.env.GIVEN, process.env.UNSET ?? null])), 1000);`,
  );
  writeFileSync(
    join(folder, "parent.cjs"),
    `${lead}
const { startProcess } = require("./start.cjs");
console.log(startProcess([require("node:path").join(__dirname, "child.cjs"), "a b", ""], { GIVEN: "x=\\n'y'", UNSET: undefined, PATH: process.env.PATH }));
process.reallyExit(0);`,
  );
  return { folder, started };
}

describe("a process of its own", () => {
  test.each([
    ["through the door below", ""],
    ["through Node's own", "process.binding = undefined;"],
    [
      "through Node's own where the door is closed",
      "process.binding = () => { throw new Error('closed'); };",
    ],
  ])("outlives the one that started it: %s", async (_, lead) => {
    const { folder, started } = await starter(lead);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "parent.cjs")], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "true\n", stderr: "" });
    expect(existsSync(started)).toBe(false);
    await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true);
    expect(JSON.parse(readFileSync(started, "utf8"))).toEqual([["a b", ""], "x=\n'y'", null]);
  });
});
