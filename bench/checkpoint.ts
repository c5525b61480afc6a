// What a checkpoint of a large work tree costs, against what git itself needs for the same.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packCheckpoints } from "../src/checkpoint/shadow/prune.js";
import { storageOf } from "../src/checkpoint/shadow/storage.js";
import { type TakeRequest, takeCheckpoint } from "../src/checkpoint/take/take.js";
import { Dice } from "./dice.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";

const LIMIT = { next: 2, first: 2 } as const;
const CHANGED = 100;
const PROJECT = "photo-box";

const options = readOptions();
const isQuick = process.argv.includes("--quick");
const files = isQuick ? 5_000 : 50_000;
const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
const root = join(folder, "photo-box");
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
};
let round = 0;
try {
  writeTree();
  report("checkpoint", [...first(), ...next(), nodeStart()], options, `${files.toLocaleString("en")} files`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function first(): Figure[] {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let rep = 0; rep < Math.max(3, Math.min(options.reps, 5)); rep += 1) {
    say(`first checkpoint, ${rep + 1} …`);
    const home = join(folder, `first-${rep}`);
    const turns = [
      () => ours.push(took(() => take(home, "hand"))),
      () => theirs.push(took(() => addAll(join(folder, `add-${rep}`)))),
    ];
    for (const turn of rep % 2 === 0 ? turns : turns.reverse()) turn();
    for (const gone of [home, join(folder, `add-${rep}`)]) rmSync(gone, { recursive: true, force: true });
  }
  return [
    {
      name: "first checkpoint against git add -A into a fresh index",
      value: median(ours) / median(theirs),
      unit: "times",
      limit: LIMIT.first,
      note: `${median(ours).toFixed(0)} against ${median(theirs).toFixed(0)} ms`,
    },
  ];
}

function next(): Figure[] {
  const home = join(folder, "data");
  take(home, "hand");
  const none = (): number[] => [];
  const times = { take: none(), stash: none(), light: none(), same: none() };
  const grown: number[] = [];
  const dice = new Dice(7);
  let written = 0;
  const reps = isQuick ? 4 : Math.max(options.reps, 15);
  for (let rep = 0; rep < reps; rep += 1) {
    say(`checkpoint of ${CHANGED} changed files, ${rep + 1} of ${reps} …`);
    const turns = [
      () => {
        written = change(dice);
        const before = bytesIn(storageOf(home, PROJECT).git);
        times.take.push(took(() => take(home, "hand")));
        grown.push((bytesIn(storageOf(home, PROJECT).git) - before) / written);
      },
      () => {
        change(dice);
        times.light.push(took(() => take(home, "prompt")));
        times.same.push(took(() => take(home, "prompt")));
      },
      () => {
        change(dice);
        times.stash.push(took(() => git(["stash", "create"])));
        take(home, "hand");
      },
    ];
    for (let n = 0; n < turns.length; n += 1) turns[(n + rep) % turns.length]?.();
  }
  const { bytes } = packCheckpoints(home, env, PROJECT, true);
  const stash = median(times.stash);
  return [
    {
      name: `checkpoint of ${CHANGED} changed files against git stash create`,
      value: median(times.take) / stash,
      unit: "times",
      limit: LIMIT.next,
      note: `${median(times.take).toFixed(0)} against ${stash.toFixed(0)} ms; ${reps} times each`,
    },
    {
      name: "light checkpoint at a prompt against git stash create",
      value: median(times.light) / stash,
      unit: "times",
      note: `${median(times.light).toFixed(0)} ms; the prompt does not wait for it`,
    },
    { name: "light checkpoint where nothing has changed", value: median(times.same), unit: "ms" },
    {
      name: "bytes of a checkpoint against those of its changed files",
      value: median(grown),
      unit: "times",
      note: `changed files of ${Math.round(written / 1024)} KB; loose objects, before packing`,
    },
    { name: `all ${3 * reps + 1} checkpoints, packed`, value: bytes, unit: "bytes" },
  ];
}

/** What a process of its own costs beside it: hooks start one, a command is one. */
function nodeStart(): Figure {
  const times = Array.from({ length: 9 }, () => took(() => spawnSync(process.execPath, ["-e", "0"])));
  return { name: "start of a Node process", value: median(times), unit: "ms" };
}

function take(home: string, reason: TakeRequest["reason"]): void {
  round += 1;
  const who = { session: "s1", agent: "claude", now: round * 1_000, wait: 0 } as const;
  const taken = takeCheckpoint({ home, env, project: PROJECT, root, reason, ...who });
  if (taken.is !== "taken" && taken.is !== "unchanged") throw new Error(JSON.stringify(taken));
}

function addAll(place: string): void {
  mkdirSync(place);
  const own = { GIT_DIR: join(place, "git"), GIT_WORK_TREE: root, GIT_INDEX_FILE: join(place, "index") };
  git(["init", "-q", "--bare", own.GIT_DIR]);
  git(["add", "-A"], own);
}

function writeTree(): void {
  say(`writing ${files.toLocaleString("en")} files …`);
  for (let n = 0; n < files; n += 1) {
    const path = pathOf(n);
    if (n % 20 === 0) mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `export const value${n} = ${Math.sin(n)};\n`.repeat(20 + (n % 80)));
  }
  git(["init", "-q"]);
  git(["add", "-A"]);
  commit();
}

function commit(): void {
  git([
    "-c",
    "user.name=A",
    "-c",
    "user.email=a@example.org",
    "commit",
    "-q",
    "-a",
    "--allow-empty",
    "-m",
    "all",
  ]);
}

/** Commits, then changes as many files as a long turn may: neither side sees more of them. Returns their bytes. */
function change(dice: Dice): number {
  commit();
  let bytes = 0;
  for (let n = 0; n < CHANGED; n += 1) {
    const path = pathOf(dice.between(0, files - 1));
    appendFileSync(path, `// ${dice.letters(12)}\n`);
    bytes += statSync(path).size;
  }
  return bytes;
}

function pathOf(n: number): string {
  return join(root, `package${Math.floor(n / 500)}`, `part${Math.floor(n / 20) % 25}`, `file${n}.ts`);
}

function git(args: readonly string[], own: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync("git", args, { cwd: root, env: { ...env, ...own }, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

function took(work: () => unknown): number {
  const began = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function bytesIn(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
