// What a program pays for its session: adding a message against a bare append of the same bytes, the context, and memory.
import { spawnSync } from "node:child_process";
import { appendFileSync, closeSync, fdatasyncSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../src/host/file/remove-tree.js";
import { openTidemark } from "../src/library/open-tidemark.js";
import { LibraryRoom } from "./library-room.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";

const SIZES = [200, 1_000, 4_000] as const;
const LIMIT = { add: 6, growth: 1.3, context: 1.5, heap: 1.5 } as const;
const FEW = 1_000;
/** Short enough that most are not interrupted by another process. */
const BATCH = 20;
const BATCHES = 100;
const DURABLE = 60;
const CONTEXTS = 60;
const MB = 1 << 20;

const [mode, folder = "", count = "0"] = process.argv.slice(2);
if (mode === "--alone-add") addAlone(folder, Number(count));
else if (mode === "--alone-open") openAlone(folder);
else measure();

function measure(): void {
  const options = readOptions();
  const most = Math.min(options.max, 100_000);
  const root = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  try {
    warmUp(root);
    const adds = SIZES.map((size) => measureAdd(root, size, most));
    const figures = [...adds.flat(), ...measureDurable(root), ...measureContext(root, most)];
    report("library", figures, options);
  } finally {
    removeTree(root);
  }
}

/** Until all is compiled: what a program pays is what it pays for its thousandth message. */
function warmUp(root: string): void {
  for (const size of SIZES) {
    const room = new LibraryRoom(root, `warm-${size}`, size);
    room.add(4_000);
    room.tidemark.close();
  }
}

function measureAdd(root: string, size: number, most: number): Figure[] {
  const room = new LibraryRoom(root, `add-${size}`, size);
  const bare = join(root, `bare-${size}`);
  room.add(100);
  room.frames();
  const early = inTurns(room, bare);
  room.add(most - 2 * BATCH * BATCHES);
  room.frames();
  const late = inTurns(room, bare);
  room.tidemark.close();
  const both = { add: [...early.add, ...late.add], bare: [...early.bare, ...late.bare] };
  const micro = (some: readonly number[]) => `${(median(some) * 1_000).toFixed(1)} µs`;
  return [
    {
      name: `add / append: ${size} B`,
      value: median(both.add) / median(both.bare),
      unit: "times",
      limit: LIMIT.add,
      note: `${micro(both.add)} against ${micro(both.bare)}`,
    },
    {
      name: `add at ${name(most)} / at 100: ${size} B`,
      value: median(late.add) / median(late.bare) / (median(early.add) / median(early.bare)),
      unit: "times",
      limit: LIMIT.growth,
    },
  ];
}

/** Milliseconds a message, of `add` and of appending the very bytes that it wrote, batch by batch. */
function inTurns(room: LibraryRoom, bare: string): { add: number[]; bare: number[] } {
  const times = { add: [] as number[], bare: [] as number[] };
  for (let batch = 0; batch < BATCHES; batch++) {
    times.add.push(timed(() => room.add(BATCH)) / BATCH);
    const frames = room.frames();
    times.bare.push(
      timed(() => {
        for (const frame of frames) appendFileSync(bare, frame);
      }) / frames.length,
    );
  }
  return times;
}

function measureDurable(root: string): Figure[] {
  const room = new LibraryRoom(root, "durable", 1_000, true);
  const fd = openSync(join(root, "bare-durable"), "a");
  room.add(10);
  room.frames();
  const add: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < DURABLE; n++) {
    add.push(timed(() => room.add(1)));
    const [frame = Buffer.alloc(0)] = room.frames();
    bare.push(
      timed(() => {
        writeSync(fd, frame);
        fdatasyncSync(fd);
      }),
    );
  }
  closeSync(fd);
  room.tidemark.close();
  const note = `${median(add).toFixed(2)} ms against ${median(bare).toFixed(2)} ms`;
  return [
    {
      name: "durable add / write and fdatasync: 1000 B",
      value: median(add) / median(bare),
      unit: "times",
      note,
    },
  ];
}

function measureContext(root: string, most: number): Figure[] {
  const [few, many] = [new LibraryRoom(root, "few", 1_000), new LibraryRoom(root, "many", 1_000)];
  few.add(FEW);
  many.add(most);
  const began = performance.now();
  many.session.context();
  const drained = performance.now() - began;
  few.session.context();
  const still: number[][] = [[], []];
  const moved: number[][] = [[], []];
  for (let n = 0; n < CONTEXTS; n++)
    for (const [which, room] of [few, many].entries()) {
      room.add(1);
      moved[which]?.push(timed(() => room.session.context()));
      still[which]?.push(timed(() => room.session.context()));
    }
  few.tidemark.close();
  many.tidemark.close();
  const ratio = ([small = [], large = []]: number[][]) => median(large) / median(small);
  const note = ([small = [], large = []]: number[][]) =>
    `${median(small).toFixed(2)} ms and ${median(large).toFixed(2)} ms`;
  const what = `at ${name(most)} / at ${name(FEW)}`;
  const [little, much] = [alone("--alone-add", root, FEW), alone("--alone-add", root, most)];
  const opened = alone("--alone-open", many.home.replace(/-data$/, ""), 0);
  return [
    { name: `context ${what}`, value: ratio(still), unit: "times", limit: LIMIT.context, note: note(still) },
    {
      name: `context after an add ${what}`,
      value: ratio(moved),
      unit: "times",
      limit: LIMIT.context,
      note: note(moved),
    },
    { name: `first context of ${name(most)}, drained`, value: drained, unit: "ms" },
    {
      name: `heap after ${name(most)} adds / after ${name(FEW)}`,
      value: much.heap / little.heap,
      unit: "times",
      limit: LIMIT.heap,
      note: `${(much.heap / MB).toFixed(1)} MB, RSS ${(much.most / MB).toFixed(0)} MB`,
    },
    {
      name: `heap, ${name(most)} opened and read through / after ${name(FEW)} adds`,
      value: opened.heap / little.heap,
      unit: "times",
      limit: LIMIT.heap,
      note: `${(opened.heap / MB).toFixed(1)} MB, RSS ${(opened.most / MB).toFixed(0)} MB`,
    },
  ];
}

interface Memory {
  readonly heap: number;
  readonly most: number;
}

/** In a process of its own: the heap after a collection, and the most memory it had. */
function alone(mode: string, folder: string, count: number): Memory {
  const args = ["--expose-gc", process.argv[1] ?? "", mode, folder, String(count)];
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${mode} failed: ${stderr}`);
  return JSON.parse(stdout);
}

function addAlone(root: string, messages: number): void {
  const room = new LibraryRoom(root, `alone-${messages}`, 1_000);
  room.add(messages);
  tellMemory();
  room.tidemark.close();
}

function openAlone(project: string): void {
  const tidemark = openTidemark({ project, home: `${project}-data` });
  const session = tidemark.sessions.resumeLast();
  session?.context();
  let messages = 0;
  for (const _ of session?.history() ?? []) messages++;
  if (messages === 0) throw new Error("Nothing was read.");
  tellMemory();
  tidemark.close();
}

function tellMemory(): void {
  globalThis.gc?.();
  const { heapUsed: heap } = process.memoryUsage();
  console.log(JSON.stringify({ heap, most: process.resourceUsage().maxRSS * 1_024 }));
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function name(messages: number): string {
  return messages.toLocaleString("en");
}
