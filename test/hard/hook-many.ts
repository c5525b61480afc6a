import { closeSync, fstatSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { run as runHook } from "../../src/door/hook/capture.js";
import { fuzz, type Ground, hostileTexts } from "./fuzz.js";
import { SUBJECTS } from "./fuzz-subject.js";
import { isAnswer } from "./hook-run.js";
import { seeded } from "./random.js";

/** What the process that runs many hooks is asked, as JSON in its first word. */
export interface Many {
  readonly agent: string;
  /** The built hook; its bundles stand beside it. */
  readonly hook: string;
  readonly payloads: number;
  readonly seed: number;
  readonly token: string;
  readonly ground: Ground;
  /** A folder for standard input, standard output and what it tells in the end. */
  readonly folder: string;
}

export interface ManyEnded {
  /** Payloads at which something was thrown out of the hook, and what. */
  readonly thrown: string[];
  /** Payloads whose answer is none. */
  readonly wrong: string[];
  readonly answers: number;
  readonly slowest: { readonly ms: number; readonly mutation: string };
}

// Runs the bundles of the hook as its loader does, but loads them once: most of what a hook costs is its start.
const many: Many = JSON.parse(process.argv[2] ?? "");
const subject = SUBJECTS.find(({ agent }) => agent === many.agent);
if (subject === undefined) throw new Error(`there is no agent ${many.agent}`);
const loaded = new Map<string, unknown>();
const [input, output] = [join(many.folder, "stdin"), join(many.folder, "stdout")];
const at = openSync(join(many.folder, "at"), "w");
const hostile = hostileTexts(many.ground, many.token);
const random = seeded(many.seed);
const { run } = bundle<{ run: typeof runHook }>("capture");
const thrown: string[] = [];
const wrong: string[] = [];
let answers = 0;
let slowest = { ms: 0, mutation: "" };
for (let n = 0; n < many.payloads; n++) {
  const { mutation, bytes } = fuzz(subject, n, random, many.ground, hostile);
  writeFileSync(input, bytes);
  standAs(0, input, "r");
  standAs(1, output, "w");
  // Told as it goes: where it hangs, this is at what.
  writeSync(at, `${n} ${mutation}`.padEnd(100), 0);
  const began = performance.now();
  try {
    run(many.agent, bundle, many.hook);
  } catch (error) {
    thrown.push(`${n} ${mutation}: ${error}`);
  }
  const ms = performance.now() - began;
  if (ms > slowest.ms) slowest = { ms, mutation };
  if (fstatSync(1).size === 0) continue;
  answers += 1;
  const said = readFileSync(output, "utf8");
  if (!isAnswer(said)) wrong.push(`${n} ${mutation}: ${said.slice(0, 200)}`);
}
const ended: ManyEnded = { thrown, wrong, answers, slowest };
writeFileSync(join(many.folder, "ended.json"), JSON.stringify(ended));

/** Puts a file in the place of standard input or output: the lowest number that is free is the one just closed. */
function standAs(fd: 0 | 1, path: string, flags: string): void {
  closeSync(fd);
  if (openSync(path, flags) !== fd) throw new Error(`${path} is not ${fd}`);
}

function bundle<T>(name: string): T {
  const known = loaded.get(name);
  if (known !== undefined) return known as T;
  const filename = join(dirname(many.hook), `${name}.cjs`);
  const builtin = createRequire(filename);
  const module = { exports: {} };
  const wrapped = new Script(readFileSync(filename, "latin1"), { filename }).runInThisContext();
  const require = (id: string) => (id.startsWith("./") ? bundle(id.slice(2)) : builtin(id));
  wrapped(module.exports, require, module, filename, dirname(filename));
  loaded.set(name, module.exports);
  return module.exports as T;
}
