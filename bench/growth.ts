// How the memory bears up as it grows: draining, disk space, and the time to an injection and to a recall.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { composeFor } from "../src/brief/answer.js";
import { driverName } from "../src/host/sqlite.js";
import { journalFolder } from "../src/journal/file.js";
import { compressOldDays } from "../src/model/compress.js";
import { drain } from "../src/model/drain.js";
import { Database } from "../src/model/store/database.js";
import { databasePath, dropStore, openStore } from "../src/model/store/open.js";
import { Store } from "../src/model/store/store.js";
import { immediateSimilarity } from "../src/recall/ask-recall.js";
import { defaultEmbedder } from "../src/recall/default-embedder.js";
import { embed } from "../src/recall/embed.js";
import { recall } from "../src/recall/recall.js";
import { finalRows, makeDatabase, RecordingDriver, replay, type Writes } from "./bare.js";
import { Dice } from "./dice.js";
import { type Project, writeHistory } from "./history.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";
import { prompt } from "./text.js";

const SIZES = [10_000, 100_000, 1_000_000];
const LIMIT = { drain: 2.5, bytes: 500, index: 1.2, injection: 1.5 } as const;
const INJECTIONS = 200;
const RECALLS = 60;
const WARM_UP = 1_000_000_000n;
const END = Date.UTC(2025, 5, 30, 18);
const HOUR = 3_600_000;
const PROJECTS: readonly Project[] = [
  { id: "photo-box", root: "/srv/photo-box", language: "en" },
  { id: "billing", root: "/srv/billing", language: "fr" },
  { id: "website", root: "/srv/website", language: "en" },
];

