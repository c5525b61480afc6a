// What a hook call costs, as a multiple of a bare start of the same Node with the same input.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identifyProject } from "../src/capture/place/identify-project.js";
import { removeTree } from "../src/host/file/remove-tree.js";
import { readErrors } from "../src/host/log.js";
import { maintain } from "../src/upkeep/maintain/maintain.js";
import { childCpu } from "./cpu.js";
import { Dice } from "./dice.js";
import { writeHistory } from "./history.js";
import { findNodes, type NodeBinary } from "./nodes.js";
import { readOptions } from "./option.js";
import { redactFigures } from "./redact-figure.js";
import { type Figure, median, report } from "./report.js";
import { code, output } from "./text.js";

const EVENTS = 100_000;
const PAYLOAD = 20_000;
const LIMIT = { capture: 1.1, answer: { "node:sqlite": 1.4, libsql: 2.2 } } as const;
const WARM_UP = 3;

interface Case {
  readonly name: string;
  readonly limit: (node: NodeBinary) => number;
  readonly payload: (round: number) => object;
  readonly answers: boolean;
}

const dice = new Dice(7);
const CASES: readonly Case[] = [
  {
    name: "PostToolUse, 20 KB of output",
    limit: () => LIMIT.capture,
    answers: false,
    payload: (round) => ({
      ...use(round, "Bash", { command: "npm run build", description: "Build" }),
      tool_response: { stdout: filled(() => output(dice)), stderr: "", interrupted: false, isImage: false },
    }),
  },
  {
    name: "PostToolUse, 20 KB of an edit",
    limit: () => LIMIT.capture,
    answers: false,
    payload: (round) => ({
      ...use(round, "Edit", { file_path: "src/upload/retry.ts", old_string: "a", new_string: "b" }),
      tool_response: {
        originalFile: filled(() => code(dice, 20).join("\n")).slice(0, PAYLOAD / 2),
        structuredPatch: [
          {
            oldStart: 1,
            newStart: 1,
            lines: filled(() => code(dice, 20).join("\n+"))
              .slice(0, PAYLOAD / 2)
              .split("\n"),
          },
        ],
      },
    }),
  },
  {
    name: "SessionStart",
    limit: (node) => LIMIT.answer[node.sqlite],
    answers: true,
    payload: (round) => call("SessionStart", `start-${round}`, { source: "startup" }),
  },
  {
    name: "UserPromptSubmit, first word of a session",
    limit: (node) => LIMIT.answer[node.sqlite],
    answers: true,
    payload: (round) => call("UserPromptSubmit", `prompt-${round}`, { prompt: "Go on with the retry." }),
  },
  {
    name: "UserPromptSubmit, told already",
    limit: (node) => LIMIT.answer[node.sqlite],
    answers: false,
    payload: () => call("UserPromptSubmit", "prompt-0", { prompt: "And now the tests." }),
  },
];

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), "tidemark-bench-"));
// A build that is made anew meanwhile must not change what is measured. Below node_modules, so that libsql is found.
const program = join(process.cwd(), "node_modules", ".cache", "tidemark", `hook-${process.pid}`);
try {
  const repository = makeRepository();
  const home = fillHome(repository);
  mkdirSync(program, { recursive: true });
  const dist = join(process.cwd(), "dist");
  for (const name of readdirSync(dist).filter((file) => file.endsWith(".cjs"))) {
    copyFileSync(join(dist, name), join(program, name));
  }
  writeFileSync(join(folder, "bare.cjs"), "");
  const figures = findNodes(options.node, options.nodes).flatMap((node, n) => {
    const own = `${home}-${n}`;
    cpSync(home, own, { recursive: true });
    return measure(node, own, repository);
  });
  report("hotpath", [...figures, ...redactFigures(options.rounds)], options);
} finally {
  removeTree(folder);
  removeTree(program);
}

