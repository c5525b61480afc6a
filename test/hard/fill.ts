import type { Draft } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import type { Random } from "./random.js";

export interface Filling {
  readonly sessions: number;
  readonly turns: number;
  /** When the last turn ends; each session is a day before the next. */
  readonly until: number;
  readonly project?: string;
}

const DAY = 86_400_000;
const FILES = ["src/parse.ts", "src/upload/retry.ts", "src/name.ts", "test/parse.test.ts", "docs/readme.md"];
const TASKS = ["the parser", "the retry", "the names", "the upload", "the readme"];

/** Writes invented sessions into a journal, a day each, as hooks would. Returns how many events that were. */
export function fillJournal(home: string, random: Random, filling: Filling): number {
  const { sessions, turns, until, project = "filled" } = filling;
  let events = 0;
  for (let s = 0; s < sessions; s++) {
    const begin = until - (sessions - s) * DAY + DAY / 2;
    const tell = (second: number, drafts: readonly Draft[]) => {
      const at = begin + second * 1_000;
      const scene = { at, project, session: `filled-${project}-${s}`, agent: "claude", branch: "main" };
      events += append(home, drafts, scene).length;
    };
    tell(0, [{ type: "session.started", data: { source: "startup" } }]);
    for (let t = 0; t < turns; t++)
      for (const [n, draft] of turnOf(random, s, t).entries()) tell(t * 10 + n, [draft]);
  }
  return events;
}

function turnOf(random: Random, session: number, turn: number): Draft[] {
  const [file, task] = [random.pick(FILES), random.pick(TASKS)];
  const ok = random.chance(0.7);
  const edit = { call: `e${turn}`, tool: "Edit", action: "edit" as const, paths: [file] };
  const run = { call: `r${turn}`, tool: "Bash", action: "shell" as const, command: "npm test" };
  return [
    {
      type: "prompt.submitted",
      data: { text: `Please mend ${task} in ${file} (${session}.${turn}): é, 日本` },
    },
    { type: "tool.started", data: edit },
    {
      type: "tool.finished",
      data: { ...edit, ok: true, added: 3, removed: 1, change: "+function mend() {" },
    },
    { type: "tool.started", data: run },
    {
      type: "tool.finished",
      data: { ...run, ok, output: ok ? "12 passed" : `Error: ${task} failed at line ${turn}` },
    },
    { type: "turn.ended", data: { message: `I mended ${task}. Next: look at ${random.pick(FILES)}.` } },
  ];
}
