// What the MCP server costs: its start as a multiple of a bare Node's, and the memory it holds.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findNodes, type NodeBinary } from "./nodes.js";
import { readOptions } from "./option.js";
import { type Figure, median, report } from "./report.js";

const LIMIT = { start: 3, megabytes: 80 } as const;
const SERVER = resolve("dist/mcp.cjs");
const CALLS = 100;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
const project = join(folder, "photo-box");
mkdirSync(project);
// As agents start it, but for what a user may have set to slow down every Node.
const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TIDEMARK_HOME: join(folder, "data") };
try {
  const figures: Figure[] = [];
  for (const node of findNodes(options.node, options.nodes)) figures.push(...(await measure(node)));
  report("mcp", figures, options);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(node: NodeBinary): Promise<Figure[]> {
  const none = (): number[] => [];
  const taken = { bare: none(), start: none(), first: none() };
  const held = { started: none(), called: none() };
  for (let round = 0; round < options.rounds + 2; round += 1) {
    // The first rounds fill the machine's caches.
    const isCounted = round >= 2;
    const turns = [
      async () => {
        const time = await bareStart(node);
        if (isCounted) taken.bare.push(time);
      },
      async () => {
        const { start, first, started, called } = await serverStart(node, round % 8 === 2);
        if (!isCounted) return;
        taken.start.push(start);
        held.started.push(started);
        if (called !== undefined) held.called.push(called);
        if (first !== undefined) taken.first.push(first);
      },
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  const on = `Node ${node.version}`;
  const bare = median(taken.bare);
  const memory = (name: string, values: readonly number[]): Figure[] =>
    process.platform === "linux"
      ? [
          {
            name: `${on}: ${name}`,
            value: Math.max(...values) / 1e6,
            unit: "megabytes",
            limit: LIMIT.megabytes,
          },
        ]
      : [];
  return [
    {
      name: `${on}: start to the answer to initialize, against a bare Node`,
      value: median(taken.start) / bare,
      unit: "times",
      limit: LIMIT.start,
      note: `${median(taken.start).toFixed(1)} against ${bare.toFixed(1)} ms`,
    },
    { name: `${on}: first call, with all that it loads`, value: median(taken.first), unit: "ms" },
    ...memory("resident after the start", held.started),
    ...memory(`resident after ${CALLS} calls`, held.called),
  ];
}

async function bareStart({ path }: NodeBinary): Promise<number> {
  const begin = performance.now();
  const child = spawn(path, ["-e", "0"], { cwd: project, env, stdio: "ignore" });
  await once(child, "exit");
  return performance.now() - begin;
}

async function serverStart({ path }: NodeBinary, isCalled: boolean) {
  const begin = performance.now();
  const child = spawn(path, [SERVER], { cwd: project, env, stdio: ["pipe", "pipe", "inherit"] });
  const request = asker(child);
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  const start = performance.now() - begin;
  const started = resident(child);
  const calling = performance.now();
  let first: number | undefined;
  for (let n = 0; isCalled && n < CALLS; n += 1) {
    await request("tools/call", { name: "recall", arguments: { query: `the tide at pier ${n}` } });
    first ??= performance.now() - calling;
  }
  const called = isCalled ? resident(child) : undefined;
  child.stdin.end();
  await once(child, "exit");
  return { start, first, started, called };
}

function asker(child: ChildProcess): (method: string, params: object) => Promise<void> {
  let id = 0;
  return async (method, params) => {
    id += 1;
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    // One answer is far smaller than what a pipe hands over at once.
    if (child.stdout) await once(child.stdout, "data");
  };
}

function resident({ pid }: ChildProcess): number {
  if (process.platform !== "linux") return Number.NaN;
  return 1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
