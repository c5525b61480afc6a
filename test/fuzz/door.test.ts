import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPolluted, OUTER } from "./outer-door.js";
import { PRIVATE } from "./private-door.js";
import { spoiled } from "./spoiled.js";

const KEPT = join(import.meta.dirname, "../fixture/fuzz");
const RUNS = Number(process.env["TIDEMARK_FUZZ_RUNS"] ?? 60);

describe.each([...OUTER, ...PRIVATE])("$name", ({ name, samples, enter }) => {
  test("is read as it should be", () => {
    for (const sample of samples) expect(() => enter(sample)).not.toThrow();
  });

  test("survives whatever stands there instead", () => {
    const found = fc.check(
      fc.property(spoiled(samples), (text) => {
        enter(text);
        expect(isPolluted()).toBe(false);
      }),
      { numRuns: RUNS },
    );
    if (found.failed) {
      const [text = ""] = found.counterexample ?? [];
      throw new Error(`${keep(name, text)} (seed ${found.seed}): ${String(found.errorInstance)}`, {
        cause: found.errorInstance,
      });
    }
  });

  const folder = folderOf(name);
  test.each(existsSync(folder) ? readdirSync(folder) : [])("survives %s, which it once did not", (file) => {
    expect(() => enter(readFileSync(join(folder, file), "utf8"))).not.toThrow();
  });
});

/** What a door did not survive, as short as it could be made, is kept and tried ever after. */
function keep(name: string, text: string): string {
  const folder = folderOf(name);
  const path = join(folder, createHash("sha256").update(text).digest("hex").slice(0, 12));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  return path;
}

function folderOf(name: string): string {
  return join(KEPT, name.replace(/\W+/g, "-"));
}
