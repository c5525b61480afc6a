import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { figure } from "./figure.js";
import { inParallel, quantile, runCli, runHook } from "./hook-run.js";
import { readHistory } from "./memory.js";
import { type Random, seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const PROJECTS = 20;
const SESSIONS = 12;
const TURNS = 12;
const DAY = 86_400_000;
const SHARED =
  "upload retry jitter invoice login thumbnail harbour map cache queue timeout parser header session cookie migration index deploy staging test".split(
    " ",
  );
const FILES = [
  "src/upload/RetryPolicy.ts",
  "src/parse_header.ts",
  "test/upload.test.ts",
  "src/billing/invoiceTotal.ts",
];
const QUESTIONS = [
  "how did we fix the failing upload test?",
  "what did we decide about the queue?",
  "parseHeader",
  "comment a-t-on corrigé le test de RetryPolicy.ts ?",
];
/** They speak clearly of what every project has. */
const PROMPTS = [
  "npm test upload fails, fix the upload retry error",
  "What did we decide to use for the upload queue?",
];

let house: House;
let room: Room;
beforeAll(async () => {
  house = await openHouse("s9");
  room = house.room("many");
});
afterAll(() => house.leave());

interface Box {
  readonly folder: string;
  readonly id: string;
  /** In every text of the project, and in no other's. */
  readonly mark: string;
}

it("S9: twenty projects with the same words and files, and no answer has anything of another", async () => {
  const boxes = await makeBoxes();
  const random = seeded(9);
  for (const box of boxes) tell(box, random);
  expect((await runCli(room, ["embed"])).code).toBe(0);

  const asked = boxes.flatMap((box) => QUESTIONS.map((query) => ({ box, query })));
  const answers = await inParallel(2, asked, async ({ box, query }) => ({
    box,
    ...(await askAll(box, query)),
  }));
  const reminders = await inParallel(2, boxes, async (box) => ({ box, texts: await remind(box) }));
  const strange = [...answers, ...reminders].flatMap(({ box, texts }) =>
    texts
      .flatMap((text) => [...text.matchAll(/zq-\w+-end/g)].map(([mark]) => mark))
      .filter((mark) => mark !== box.mark),
  );
  const empty = answers.flatMap(({ texts }) => texts).filter((text) => !text.includes("zq-"));
  const everywhere = await runCli(
    room,
    ["recall", "upload retry", "--all-projects", "--limit", "50", "--json"],
    {
      cwd: boxes[0]?.folder ?? "",
    },
  );
  const named = new Set(
    v.parse(Recalled, JSON.parse(everywhere.stdout)).memories.map(({ project }) => project),
  );
  const searched = answers.map((answer) => answer.searched);
  figure(
    `${PROJECTS} projects of ${quantile(searched, 0)} to ${quantile(searched, 1)} memories, ${answers.length} questions on three surfaces, ${reminders.flatMap(({ texts }) => texts).filter((text) => text !== "").length} reminders, ` +
      `${strange.length} items of another project, ${empty.length} answers without any; ` +
      `CLI p50 ${quantile(
        answers.map(({ ms }) => ms),
        0.5,
      )} ms, ${named.size} projects in an answer from all`,
  );
  expect(strange).toEqual([]);
  expect(Math.min(...searched)).toBeGreaterThan(300);
  // All that is asked is spoken of everywhere.
  expect(empty).toEqual([]);
  const unreminded = reminders.filter(
    ({ box, texts }) => !texts.some((text) => REMINDER.test(text) && text.includes(box.mark)),
  );
  expect(unreminded).toEqual([]);
  expect(named.size).toBeGreaterThan(5);
});

/** What recall adds to a prompt: a memory, with its age. */
const REMINDER = /(?:Error and fix|The agent decided) \(\d+ days? ago\)/;

const Recalled = v.object({
  searched: v.number(),
  memories: v.array(v.looseObject({ project: v.string() })),
});

/** What memory answers as JSON, as text, and as the file an agent reads. */
async function askAll(box: Box, query: string): Promise<{ texts: string[]; searched: number; ms: number }> {
  const cwd = box.folder;
  const json = await runCli(room, ["recall", query, "--limit", "50", "--json"], { cwd });
  expect(json.code, json.stderr).toBe(0);
  const { memories, searched } = v.parse(Recalled, JSON.parse(json.stdout));
  expect(memories.filter(({ project }) => project !== box.id)).toEqual([]);
  const text = await runCli(room, ["recall", query, "--limit", "50"], { cwd });
  const read = await runHook(room, {
    hook_event_name: "PreToolUse",
    session_id: "asking",
    cwd,
    tool_name: "Read",
    tool_input: { file_path: `.ai/recall/${query}` },
    tool_use_id: "t",
  });
  const file = v.parse(Answer, JSON.parse(read.stdout)).hookSpecificOutput.updatedInput.file_path;
  return { texts: [json.stdout, text.stdout, readFileSync(file, "utf8")], searched, ms: json.ms };
}

/** What prompts in the middle of a session are reminded of. */
async function remind({ folder: cwd }: Box): Promise<string[]> {
  const about = { session_id: `reminded-${cwd}`, cwd };
  await runHook(room, { hook_event_name: "SessionStart", ...about, source: "startup" });
  await runHook(room, { hook_event_name: "UserPromptSubmit", ...about, prompt: "Look at the harbour" });
  const told: string[] = [];
  for (const prompt of PROMPTS) {
    await runHook(room, { hook_event_name: "Stop", ...about, last_assistant_message: "It is there." });
    told.push((await runHook(room, { hook_event_name: "UserPromptSubmit", ...about, prompt })).stdout);
  }
  return told;
}

const Answer = v.object({
  hookSpecificOutput: v.looseObject({ updatedInput: v.looseObject({ file_path: v.string() }) }),
});

/** Repositories, each begun by a hook: from then on its events carry the project's id. */
async function makeBoxes(): Promise<Box[]> {
  const names = Array.from({ length: PROJECTS }, (_, n) => `box${n}`);
  for (const name of names) {
    const cwd = join(room.work, name);
    mkdirSync(cwd);
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd, env: { ...room.env }, stdio: "pipe" });
    await runHook(room, { hook_event_name: "SessionStart", session_id: name, cwd, source: "startup" });
  }
  const Project = v.looseObject({ session: v.string(), project: v.string() });
  const ids = new Map(
    (await readHistory(room)).map((event) => {
      const { session, project } = v.parse(Project, event);
      return [session, project];
    }),
  );
  return names.map((name) => ({
    folder: join(room.work, name),
    id: ids.get(name) ?? "",
    mark: `zq-${name}-end`,
  }));
}

