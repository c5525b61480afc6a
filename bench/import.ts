// How long it takes to import transcripts, against reading and parsing the same files alone; and how much memory it takes.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudePast } from "../src/agent/claude/past.js";
import { importPast } from "../src/app/import/import-past.js";
import { driverName } from "../src/store/sqlite/driver.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";
import { writeTranscripts } from "./transcript.js";

const MB = 1 << 20;
const LIMIT = { times: 3, megabytes: 300, growth: 1.5 } as const;
const END = Date.UTC(2026, 5, 30, 18);

const [mode, folder = "", home = ""] = process.argv.slice(2);
if (mode === "--alone-parse") alone(() => parseAll(folder));
else if (mode === "--alone-import") alone(() => importAll(folder, home));
else measure();

function measure(): void {
  const options = readOptions();
  const isQuick = options.reps <= 2;
  const [small, large] = isQuick ? [4 * MB, 16 * MB] : [60 * MB, 500 * MB];
  const root = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  try {
    const figures: Figure[] = [];
    const peaks: number[] = [];
    for (const [form, bytes] of [
      ["lean", small],
      ["full", small],
      ["lean", large],
    ] as const) {
      const transcripts = join(root, `${form}-${bytes}`);
      const made = writeTranscripts(transcripts, { bytes, end: END, isLean: form === "lean" });
      const reps = bytes === large ? 1 : Math.max(3, options.reps);
      const times: { parse: number[]; import: number[] } = { parse: [], import: [] };
      let peak = 0;
      // In turns, so that a busy moment of the machine meets both.
      for (let rep = 0; rep < reps; rep++) {
        times.parse.push(run("--alone-parse", transcripts).ms);
        const own = mkdtempSync(join(root, "home-"));
        const { ms, mb } = run("--alone-import", transcripts, join(own, "data"));
        times.import.push(ms);
        peak = Math.max(peak, mb);
        rmSync(own, { recursive: true, force: true });
      }
      if (form === "lean") peaks.push(peak);
      const what = `${form}, ${Math.round(made.bytes / MB)} MB`;
      const ratio = median(times.import) / median(times.parse);
      figures.push(
        {
          name: `import / parse (${what})`,
          value: ratio,
          unit: "times",
          limit: LIMIT.times,
          note: `${made.turns} turns`,
        },
        { name: `import (${what})`, value: median(times.import), unit: "ms" },
        {
          name: `peak memory, MB (${what})`,
          value: peak,
          unit: "bytes",
          limit: LIMIT.megabytes,
          note: "megabytes",
        },
      );
      rmSync(transcripts, { recursive: true, force: true });
    }
    const [least = 1, most = 1] = peaks;
    figures.push({ name: "memory, large / small", value: most / least, unit: "times", limit: LIMIT.growth });
    report("import", figures, options, `SQLite through ${driverName()}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** In a process of its own: its time, and the most memory it had. */
function run(...args: string[]): { ms: number; mb: number } {
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
  console.log(JSON.stringify({ ms, mb: process.resourceUsage().maxRSS / 1_024 }));
}

/** The least that anybody has to do who wants to know what is in them. */
function parseAll(root: string): void {
  for (const path of filesBelow(root))
    for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

function importAll(path: string, data: string): void {
  mkdirSync(data, { mode: 0o700, recursive: true });
  const env = { HOME: join(data, "..") };
  importPast({ home: data, env, pasts: [claudePast], open: () => undefined, path, now: END, isDry: false });
}

function filesBelow(root: string): string[] {
  return readdirSync(root).flatMap((name) => {
    const path = join(root, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
