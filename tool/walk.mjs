// Walks a SessionStart: which source files run, in which order, and how often the way goes back. `npm run walk [--files]`.
//
// The hook is built unbundled, one output file per source file, and every function reports its file when it is entered.
// Two invented sessions are recorded through it; then one SessionStart is measured, without the background processes.
//
// Files: source files of which a function was entered after its module was loaded, in the order of the first entry.
//   Top-level code and the functions that it calls to build tables do not count. V8's coverage, which counts those
//   functions too, is printed beside it.
// Returns: how often the order comes back to a folder that it has left. The strict figure takes every folder as it is.
//   The figure by rooms takes the top folders of src, and skips the vocabulary that every room may call: the machine,
//   the events, the detectors of text, and the files at the top of src. The rendering of text is vocabulary as well:
//   pure functions and phrases that every room calls to show a word or a line, without work of its own.
// The redaction rules are left out of all figures: the build replaces their table by its result.
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { root, say } from "./place.mjs";

const VOCABULARY = ["host", "event", "text", "render"];
const LEFT_OUT = /(?:^|\/)redact\/(?:rule|keyword)/;
const OTHER_DOORS = /^(?:cli\/|mcp\/|index\.ts)/;
const LOADER = "host/load-bundle.ts";
const MAX_FILES = 120;
const MAX_RETURNS = 10;

const stage = mkdtempSync(join(tmpdir(), "tidemark-walk-"));
async function buildHook(outdir) {
  const src = join(root, "src");
  for (const path of readdirSync(src, { recursive: true })) {
    const name = path.replaceAll("\\", "/");
    if (!name.endsWith(".ts") || OTHER_DOORS.test(name)) continue;
    const out = join(outdir, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(out), { recursive: true });
    const text = name === LOADER ? LOAD : readFileSync(join(src, path), "utf8");
    const { code } = await transform(text, {
      loader: "ts",
      format: "cjs",
      platform: "node",
      define: { TIDEMARK_VERSION: '"0"', TIDEMARK_BUILD: '"0"', "import.meta.url": "__filename" },
    });
    writeFileSync(out, reporting(code, name));
  }
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(join(outdir, "trace.js"), TRACE);
  symlinkSync(join(root, "node_modules"), join(outdir, "node_modules"));
  return join(outdir, "hook", "hook.js");
}

// Stands in for the loader of bundles.
const LOAD = `
export function load(name: string) { return require(\`../hook/\${name}.js\`); }
export function cacheCompiled() {}`;