/** Some hundred memories of every kind, in words and files that all projects share. */
function tell({ id: project, mark }: Box, random: Random): void {
  const some = (count: number) => Array.from({ length: count }, () => random.pick(SHARED)).join(" ");
  for (let n = 0; n < SESSIONS; n++) {
    const drafts = Array.from({ length: TURNS }, () => turnOf(mark, some, random)).flat();
    const at = Date.now() - (SESSIONS - n) * 3 * DAY;
    append(room.data, drafts, { at, project, session: `${mark}-${n}`, agent: "claude", branch: "main" });
  }
  const declared: Draft[] = [
    { type: "pin.added", data: { text: `Never skip the upload retry test ${mark}`, priority: "high" } },
    { type: "fact.declared", data: { kind: "decision", text: `The queue is Redis ${mark}`, by: "user" } },
    { type: "rule.added", data: { text: `Use parseHeader for every header ${mark}` } },
  ];
  append(room.data, declared, { at: Date.now() - DAY, project, session: "", agent: "claude" });
}

function turnOf(mark: string, some: (count: number) => string, random: Random): Draft[] {
  const command = `npm test -- ${some(1)} ${mark}`;
  const tool = { tool: "Bash", action: "shell", command } as const;
  const path = random.pick(FILES);
  const edit = { tool: "Edit", action: "edit", ok: true, added: 2, removed: 1 } as const;
  return [
    { type: "prompt.submitted", data: { text: `The ${some(3)} of ${mark} fails, fix the ${some(2)}` } },
    { type: "tool.finished", data: { ...tool, ok: false, output: `Error: ${some(3)} ${mark}` } },
    { type: "tool.finished", data: { ...edit, paths: [path], change: `+ ${some(2)} // ${mark}` } },
    { type: "tool.finished", data: { ...tool, ok: true, output: "1 passed" } },
    {
      type: "turn.ended",
      data: { message: `We decided to use ${some(1)} for the ${some(2)} of ${mark} because ${some(4)}.` },
    },
  ];
}
