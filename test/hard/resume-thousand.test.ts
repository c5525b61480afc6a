import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { claude } from "../../src/agent/claude/agent.js";
import { identifyProject } from "../../src/capture/place/identify-project.js";
import { record } from "../../src/capture/record.js";
import { dataHome } from "../../src/host/env.js";
import { isAlive } from "../../src/host/process/process.js";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import { interruptionOf, openItems } from "../../src/model/fold/session/status.js";
import { here } from "../../src/project/here.js";
import { type Opened, open } from "../../src/project/open.js";
import { planResume } from "../../src/session/resume.js";
import { redact } from "../redact.js";
import { type Expected, expectedOf, type Told } from "./expected.js";
import { figure } from "./figure.js";
import { inParallel, quantile, runCli, runHook } from "./hook-run.js";
import { tally } from "./memory.js";
import { type Random, seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";
import { streams, writtenIn } from "./stream.js";

const SEED = Number(process.env["TIDEMARK_SEED"] ?? 1_000);
const SESSIONS = Number(process.env["TIDEMARK_SESSIONS"] ?? 1_000);
const LOOKED_AT = 12;
const LONGEST = 140;
/** No process has this number. */
const GONE = "2147483646";

let house: House;
beforeAll(async () => {
  house = await openHouse("resume");
});
afterAll(() => house.leave());

interface Cut {
  readonly n: number;
  readonly session: string;
  readonly root: string;
  readonly before: readonly Told[];
  readonly last: Told;
  readonly moment: "before" | "in" | "after";
  readonly isLiving: boolean;
}

it(`resumes ${SESSIONS} sessions that were cut at a random event, each with all that was known`, async () => {
  const room = house.room("resume");
  const random = seeded(SEED);
  const sessions = recorded();
  const cuts = Array.from({ length: SESSIONS }, (_, n) => cutOf(room, random.pick(sessions), n, random));
  const recent: number[] = [250];
  const ends = await inParallel(2, cuts, async (cut) => {
    const env = envOf(room, cut);
    mkdirSync(cut.root, { recursive: true });
    for (const payload of cut.before) tell(env, payload);
    const began = Date.now();
    const killAfter = momentOf(cut, quantile(recent.slice(-20), 0.5), random);
    const options = { env, cwd: cut.root, patience: 30_000 };
    const ended = await runHook(
      room,
      cut.last,
      killAfter === undefined ? options : { ...options, killAfter },
    );
    if (killAfter === undefined) recent.push(ended.ms);
    if (ended.code !== 0 && ended.signal !== "SIGKILL") throw new Error(`${ended.code} ${ended.stderr}`);
    return { isAcknowledged: ended.code === 0, began };
  });
  const lastAt = lastWritten(room);
  const opened = open({ ...room.env }, room.work);
  const results = cuts.map((cut, n) => {
    const { isAcknowledged = false, began = 0 } = ends[n] ?? {};
    // What the hook wrote is later than all that was told before it began.
    return judge(room, opened, cut, { isAcknowledged, isWritten: (lastAt.get(cut.session) ?? 0) > began });
  });
  const faults = results.flatMap(({ faults: of }, n) => of.map((fault) => `${cuts[n]?.session}: ${fault}`));
  const right = (what: string) =>
    results.filter(({ faults: of }) => !of.some((one) => one.startsWith(what))).length;
  figure(
    `Resume seed ${SEED}: ${SESSIONS} sessions of ${sessions.length}, cut at ${quantile(
      cuts.map(({ before }) => before.length),
      0.5,
    )} payloads in the middle; ` +
      `${ends.filter(({ isAcknowledged }) => isAcknowledged).length} last hooks acknowledged, ${results.filter(({ isLate }) => isLate).length} killed after their write; ` +
      `right: ${["request", "running", "files", "tasks", "status", "resume", "acknowledged"].map((what) => `${what} ${right(what)}`).join(", ")}; ` +
      `${results.filter(({ faults: of }) => of.length === 0).length} of ${SESSIONS} in all`,
  );
  if (faults.length > 0)
    figure(
      tally(faults.map((fault) => fault.replace(/^\S+ /, "")))
        .slice(0, 40)
        .join("\n"),
    );
  await lookThroughTheDoor(
    room,
    cuts,
    results.map(({ expected }) => expected),
  );
  opened.store.close();
  expect(faults).toEqual([]);
});

/** What the command line says of some of them: the same. */
async function lookThroughTheDoor(
  room: Room,
  cuts: readonly Cut[],
  expected: readonly Expected[],
): Promise<void> {
  const some = cuts.filter(({ n }) => n % Math.ceil(cuts.length / LOOKED_AT) === 0);
  for (const cut of some) {
    const options = { env: envOf(room, cut), cwd: cut.root };
    const { requests = [], isInTheMiddle = false } = expected[cut.n] ?? {};
    const status = await runCli(room, ["status", "--json"], options);
    const isCrashed = JSON.parse(status.stdout).crashed.length === 1;
    expect([cut.session, isCrashed]).toEqual([cut.session, isInTheMiddle && !cut.isLiving]);
    const state = JSON.parse((await runCli(room, ["state", "--json"], options)).stdout);
    expect(requests.some((request) => isSame(request, state.work.request))).toBe(true);
    const { stdout, code } = await runCli(room, ["inject"], options);
    expect([code, stdout === ""]).toEqual([0, false]);
    if (isCrashed) expect(stdout).toMatch(/interrupted|interrompu/i);
  }
}

interface Judged {
  readonly expected: Expected;
  readonly faults: string[];
  readonly isLate: boolean;
}

interface Kept {
  readonly isAcknowledged: boolean;
  readonly isWritten: boolean;
}

function judge(room: Room, opened: Opened, cut: Cut, { isAcknowledged, isWritten }: Kept): Judged {
  const env = envOf(room, cut);
  const place = here(env, cut.root);
  const state = opened.store.session(place.project, cut.session)?.state;
  const [without, withIt] = [
    expectedOf(cut.before, cut.root),
    expectedOf([...cut.before, cut.last], cut.root),
  ];
  const expected = isAcknowledged || isWritten ? withIt : without;
  if (state === undefined) return { expected, faults: ["resume: no such session"], isLate: false };
  const faults = faultsOf(state, expected, cut);
  if (isAcknowledged && !isWritten && cut.last["hook_event_name"] !== "PreCompact")
    faults.push("acknowledged: and not in the journal");
  faults.push(...resumeFaults({ ...opened, ...place }, state, cut, env));
  // Killed inside of its write, a hook may leave the first of its events and not the second: then either is right.
  const earlier = isAcknowledged ? faults : faultsOf(state, without, cut);
  const isEither = (fault: string) =>
    !isAcknowledged && !earlier.some((one) => respectOf(one) === respectOf(fault)) && isRespect(fault);
  return {
    expected,
    faults: faults.filter((fault) => !isEither(fault)),
    isLate: isWritten && !isAcknowledged,
  };
}

function respectOf(fault: string): string {
  return fault.slice(0, fault.indexOf(":"));
}

/** One of what is compared with the payloads. */
function isRespect(fault: string): boolean {
  return ["request", "running", "files", "tasks", "status"].includes(respectOf(fault));
}

function faultsOf(state: SessionState, expected: Expected, cut: Cut): string[] {
  const { requests, running, files, tasks, isInTheMiddle } = expected;
  const said = state.work.request ?? "";
  const byTools = state.files.filter(({ action }) => action === "edit" || action === "write");
  const paths = new Set(state.files.map(({ path }) => path));
  const status = interruptionOf(state, Date.now(), isAlive(state.pid, state.pidSince));
  const isCrashed = isInTheMiddle && !cut.isLiving;
  return [
    requests.length === 0 || requests.some((request) => isSame(request, said))
      ? ""
      : `request: ${said.slice(0, 60)} is not ${requests[0]?.slice(0, 60)}`,
    sameList(
      state.running.map(({ tool }) => tool),
      running,
    )
      ? ""
      : `running: ${state.running.map(({ tool }) => tool)} is not ${running}`,
    files.slice(-40).every((path) => paths.has(path)) && byTools.every(({ path }) => files.includes(path))
      ? ""
      : `files: ${[...paths].join(" ")} is not ${files.join(" ")}`,
    isSameTasks(
      openItems(state.plan).map(({ text }) => text),
      tasks,
    )
      ? ""
      : `tasks: ${openItems(state.plan).map(({ text }) => text)} is not ${tasks}`,
    (status !== undefined) === isCrashed
      ? ""
      : `status: ${status === undefined ? "fine" : "interrupted"}, but ${isCrashed}`,
  ].filter(Boolean);
}

/** Going on is offered, with what was asked for; not while its agent is at work. */
function resumeFaults(opened: Opened, state: SessionState, cut: Cut, env: Room["env"]): string[] {
  try {
    const plan = planResume(opened, state, { env, now: Date.now(), cwd: cut.root });
    if (cut.isLiving) return ["resume: offered while the agent is at work"];
    const request = (state.work.request ?? "").slice(0, 20).trim();
    return plan.handover?.replace(/\s+/g, " ").includes(request) ? [] : ["resume: not told what was asked"];
  } catch (error) {
    return cut.isLiving && String(error).includes("still at work") ? [] : [`resume: ${String(error)}`];
  }
}

/** As much of both as is left when one was cut short or had a secret taken out. */
function isSame(whole: string, kept: string): boolean {
  const [begin = ""] = kept.split(/…$|\[(?:redacted|private)/, 1);
  // A pasted plan is named by its title.
  const title = /^Implement the plan: (.{1,40})/.exec(begin)?.[1];
  if (title !== undefined && whole.includes(title.trim())) return true;
  return whole.startsWith(begin) && (begin !== "" || whole === "" || kept !== "");
}

function isSameTasks(kept: readonly string[], tasks: readonly string[]): boolean {
  return (
    kept.length === tasks.length &&
    tasks.every((task) => kept.some((text) => isSame(task.replace(/\s+/g, " ").trim(), text.trim())))
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join("\n") === [...b].sort().join("\n");
}

function momentOf({ moment }: Cut, typical: number, random: Random): number | undefined {
  if (moment === "after") return undefined;
  return moment === "before" ? random.int(0, 20) : typical * (0.4 + 0.6 * random.next());
}

/** When the last thing was written of each session, apart from what it was told. */
function lastWritten(room: Room): Map<string, number> {
  const last = new Map<string, number>();
  for (const { text, session } of writtenIn(room.data)) {
    const { type, at } = JSON.parse(text);
    if (type !== "injection.made") last.set(session, Math.max(last.get(session) ?? 0, at));
  }
  return last;
}

function tell(env: Room["env"], payload: Told): void {
  const heard = claude.hear(payload, env);
  if (heard !== undefined)
    record(claude, heard, env, {
      home: dataHome(env),
      redact,
      identify: (cwd, home) => identifyProject(cwd, home, env),
    });
}

function envOf(room: Room, { isLiving }: Cut): Room["env"] {
  return { ...room.env, CLAUDE_PID: isLiving ? String(process.pid) : GONE, TIDEMARK_CHECKPOINTS: "off" };
}

/** The sessions of all streams, each with its payloads as the hooks of today would be given them. */
function recorded(): { cwd: string; payloads: Told[] }[] {
  return streams(30).flatMap(({ lines }) => {
    const sessions = new Map<string, Told[]>();
    for (const line of lines) {
      const { t, hook_event_name: hook, session_id: session } = line;
      if (t !== "event" || hook === undefined || hook === "SessionEnd" || hook.startsWith("x-")) continue;
      const own = sessions.get(session) ?? [];
      sessions.set(session, own);
      own.push(...asHeard({ ...line }, own));
    }
    return [...sessions.values()]
      .filter((payloads) => payloads.some((payload) => payload["hook_event_name"] === "UserPromptSubmit"))
      .map((payloads) => ({ cwd: String(payloads[0]?.["cwd"]), payloads }));
  });
}

// The recorded streams have only the ends of tool calls.
function asHeard(payload: Told, before: readonly Told[]): Told[] {
  const call = payload["tool_use_id"] ?? payload["uuid"];
  if (payload["tool_name"] === undefined) return [payload];
  const heard: Told = { ...payload, tool_use_id: call };
  if (payload["hook_event_name"] === "PreToolUse" || before.some((one) => one["tool_use_id"] === call))
    return [heard];
  const { tool_response: _, error: __, ...use } = { tool_response: "", error: "", ...heard };
  return [{ ...use, hook_event_name: "PreToolUse" }, heard];
}

function cutOf(
  room: Room,
  { cwd, payloads }: ReturnType<typeof recorded>[number],
  n: number,
  random: Random,
): Cut {
  const first = payloads.findIndex((payload) => payload["hook_event_name"] === "UserPromptSubmit");
  const most = Math.min(payloads.length - 1, first + LONGEST);
  const at = random.int(Math.min(first + 1, most), most);
  const root = join(room.work, String(n));
  const session = `cut-${n}`;
  const moved = payloads.slice(0, at + 1).map((payload) => {
    const text = JSON.stringify(payload).replaceAll(JSON.stringify(cwd).slice(1, -1), root);
    return { ...JSON.parse(text), session_id: session, cwd: root };
  });
  return {
    n,
    session,
    root,
    before: moved.slice(0, -1),
    last: moved.at(-1),
    moment: random.pick(["before", "in", "in", "after"]),
    isLiving: random.chance(0.3),
  };
}