if (process.argv[2] === "--alone")
  runAlone(process.argv[3] ?? "", process.argv[4] ?? "", process.argv[5] ?? "");

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
try {
  const sizes = SIZES.filter((size) => size <= options.max);
  if (sizes.length === 0) sizes.push(options.max);
  const figures: Figure[] = [];
  for (const size of sizes) figures.push(...(await measureSize(size)));
  const [small = 0, large = small] = [sizes[0], sizes.at(-1)];
  if (small !== large) figures.push(...measureInjection(small, large));
  report("growth", figures, options, `SQLite through ${driverName()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureSize(size: number): Promise<Figure[]> {
  const home = homeOf(size);
  mkdirSync(home, { mode: 0o700 });
  say(`writing ${name(size)} events …`);
  writeHistory(home, { events: size, end: END, seed: size, projects: PROJECTS });
  const plain = bytesIn(journalFolder(home));
  const { writes, terms } = recordDrain(home, size);
  const rows = finalRows(databasePath(home), size / writes.batches.length);
  const recorded = keepWrites("recorded", writes);
  const termsOnly = keepWrites("terms", terms);
  const final = keepWrites("final", rows);
  const bare = join(folder, "bare.db");
  const none = (): number[] => [];
  const times = { drain: none(), replay: none(), rows: none(), index: none(), terms: none() };
  // At a million, the figure of interest is whether it stays the same: fewer repetitions will do.
  const reps = size > 100_000 ? Math.min(options.reps, 2) : options.reps;
  const turns = [
    () => times.drain.push(alone("drain", home)),
    () => times.replay.push(alone("replay", bare, recorded)),
    () => times.rows.push(alone("replay", bare, final)),
    () => times.index.push(alone("index", home)),
    () => times.terms.push(alone("replay", bare, termsOnly)),
  ];
  for (let rep = 0; rep < reps; rep++) {
    say(`draining ${name(size)} events, ${rep + 1} of ${reps} …`);
    for (let n = 0; n < turns.length; n++) turns[(n + rep) % turns.length]!();
  }
  dropStore(home);
  const store = openStore(home);
  drain(home, store);
  compressOldDays(home, store, END);
  store.memories.index();
  await embed(home, store, defaultEmbedder);
  const recalled = recallFigures(size, home, store);
  store.close();
  const spent = median(times.drain);
  const made = writes.batches.reduce((sum, batch) => sum + batch.statement.length, 0);
  return [
    {
      name: `${name(size)}: drain against the same writes alone`,
      value: spent / median(times.replay),
      unit: "times",
      limit: LIMIT.drain,
      note: `${spent.toFixed(0)} against ${median(times.replay).toFixed(0)} ms; ${name(made)} writes; ${reps} times each`,
    },
    {
      name: `${name(size)}: drain against the final rows alone`,
      value: spent / median(times.rows),
      unit: "times",
      note: `against ${median(times.rows).toFixed(0)} ms`,
    },
    { name: `${name(size)}: events drained`, value: (size * 1_000) / spent, unit: "per second" },
    {
      name: `${name(size)}: terms indexed against the same writes alone`,
      value: median(times.index) / median(times.terms),
      unit: "times",
      note: `${median(times.index).toFixed(0)} against ${median(times.terms).toFixed(0)} ms, when somebody searches or tends`,
    },
    diskFigure(size, home, plain),
    ...recalled,
  ];
}

function recallFigures(size: number, home: string, store: Store): Figure[] {
  const { index, text } = store.memories.indexSize();
  const memories = PROJECTS.map(({ id }) => store.memories.counts(id).memories);
  const dice = new Dice(size);
  const times = Array.from({ length: 2 * RECALLS }, (_, n) => {
    const { id, language } = PROJECTS[n % PROJECTS.length]!;
    const query = prompt(dice, language);
    return took(() => recall(store, id, query, { now: END, ...immediateSimilarity(home, query) }));
  }).slice(RECALLS);
  return [
    {
      name: `${name(size)}: index against the text it indexes`,
      value: index / text,
      unit: "times",
      limit: LIMIT.index,
      note: `${name(Math.round(index / 1024))} against ${name(Math.round(text / 1024))} KB`,
    },
    {
      name: `${name(size)}: recall of a whole prompt, median`,
      value: median(times),
      unit: "ms",
      note: `${name(memories.reduce((sum, count) => sum + count, 0))} memories in ${memories.length} projects`,
    },
  ];
}

function diskFigure(size: number, home: string, plain: number): Figure {
  const database = statSync(databasePath(home)).size;
  const journal = bytesIn(journalFolder(home));
  const share = (bytes: number) => Math.round(bytes / size);
  return {
    name: `${name(size)}: bytes on disk for an event`,
    value: (database + journal) / size,
    unit: "bytes",
    limit: LIMIT.bytes,
    note: `database ${share(database)}, journal ${share(journal)} (${share(plain)} before compression)`,
  };
}

function keepWrites(file: string, writes: Writes): string {
  const path = join(folder, `${file}.v8`);
  writeFileSync(path, serialize(writes));
  return path;
}

/** Milliseconds of one piece of work in a process of its own, so that neither bears the other's memory. */
function alone(what: "drain" | "index" | "replay", target: string, writes = ""): number {
  const args = [process.argv[1] ?? "", "--alone", what, target, writes];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

/** Does a piece of work a few times and prints how long the last took: the first warm the engine, for both alike. */
function runAlone(what: string, target: string, file: string): never {
  const writes: Writes | undefined = file === "" ? undefined : deserialize(readFileSync(file));
  const once = () => {
    if (writes !== undefined) {
      for (const part of ["", "-journal"]) rmSync(`${target}${part}`, { force: true });
      return took(() => replay(target, writes));
    }
    dropStore(target);
    const drained = took(() => drainAnew(target));
    return what === "drain" ? drained : took(() => indexAnew(target));
  };
  const began = process.hrtime.bigint();
  while (process.hrtime.bigint() - began < WARM_UP) once();
  process.stdout.write(String(once()));
  process.exit(0);
}

/** The writes of a drain, and then those of indexing the terms of its memories. */
function recordDrain(home: string, size: number): { writes: Writes; terms: Writes } {
  const recorder = new RecordingDriver(makeDatabase(databasePath(home)));
  const store = new Store(new Database(recorder));
  const { events, badLines } = drain(home, store);
  const { sql, batches } = recorder;
  const writes = { sql: [...sql], batches: [...batches] };
  store.memories.index();
  store.close();
  if (events !== size || badLines > 0) throw new Error(`${events} of ${size} drained, ${badLines} bad lines`);
  return { writes, terms: { sql, batches: batches.slice(writes.batches.length) } };
}

function drainAnew(home: string): void {
  const store = openStore(home);
  drain(home, store);
  store.close();
}

function indexAnew(home: string): void {
  const store = openStore(home);
  store.memories.index();
  store.close();
}

/** Both stores in the same process, one call each in turn: whatever disturbs one disturbs the other. */
function measureInjection(small: number, large: number): Figure[] {
  const sizes = [small, large];
  const open = sizes.map((size) => openStore(homeOf(size)));
  const times = sizes.map(() => ({ told: [] as number[], opened: [] as number[] }));
  for (let call = -20; call < INJECTIONS; call++) {
    for (const n of call & 1 ? [0, 1] : [1, 0]) {
      const told = took(() => ask(open[n]!, call));
      let fresh: Store | undefined;
      const opened = took(() => {
        fresh = openStore(homeOf(sizes[n]!));
        ask(fresh, call);
      });
      fresh?.close();
      if (call < 0) continue;
      times[n]!.told.push(told);
      times[n]!.opened.push(opened);
    }
  }
  for (const store of open) store.close();
  const figure = (what: string, kind: "told" | "opened"): Figure => {
    const [few, many] = times.map((taken) => median(taken[kind])) as [number, number];
    const note = `${many.toFixed(2)} against ${few.toFixed(2)} ms`;
    return {
      name: `injection at ${name(large)} against ${name(small)}, ${what}`,
      value: many / few,
      unit: "times",
      limit: LIMIT.injection,
      note,
    };
  };
  return [figure("store open", "told"), figure("with opening", "opened")];
}

function ask(store: Store, call: number): void {
  const project = PROJECTS[Math.abs(call) % PROJECTS.length]!.id;
  const session = `asks-${call}`;
  const { text } = composeFor(store, {
    project,
    session,
    source: "startup",
    now: END + HOUR,
    branch: "main",
  });
  if (text === "") throw new Error("there was nothing to tell");
}

function homeOf(size: number): string {
  return join(folder, `home-${size}`);
}

function took(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function bytesIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, entry) => sum + bytesIn(join(path, entry)), 0);
}

function name(count: number): string {
  return count.toLocaleString("en");
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
