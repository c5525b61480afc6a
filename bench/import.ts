// How long it takes to import transcripts, against reading and parsing the same files alone; and how much memory it takes.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudePast } from "../src/agent/claude/past.js";
import { openHome } from "../src/home/open-home.js";
import { removeTree } from "../src/host/file/remove-tree.js";
import { driverName } from "../src/host/sqlite.js";
import { importPast } from "../src/upkeep/import/import-past.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";
import { writeTranscripts } from "./transcript.js";

const MB = 1 << 20;
const LIMIT = { times: 3, bytes: 300 * MB, growth: 1.5 } as const;
const LEAST = 50 * MB;
const END = Date.UTC(2026, 5, 30, 18);

const [mode, folder = "", home = ""] = process.argv.slice(2);
if (mode === "--alone-parse") alone(() => parseAll(folder));
else if (mode === "--alone-import") alone(() => importAll(folder, home, true));
else if (mode === "--alone-learn") alone(() => importAll(folder, home, false));
else measure();

interface Form {
  readonly name: "full" | "lean";
  readonly bytes: number;
  readonly reps: number;
}

function measure(): void {
  const options = readOptions();
  const isQuick = options.reps <= 2;
  const reps = Math.max(3, options.reps);
  const [small, large] = isQuick ? [4 * MB, 16 * MB] : [100 * MB, 500 * MB];
  const root = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  try {
    const little = measureForm(root, { name: "full", bytes: small, reps });
    const much = measureForm(root, { name: "full", bytes: large, reps: 1 });
    const earlier = measureForm(root, { name: "lean", bytes: small, reps });
    const growth = much.peak / little.peak;
    report(
      "import",
      [
        ...[little, much, earlier].flatMap(({ figures }) => figures),
        { name: "memory, five times as much", value: growth, unit: "times", limit: LIMIT.growth },
      ],
      options,
      `SQLite through ${driverName()}`,
    );
  } finally {
    removeTree(root);
  }
}

/** `full` is what Claude Code writes today, `lean` what it wrote before it kept whole requests. */
function measureForm(root: string, { name, bytes, reps }: Form): { figures: Figure[]; peak: number } {
  const transcripts = join(root, name);
  const made = writeTranscripts(transcripts, { bytes, end: END, isLean: name === "lean" });
  const none = (): number[] => [];
  const times = { parse: none(), import: none(), learn: none() };
  let peak = 0;
  const importInto = (mode: string) => {
    const own = mkdtempSync(join(root, "home-"));
    const { ms, most } = run(mode, transcripts, join(own, "data"));
    peak = Math.max(peak, most);
    removeTree(own);
    return ms;
  };
  // In turns, so that a busy moment of the machine meets all.
  for (let rep = 0; rep < reps; rep++) {
    times.parse.push(run("--alone-parse", transcripts).ms);
    times.import.push(importInto("--alone-import"));
    times.learn.push(importInto("--alone-learn"));
  }
  removeTree(transcripts);
  const what = `${name}, ${Math.round(made.bytes / MB)} MB`;
  const against = (some: readonly number[]) => median(some) / median(times.parse);
  const note = `${made.turns} turns in ${Math.round(median(times.import))} ms`;
  return {
    peak,
    figures: [
      {
        name: `import / parse: ${what}`,
        value: against(times.import),
        unit: "times",
        // Of little, most of the time goes into getting started.
        ...(bytes < LEAST ? {} : { limit: LIMIT.times }),
        note,
      },
      { name: `with folding / parse: ${what}`, value: against(times.learn), unit: "times" },
      { name: `peak memory: ${what}`, value: peak, unit: "bytes", limit: LIMIT.bytes },
    ],
  };
}

/** In a process of its own: its time, and the most memory it had. */
function run(...args: string[]): { ms: number; most: number } {
  const { stdout, status } = spawnSync(process.execPath, [process.argv[1] ?? "", ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args[0]} failed`);
  return JSON.parse(stdout);
}

function alone(work: () => void): void {
  const began = performance.now();
  work();
  const ms = performance.now() - began;
  console.log(JSON.stringify({ ms, most: process.resourceUsage().maxRSS * 1_024 }));
}

/** The least that anybody has to do who wants to know what is in them. */
function parseAll(root: string): void {
  for (const path of filesBelow(root))
    for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

function importAll(path: string, data: string, leavesFolding: boolean): void {
  mkdirSync(data, { mode: 0o700, recursive: true });
  const env = { HOME: join(data, "..") };
  const request = {
    ...openHome({ ...env, TIDEMARK_HOME: data }),
    env,
    pasts: [claudePast],
    open: () => undefined,
    path,
    now: END,
    isDry: false,
  };
  importPast({ ...request, leavesFolding });
}

function filesBelow(root: string): string[] {
  return readdirSync(root).flatMap((name) => {
    const path = join(root, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
