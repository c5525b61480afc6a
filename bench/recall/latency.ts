import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/model/store/open.js";
import { defaultEmbedder } from "../../src/recall/default-embedder.js";
import { embed } from "../../src/recall/embed.js";
import { recall } from "../../src/recall/recall.js";
import { Dice } from "../dice.js";
import { findNodes, type NodeBinary } from "../nodes.js";
import type { Options } from "../option.js";
import { type Figure, median } from "../report.js";
import { Corpus, type Frequency } from "./corpus.js";
import { meansFor } from "./mode.js";

const SIZES = [
  { size: 10_000, limit: 5 },
  { size: 100_000, limit: 15 },
  { size: 1_000_000, limit: 40 },
] as const;
const PROJECT = "photo-box";
/** They share the store, and a tenth as many memories are theirs. */
const OTHERS = ["billing", "website", "search", "mail"];
const INDEX = 1.2;
const PORTION = 20_000;
const [ASKS, WARM_UP] = [50, 50] as const;
const END = Date.UTC(2025, 5, 30, 18);
const YEARS = 2 * 365 * 86_400_000;

interface Question {
  readonly kind: string;
  readonly text: string;
}

interface Answered {
  readonly kind: string;
  readonly ms: number;
  /** What it took of processors, which is the same on a busy machine. */
  readonly cpu: number;
}

/** How long a question takes in process, and how much room the index takes. */
export async function measureLatency({ max, node, nodes }: Options): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
  const figures: Figure[] = [];
  try {
    const binaries = findNodes(node, nodes);
    for (const { size, limit } of SIZES.filter((each) => each.size <= max)) {
      const home = join(folder, String(size));
      mkdirSync(home, { mode: 0o700 });
      const { questions, index } = await fill(home, size);
      const file = join(home, "questions.json");
      writeFileSync(file, JSON.stringify(questions));
      for (const binary of binaries) figures.push(...timesOn(binary, home, file, size, limit));
      figures.push(index);
      rmSync(home, { recursive: true, force: true });
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the questions of a file and prints how long each took; in a process that has done nothing before. */
export function askAlone(home: string, file: string): void {
  const questions: readonly Question[] = JSON.parse(readFileSync(file, "utf8"));
  const store = openStore(home);
  const answered = questions.map(({ kind, text }): Answered => {
    const before = process.cpuUsage();
    const start = performance.now();
    const { memories } = recall(store, PROJECT, text, { now: END, ...meansFor(home, text, "full") });
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    if (memories.length === 0) throw new Error(`nothing was found for "${text}"`);
    if (memories.some(({ project }) => project !== PROJECT)) throw new Error("another project was answered");
    return { kind, ms, cpu: (user + system) / 1_000 };
  });
  store.close();
  process.stdout.write(JSON.stringify(answered));
}

async function fill(home: string, size: number): Promise<{ questions: Question[]; index: Figure }> {
  say(`writing ${name(size)} memories …`);
  const dice = new Dice(size);
  const corpus = new Corpus(dice);
  const store = openStore(home);
  try {
    for (let written = 0, sessions = 0; written < size; ) {
      const end = Math.min(size, written + PORTION);
      store.transact((writer) => {
        while (written < end) {
          const isAsked = !dice.chance(1 / (OTHERS.length * 2 + 3));
          const session = `session-${sessions++}`;
          const began = END - YEARS + Math.floor((YEARS * written) / size);
          const memories = corpus.session(session, began, isAsked);
          writer.memories.add(isAsked ? PROJECT : dice.pick(OTHERS), session, memories);
          if (isAsked) written += memories.length;
        }
      });
    }
    say(`embedding ${name(size)} memories …`);
    // As the housekeeping leaves it.
    store.memories.index();
    await embed(home, store, defaultEmbedder);
    const { index, text } = store.memories.indexSize();
    const figure: Figure = {
      name: `${name(size)}: index against the text it indexes`,
      value: index / text,
      unit: "times",
      limit: INDEX,
      note: `${Math.round(index / size)} against ${Math.round(text / size)} bytes a memory`,
    };
    return { questions: questionsOf(corpus, dice), index: figure };
  } finally {
    store.close();
  }
}

function questionsOf(corpus: Corpus, dice: Dice): Question[] {
  const words = {
    common: corpus.words("common"),
    middle: corpus.words("middle"),
    rare: corpus.words("rare"),
  };
  const some = (frequency: Frequency, count: number) =>
    Array.from({ length: count }, () => dice.pick(words[frequency]));
  return Array.from({ length: WARM_UP + ASKS }, (_, n) => {
    const isMeasured = n >= WARM_UP;
    const kinds = [
      // One, two and three words in turn.
      ...(["common", "middle", "rare"] as const).map((kind) => ({
        kind: `${kind} words`,
        words: some(kind, (n % 3) + 1),
      })),
      { kind: "eight mixed words", words: [...some("common", 3), ...some("middle", 3), ...some("rare", 2)] },
    ];
    return kinds.map(({ kind, words: asked }) => ({ kind: isMeasured ? kind : "", text: asked.join(" ") }));
  }).flat();
}

function timesOn(node: NodeBinary, home: string, questions: string, size: number, limit: number): Figure[] {
  say(`asking ${name(size)} memories on Node ${node.version} …`);
  const answered: readonly Answered[] = JSON.parse(
    execFileSync(node.path, [process.argv[1] ?? "", "--alone", home, questions], { encoding: "utf8" }),
  );
  const kinds = new Set(answered.map(({ kind }) => kind).filter((kind) => kind !== ""));
  const first = answered[0]?.ms ?? Number.NaN;
  return [
    ...[...kinds].map((kind): Figure => {
      const own = answered.filter((one) => one.kind === kind);
      const times = own.map(({ ms }) => ms);
      const cpu = median(own.map((one) => one.cpu));
      return {
        name: `${name(size)}: ${kind}, median  (Node ${node.version})`,
        value: median(times),
        unit: "ms",
        limit,
        note: `p95 ${percentile(times, 0.95).toFixed(1)}, most ${Math.max(...times).toFixed(1)}, cpu ${cpu.toFixed(1)} ms; ${times.length} questions`,
      };
    }),
    { name: `${name(size)}: first question of a process  (Node ${node.version})`, value: first, unit: "ms" },
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function name(count: number): string {
  return count.toLocaleString("en");
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
