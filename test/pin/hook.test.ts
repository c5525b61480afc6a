import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

interface Closure {
  readonly files: string[];
  /** Packages that are built in. */
  readonly packages: string[];
  /** Modules of Node that are loaded with the bundle. */
  readonly builtins: string[];
}

async function closure(name: string): Promise<Closure> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`src/hook/${name}.ts`],
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    metafile: true,
    outfile: "out.cjs",
    define: { "import.meta.url": "__filename", TIDEMARK_BUILD: '""' },
    external: ["libsql"],
    logLevel: "error",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.keys(output?.inputs ?? {});
  const packages = inputs.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return {
    files: inputs.filter((file) => file.startsWith("src/")).sort(),
    packages: [...new Set(packages.filter((found) => found !== undefined))].sort(),
    builtins: [...new Set(output?.imports.map(({ path }) => path))].sort(),
  };
}

interface Pin {
  /** Folders of `src/` that it has nothing of. */
  readonly without: RegExp;
  readonly packages: readonly string[];
  readonly builtins: readonly string[];
}

const STEMMERS = ["@orama/stemmers", "stemmer"];
const DATABASE = /^src\/(?:model|brief|recall|library|extra)\//;
// Processes, compression and the network take Node long to load: who needs them gets them when needed.
const QUICK = ["node:buffer", "node:fs", "node:module", "node:os", "node:path", "node:url"];

const PINS: { readonly [bundle: string]: Pin } = {
  hook: { without: /^src\/(?!hook|host)/, packages: [], builtins: ["node:fs", "node:vm"] },
  capture: { without: DATABASE, packages: [], builtins: ["node:fs", "node:path"] },
  agents: { without: DATABASE, packages: [], builtins: ["node:fs", "node:path"] },
  redact: { without: /^src\/(?!hook|redact|capture)/, packages: [], builtins: [] },
  answer: {
    without: /^src\/(?:library|extra\/(?:layout|chat))\//,
    packages: [...STEMMERS, "valibot"],
    builtins: QUICK,
  },
  checkpoint: {
    without: DATABASE,
    packages: ["valibot"],
    builtins: ["node:crypto", "node:fs", "node:os", "node:path"],
  },
  background: {
    without: /^src\/(?:brief|library|extra\/(?:layout|chat))\//,
    packages: [...STEMMERS, "valibot"],
    builtins: [...QUICK.slice(0, -1), "node:timers/promises", "node:url"],
  },
};

describe("what a bundle may contain", () => {
  test.each(Object.entries(PINS))("%s", async (name, { without, packages, builtins }) => {
    const found = await closure(name);
    expect(found.files.filter((file) => without.test(file))).toEqual([]);
    expect(found.packages).toEqual(packages);
    expect(found.builtins).toEqual(builtins);
  });

  test("capture: no words are understood while they are recorded", async () => {
    const { files } = await closure("capture");
    expect(files.filter((file) => file.startsWith("src/text/prose/"))).toEqual([]);
  });

  test("the redaction rules: the capturing bundle has their keywords alone, as the build worked them out", () => {
    const capture = readFileSync(resolve(root, "dist", "capture.cjs"), "latin1");
    const redact = readFileSync(resolve(root, "dist", "redact.cjs"), "latin1");
    expect(redact).toContain("AKC[a-zA-Z0-9]");
    expect(capture).not.toContain("AKC[a-zA-Z0-9]");
  });

  // The loader takes each byte for a character: anything else would turn patterns into others.
  test.each(["capture", "agents", "redact", "answer", "checkpoint", "background", "command-line"])(
    "is plain ASCII: %s",
    (name) => {
      const bytes = readFileSync(resolve(root, "dist", `${name}.cjs`));
      expect(bytes.every((byte) => byte < 128)).toBe(true);
    },
  );

  test("capture: these files", async () => {
    const { files } = await closure("capture");
    expect(
      files.map((file) => file.slice("src/".length)).filter((file) => !file.startsWith("redact/")),
    ).toEqual([
      "agent/claude/agent.ts",
      "agent/claude/folder.ts",
      "agent/claude/hooks.ts",
      "agent/claude/summary.ts",
      "agent/payload/answer.ts",
      "agent/payload/fields.ts",
      "agent/payload/hear.ts",
      "agent/payload/plan.ts",
      "agent/payload/recall.ts",
      "agent/payload/refusal.ts",
      "agent/payload/tool-use.ts",
      "agent/record/row.ts",
      "ansi.ts",
      "capture/bound.ts",
      "capture/capture.ts",
      "capture/place/path.ts",
      "capture/place/place-note.ts",
      "capture/record.ts",
      "capture/tree/start-look.ts",
      "checkpoint/checkpoint.ts",
      "checkpoint/hook/start.ts",
      "checkpoint/hook/trigger.ts",
      "error.ts",
      "event/events.ts",
      "event/time.ts",
      "home/config.ts",
      "hook/capture.ts",
      "host/clock.ts",
      "host/device.ts",
      "host/env.ts",
      "host/file/folder.ts",
      "host/file/foreign-file.ts",
      "host/git/git.ts",
      "host/log.ts",
      "host/process/process.ts",
      "journal/append.ts",
      "journal/file.ts",
      "journal/line.ts",
      "journal/open-journal.ts",
      "text/shell/may-destroy.ts",
      "text/shell/only-reads.ts",
      "upkeep/distil/start-distilling.ts",
      "upkeep/maintain/start-maintenance.ts",
    ]);
  });
});