// The printer ends a line with the brace that opens a block. Other blocks than bodies do no harm, but a switch takes none.
const BLOCK = /^(?!.*\bswitch \().*(?:\)|=>) \{$/gm;

function reporting(code, name) {
  const call = `__enter(${JSON.stringify(name)});`;
  const entered = code.replace(BLOCK, (head) => `${head} ${call}`);
  const up = "../".repeat(name.split("/").length - 1) || "./";
  return `require("${up}trace.js");${entered.replace('"use strict";', "")}`;
}

// Background processes are started with another word than the agent's name.
const TRACE = `
const { appendFileSync, readFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const Module = require("node:module");
const { relative } = require("node:path");
const { fileURLToPath } = require("node:url");
const file = process.argv[2] === "claude" ? process.env.WALK_TRACE : undefined;
const order = new Set();
let loading = 0;
const load = Module.prototype.load;
Module.prototype.load = function (path) {
  loading += 1;
  try { return load.call(this, path); } finally { loading -= 1; }
};
global.__enter = (name) => { if (loading === 0) order.add(name); };
if (file !== undefined) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const exit = process.reallyExit;
  process.reallyExit = (code) => {
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      for (const { url, functions } of result) {
        const path = url.startsWith("file:") ? fileURLToPath(url) : "";
        if (!path.startsWith(__dirname) || path === __filename || path.includes("node_modules")) continue;
        const text = readFileSync(path, "utf8");
        // Neither the module itself nor what the printer adds for exports.
        const own = functions.filter(({ functionName, ranges: [{ startOffset, endOffset, count }] }) =>
          count > 0 && startOffset > 0 && !functionName.startsWith("__") &&
          !/^\\(\\) => [\\w$]+$/.test(text.slice(startOffset, endOffset)));
        if (own.length > 0) appendFileSync(file, "ran " + relative(__dirname, path).replace(/js$/, "ts") + "\\n");
      }
    });
    for (const name of order) appendFileSync(file, "order " + name + "\\n");
    exit.call(process, code);
  };
}`;

function walk(hook, home, work) {
  mkdirSync(join(work, "src"), { recursive: true });
  writeFileSync(join(work, "src", "upload.ts"), "export const retries = 1;\n");
  const env = { PATH: process.env.PATH, HOME: stage, TIDEMARK_HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" };
  execFileSync("git", ["init", "-q", "-b", "main", work], { env });
  const call = (session, [event, fields], extra = {}) => {
    const input = JSON.stringify({ session_id: session, cwd: work, hook_event_name: event, ...fields });
    const { stdout, stderr } = spawnSync(process.execPath, [hook, "claude"], {
      input,
      cwd: work,
      env: { ...env, ...extra },
      encoding: "utf8",
    });
    if (stderr !== "") say(stderr);
    return stdout;
  };
  for (const [session, ...calls] of history(work)) for (const one of calls) call(session, one);
  const trace = join(stage, "trace");
  const told = call("third", ["SessionStart", { source: "startup" }], { WALK_TRACE: trace });
  if (!told.includes("upload")) throw new Error(`The session was told nothing of the work: ${told}`);
  return readFileSync(trace, "utf8").trim().split("\n");
}

function history(work) {
  const file = join(work, "src", "upload.ts");
  const prompt = (text) => ["UserPromptSubmit", { prompt: text }];
  const stop = (text) => ["Stop", { stop_hook_active: false, last_assistant_message: text }];
  const edit = (before, after) => [
    "PostToolUse",
    {
      tool_name: "Edit",
      tool_use_id: `edit-${after.length}`,
      tool_input: { file_path: file, old_string: before, new_string: after },
      tool_response: { filePath: file, originalFile: before, structuredPatch: [] },
    },
  ];
  const shell = { tool_name: "Bash", tool_use_id: "shell", tool_input: { command: "npm test" } };
  const output = (stdout) => ({ stdout, stderr: "", interrupted: false, isImage: false });
  return [
    [
      "first",
      ["SessionStart", { source: "startup" }],
      prompt(
        "Make the upload retry when the connection breaks. Always use exponential backoff in this project.",
      ),
      edit("export const retries = 1;", "export const retries = 3;"),
      ["PostToolUse", { ...shell, tool_response: output("Tests  4 passed (4)") }],
      stop(
        "We decided to use exponential backoff instead of a fixed delay. The upload now retries three times.",
      ),
      ["SessionEnd", { reason: "other" }],
    ],
    [
      "second",
      ["SessionStart", { source: "startup" }],
      prompt("Fix the failing test of the upload and add a limit for the delay."),
      edit("export const retries = 3;", "export const retries = 3;\nexport const maxDelay = 30_000;"),
      [
        "PostToolUseFailure",
        {
          ...shell,
          error:
            "Exit code 1\n FAIL  test/upload.test.ts > retries\nAssertionError: expected 2 to be 3\n Tests  1 failed | 3 passed (4)",
          is_interrupt: false,
        },
      ],
      stop("The test still fails: the delay is not reset. Next I will reset it in upload.ts."),
    ],
  ];
}

function report(lines) {
  const entries = lines.map((line) => line.split(" ")).filter(([, name]) => !LEFT_OUT.test(name));
  const files = entries.filter(([is]) => is === "ran").map(([, name]) => name);
  const order = entries.filter(([is]) => is === "order").map(([, name]) => name);
  const strict = returns(order.map(dirname));
  const rooms = returns(order.map(roomOf).filter((room) => room !== undefined));
  if (process.argv.includes("--files")) for (const name of order) say(name);
  const folders = new Set(order.map(dirname));
  say(
    `files that ran     ${order.length} (at most ${MAX_FILES}); with those that only built tables ${files.length}`,
  );
  say(`folders            ${folders.size}`);
  say(`folder changes     ${strict.changes}, returns ${strict.back}`);
  say(`room changes       ${rooms.changes}, returns ${rooms.back} (at most ${MAX_RETURNS})`);
  say(`way through rooms  ${rooms.way.join(" ")}`);
  if (order.length > MAX_FILES || rooms.back > MAX_RETURNS) process.exitCode = 1;
}

function roomOf(name) {
  const [room, file] = name.split("/");
  return file === undefined || VOCABULARY.includes(room) ? undefined : room;
}

function returns(places) {
  const way = places.filter((place, n) => place !== places[n - 1]);
  const left = new Set();
  let back = 0;
  for (const place of way) {
    if (left.has(place)) back += 1;
    left.add(place);
  }
  return { way, back, changes: way.length - 1 };
}

try {
  const hook = await buildHook(join(stage, "program"));
  report(walk(hook, join(stage, "home"), join(stage, "work")));
} finally {
  // A background process may still write into it.
  rmSync(stage, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