function measure(node: NodeBinary, home: string, cwd: string): Figure[] {
  const env = { ...scrubbed(), HOME: folder, TIDEMARK_HOME: home, TIDEMARK_LANGUAGE: "en" };
  const bare = { wall: [] as number[], cpu: [] as number[] };
  const taken = CASES.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
  const run = (args: string[], payload: string, into: typeof bare | undefined): string => {
    const cpu = childCpu();
    const start = process.hrtime.bigint();
    const { status, stdout } = spawnSync(node.path, args, { input: payload, cwd, env, encoding: "utf8" });
    const wall = Number(process.hrtime.bigint() - start) / 1e6;
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status} on Node ${node.version}`);
    into?.wall.push(wall);
    into?.cpu.push(childCpu() - cpu);
    return stdout;
  };
  for (let round = -WARM_UP; round < options.rounds; round++) {
    const isMeasured = round >= 0;
    // Every case and every bare start comes first, second, … in turn.
    for (let n = 0; n <= CASES.length; n++) {
      const index = (n + round + WARM_UP) % (CASES.length + 1);
      const one = CASES[index];
      const payload = JSON.stringify((one ?? CASES[round & 1 ? 0 : 2]!).payload(round + WARM_UP));
      if (one === undefined) run([join(folder, "bare.cjs")], payload, isMeasured ? bare : undefined);
      else {
        const hook = [join(program, "hook.cjs"), "claude"];
        const answer = run(hook, payload, isMeasured ? taken[index] : undefined);
        if (isMeasured && (answer !== "") !== one.answers) throw new Error(`${one.name}: "${answer}"`);
      }
    }
  }
  const [error] = readErrors(home);
  if (error !== undefined) throw new Error(`a hook failed: ${error.error}`);
  const wall = median(bare.wall);
  return CASES.map((one, n) => ({
    name: `Node ${node.version}  ${one.name}`,
    value: median(taken[n]!.wall) / wall,
    unit: "times",
    limit: one.limit(node),
    note: `${median(taken[n]!.wall).toFixed(1)} against ${wall.toFixed(1)} ms; cpu ${cpuRatio(taken[n]!.cpu, bare.cpu)}`,
  }));
}

// The counter moves in hundredths of a second: only sums over many rounds say something.
function cpuRatio(taken: readonly number[], bare: readonly number[]): string {
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const ratio = sum(taken) / sum(bare);
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : "unknown";
}

function makeRepository(): string {
  const path = join(folder, "photo-box");
  const git = (...args: string[]) => execFileSync("git", ["-C", path, ...args], { stdio: "ignore" });
  mkdirSync(path);
  writeFileSync(join(path, "README.md"), "# photo-box\n");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-m", "Begin");
  return path;
}

function fillHome(repository: string): string {
  const home = join(folder, "home");
  mkdirSync(home, { mode: 0o700 });
  const { project } = identifyProject(repository, home, { ...process.env, HOME: folder });
  const others = ["billing", "website"].map((id) => ({ id, root: `/srv/${id}`, language: "en" as const }));
  writeHistory(home, {
    events: EVENTS,
    end: Date.now() - 3_600_000,
    projects: [{ id: project, root: repository, language: "en" }, ...others],
  });
  // As the daily housekeeping leaves it: drained, and old days compressed.
  maintain(home, Date.now());
  return home;
}

function scrubbed(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(?:NODE_|TIDEMARK_|CLAUDE|COPILOT)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

function use(round: number, tool: string, input: object): object {
  const fields = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${round}`, duration_ms: 12 };
  return call("PostToolUse", "prompt-0", fields);
}

function call(hook: string, session: string, fields: object): object {
  return { session_id: session, hook_event_name: hook, cwd: join(folder, "photo-box"), ...fields };
}

function filled(more: () => string): string {
  let text = "";
  while (text.length < PAYLOAD) text += `${more()}\n`;
  return text.slice(0, PAYLOAD);
}
