import { readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

async function closure(name: string): Promise<{ files: string[]; outside: string[]; bytes: number }> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`src/door/hook/${name}.ts`],
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    write: false,
    metafile: true,
    outfile: "out.cjs",
    define: { "import.meta.url": "__filename", TIDEMARK_BUILD: '""' },
    external: ["libsql"],
  });
  const output = Object.values(metafile.outputs)[0];
  return {
    files: filesOf(metafile),
    outside: [...new Set(output?.imports.map((entry) => entry.path))].sort(),
    bytes: output?.bytes ?? 0,
  };
}

function filesOf(metafile: Metafile): string[] {
  return Object.keys(metafile.inputs).sort();
}

describe("what every hook call loads", () => {
  test("is of ours alone: no package, no database, no process, no network", async () => {
    for (const name of ["hook", "capture"]) {
      const { files, outside } = await closure(name);
      expect(files.filter((file) => !file.startsWith("src/"))).toEqual([]);
      expect(files.filter((file) => /\/(?:store|fold|compose|detect)\//.test(file))).toEqual([]);
      expect(
        outside.filter((module) => !["node:fs", "node:os", "node:path", "node:vm"].includes(module)),
      ).toEqual([]);
      expect(outside.every((module) => builtinModules.includes(module.slice("node:".length)))).toBe(true);
    }
  });

  test("stays small", async () => {
    expect((await closure("hook")).bytes).toBeLessThan(2_100);
    // As they are built: of the rules the keywords alone, and without what is set apart.
    expect(statSync(resolve(root, "dist", "capture.cjs")).size).toBeLessThan(57_000);
    expect(statSync(resolve(root, "dist", "redact.cjs")).size).toBeLessThan(66_500);
    expect(statSync(resolve(root, "dist", "answer.cjs")).size).toBeLessThan(302_500);
  });

  test("starts checkpoints with little, and makes them without the database", async () => {
    const { files, bytes } = await closure("trigger");
    expect(files.filter((file) => /\/(?:store|fold|compose|detect|redact)\//.test(file))).toEqual([]);
    expect(bytes).toBeLessThan(8_500);
    const made = readFileSync(resolve(root, "dist", "checkpoint.cjs"), "latin1");
    expect(made).toContain('require("./tend").isPlanDone');
    expect(made).not.toContain("CREATE TABLE");
    expect(made.length).toBeLessThan(143_000);
  });

  test("finds no terms and does not search: that is set apart", () => {
    const answer = readFileSync(resolve(root, "dist", "answer.cjs"), "latin1");
    expect(answer).toContain('require("./term").indexSome');
    expect(answer).not.toContain("month_");
    expect(readFileSync(resolve(root, "dist", "term.cjs"), "latin1")).toContain("month_");
  });

  // The loader takes each byte for a character: anything else would turn patterns into others.
  test.each([
    "capture",
    "agents",
    "redact",
    "place",
    "answer",
    "recall",
    "term",
    "tend",
    "trigger",
    "checkpoint",
  ])("is plain ASCII: %s", (name) => {
    const bytes = readFileSync(resolve(root, "dist", `${name}.cjs`));
    expect(bytes.every((byte) => byte < 128)).toBe(true);
  });

  test("is these files", async () => {
    const { files } = await closure("capture");
    expect(
      files.map((file) => file.slice("src/".length)).filter((file) => !file.includes("/redact/")),
    ).toEqual([
      "agent/claude/agent.ts",
      "agent/claude/folder.ts",
      "agent/claude/hooks.ts",
      "agent/payload/fields.ts",
      "agent/payload/hear.ts",
      "agent/payload/plan.ts",
      "agent/payload/recall.ts",
      "agent/payload/session.ts",
      "agent/payload/tool-use.ts",
      "agent/record/row.ts",
      "ansi.ts",
      "app/checkpoint/mark-of.ts",
      "app/checkpoint/trigger-checkpoint.ts",
      "app/maintain/start-maintenance.ts",
      "app/place/sight.ts",
      "app/place/visit.ts",
      "app/record.ts",
      "capture/bound.ts",
      "capture/capture.ts",
      "capture/change.ts",
      "capture/only-reads.ts",
      "capture/output.ts",
      "checkpoint/mark.ts",
      "door/hook/capture.ts",
      "door/hook/stdin.ts",
      "error.ts",
      "event/events.ts",
      "host/boot.ts",
      "host/clock.ts",
      "host/config.ts",
      "host/device.ts",
      "host/env.ts",
      "host/folder.ts",
      "host/foreign-file.ts",
      "host/git-ref.ts",
      "host/log.ts",
      "host/private-file.ts",
      "host/process.ts",
      "host/start-process.ts",
      "journal/append.ts",
      "journal/file.ts",
      "journal/line.ts",
      "project/hash.ts",
      "project/path.ts",
    ]);
  });
});
