import { openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fuzz, type Ground, hostileTexts } from "./fuzz.js";
import { SUBJECTS } from "./fuzz-subject.js";
import { InsideHook } from "./hook-inside.js";
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

const many: Many = JSON.parse(process.argv[2] ?? "");
const subject = SUBJECTS.find(({ agent }) => agent === many.agent);
if (subject === undefined) throw new Error(`there is no agent ${many.agent}`);
const inside = new InsideHook(many.hook, many.folder);
const at = openSync(join(many.folder, "at"), "w");
const hostile = hostileTexts(many.ground, many.token);
const random = seeded(many.seed);
const thrown: string[] = [];
const wrong: string[] = [];
let answers = 0;
let slowest = { ms: 0, mutation: "" };
for (let n = 0; n < many.payloads; n++) {
  const { mutation, bytes } = fuzz(subject, n, random, many.ground, hostile);
  // Told as it goes: where it hangs, this is at what.
  writeSync(at, `${n} ${mutation}`.padEnd(100), 0);
  const began = performance.now();
  let said = "";
  try {
    said = inside.hear(many.agent, bytes);
  } catch (error) {
    thrown.push(`${n} ${mutation}: ${error}`);
  }
  const ms = performance.now() - began;
  if (ms > slowest.ms) slowest = { ms, mutation };
  if (said === "") continue;
  answers += 1;
  if (!isAnswer(said)) wrong.push(`${n} ${mutation}: ${said.slice(0, 200)}`);
}
const ended: ManyEnded = { thrown, wrong, answers, slowest };
writeFileSync(join(many.folder, "ended.json"), JSON.stringify(ended));
