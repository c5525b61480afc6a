import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../../src/event/registry.js";
import { noteError, readErrors } from "../../../src/host/log.js";
import { append } from "../../../src/journal/append.js";
import { openStore } from "../../../src/model/store/open.js";
import { verify } from "../../../src/model/verify.js";
import { here } from "../../../src/project/here.js";
import { keepAnswer } from "../../../src/recall/answer-recall.js";
import { checkForgetting } from "../../../src/setup/doctor.js";
import { forget, planForget } from "../../../src/upkeep/forget/forget.js";
import { unfinishedForgetting } from "../../../src/upkeep/forget/forget-note.js";
import { type ForgetRequest, readTarget } from "../../../src/upkeep/forget/forget-target.js";
import { maintain } from "../../../src/upkeep/maintain/maintain.js";

const DAY = 86_400_000;
const SECRET = "Acme Holding";
const means = { render: (exported: object) => JSON.stringify(exported) };

function roomWithWork() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-forget-")));
  const folder = join(root, "photo-box");
  mkdirSync(folder);
  const env = { TIDEMARK_HOME: join(root, "data"), HOME: root, PATH: process.env["PATH"] };
  const place = here(env, folder);
  const { home, project } = place;
  const say = (session: string, draft: Draft, at: number) =>
    append(home, [draft], { at, project, session, agent: "claude" });
  const ask = (session: string, text: string, at: number) =>
    say(session, { type: "prompt.submitted", data: { text } }, at);
  const now = Date.now();
  for (const [n, at] of [now - 30 * DAY, now].entries()) {
    ask(`s${n}`, `Write to ${SECRET} about the invoice`, at);
    const use = {
      tool: "Edit",
      action: "edit" as const,
      paths: ["config/local.env"],
      change: `+ to = ${SECRET}`,
    };
    say(`s${n}`, { type: "tool.finished", data: { ...use, ok: true } }, at + 1);
    say(
      `s${n}`,
      { type: "turn.ended", data: { message: "The invoice is sent, see config/local.env." } },
      at + 2,
    );
  }
  // Old days are packed, and the database is filled.
  maintain(home, now, env);
  keepAnswer(home, project, "who", `It was ${SECRET}.`);
  noteError(home, { at: now, agent: "claude", hook: "Stop", error: `cannot write to ${SECRET}` });
  noteError(home, { at: now, agent: "claude", hook: "Stop", error: "disk full" });
  writeFileSync(join(home, "tidemark.db.damaged"), `old pages ${SECRET}`, { mode: 0o600 });
  const ground = { home, env, project };
  const target = (request: ForgetRequest) => readTarget(place, folder, request);
  return { ...ground, ground, target, ask, now };
}

/** Every byte below a folder, with packed parts unpacked. */
function holds(folder: string, text: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return holds(path, text);
    const bytes = readFileSync(path);
    const plain = name.endsWith(".gz") ? process.getBuiltinModule("node:zlib").gunzipSync(bytes) : bytes;
    return plain.includes(text) ? [name] : [];
  });
}

function verified(home: string) {
  const store = openStore(home);
  try {
    return verify(home, store);
  } finally {
    store.close();
  }
}

describe("forgetting", () => {
  test("a text takes it out of every file, and all else stays", () => {
    const { home, ground, target } = roomWithWork();
    expect(holds(home, SECRET).length).toBeGreaterThan(5);
    const plan = planForget(ground, target({ pattern: SECRET }));
    expect(plan).toMatchObject({ events: 4, gone: 0, sessions: 2, left: [] });
    expect([...plan.copies].sort()).toEqual([
      expect.stringMatching(/^log\//),
      expect.stringMatching(/^recall\//),
      "tidemark.db.damaged",
    ]);
    expect(JSON.stringify(plan)).not.toContain(SECRET);
    expect(holds(home, SECRET).length).toBeGreaterThan(5);
    expect(forget(ground, target({ pattern: SECRET }), means)).toMatchObject({ events: 4, again: 0 });
    expect(holds(home, SECRET)).toEqual([]);
    expect(holds(home, "Acme")).toEqual([]);
    expect(verified(home)).toMatchObject({ same: true, missing: 0, events: 7, sessions: 2, badLines: 0 });
    expect(readErrors(home).map(({ error }) => error)).toEqual(["disk full"]);
    expect(unfinishedForgetting(home)).toBeUndefined();
    expect(readdirSync(home).filter((name) => name.endsWith(".lock"))).toEqual([]);
    expect(planForget(ground, target({ pattern: SECRET }))).toMatchObject({ events: 0, copies: [] });
  });

  test("a session takes all of it, and nothing of another", () => {
    const { home, ground, target } = roomWithWork();
    expect(forget(ground, target({ session: "s0" }), means)).toMatchObject({
      events: 3,
      gone: 3,
      sessions: 1,
    });
    expect(verified(home)).toMatchObject({ same: true, events: 4, sessions: 1 });
    expect(readdirSync(join(home, "journal", "archive"))).toEqual([]);
  });

  test("a path takes what tools did with the file, and its name", () => {
    const { home, ground, target } = roomWithWork();
    expect(forget(ground, target({ path: "config/local.env" }), means)).toMatchObject({ events: 4, gone: 2 });
    expect(holds(home, "local.env")).toEqual([]);
    expect(verified(home)).toMatchObject({ same: true, events: 5 });
  });

  test("an event takes its line", () => {
    const { home, ground, target, ask, now } = roomWithWork();
    const [event] = ask("s2", "the one to forget", now);
    expect(forget(ground, target({ event: event?.id ?? "" }), means)).toMatchObject({ events: 1, gone: 1 });
    expect(holds(home, "the one to forget")).toEqual([]);
    expect(verified(home)).toMatchObject({ same: true, events: 7 });
  });

  test("of nothing changes nothing and writes nothing down", () => {
    const { home, ground, target } = roomWithWork();
    forget(ground, target({ pattern: SECRET }), means);
    const { events } = verified(home);
    expect(forget(ground, target({ pattern: "nowhere at all" }), means)).toMatchObject({
      applied: false,
      events: 0,
    });
    expect(verified(home)).toMatchObject({ same: true, events });
  });

  test("a session of one project leaves that of another with the same id", () => {
    const { home, ground, target, now } = roomWithWork();
    const elsewhere = { at: now, project: "other", session: "s0", agent: "claude" };
    append(home, [{ type: "prompt.submitted", data: { text: "of another project" } }], elsewhere);
    expect(() => target({ session: "s0" })).toThrow("in 2 projects");
    expect(forget(ground, target({ session: "s0", scope: "project" }), means)).toMatchObject({ gone: 3 });
    expect(holds(home, "of another project").length).toBeGreaterThan(0);
    append(home, [{ type: "prompt.submitted", data: { text: "again" } }], {
      ...elsewhere,
      project: ground.project,
    });
    expect(forget(ground, target({ session: "s0", scope: "all" }), means)).toMatchObject({ gone: 2 });
  });

  test("a branch of work keeps a name that can be typed", () => {
    const { home, ground, target, now } = roomWithWork();
    const data = { branch: "acme-idea", session: "s1", turn: 1 };
    append(home, [{ type: "branch.created", data }], {
      at: now,
      project: ground.project,
      session: "",
      agent: "",
    });
    forget(ground, target({ pattern: "Acme" }), means);
    const store = openStore(home);
    expect(store.project(ground.project)?.extra.branches.made).toMatchObject([{ id: "forgotten-idea" }]);
    store.close();
  });

  test("a path says where its bare name stands still", () => {
    const { ground, target, ask, now } = roomWithWork();
    ask("s1", "look into local.env, and not into other/local.env", now + 9);
    expect(planForget(ground, target({ path: "config/local.env" })).bare).toBe(1);
    expect(planForget(ground, target({ path: "offer.md" })).bare).toBe(0);
  });

  test("leaves what is the user's own, and says so", () => {
    const { home, ground, target } = roomWithWork();
    writeFileSync(join(home, "config.json"), JSON.stringify({ note: SECRET }), { mode: 0o600 });
    expect(planForget(ground, target({ pattern: SECRET })).left).toEqual(["config.json"]);
  });

  test("that was interrupted is known until it is done again", () => {
    const { home, ground, target } = roomWithWork();
    writeFileSync(join(home, "forget.unfinished"), JSON.stringify({ by: "pattern", at: Date.now() }), {
      mode: 0o600,
    });
    writeFileSync(join(home, "forget.lock"), "2147483646", { mode: 0o600 });
    expect(unfinishedForgetting(home)).toMatchObject({ by: "pattern" });
    expect(checkForgetting(home)).toMatchObject([{ ok: "warn" }]);
    forget(ground, target({ pattern: SECRET }), means);
    expect(checkForgetting(home)).toEqual([]);
    expect(existsSync(join(home, "forget.unfinished"))).toBe(false);
  });

  test.each([
    [{}, /one of --event/],
    [{ event: "a", session: "b" }, /one of --event/],
    [{ event: "zzz" }, /no event/],
    [{ session: "zzz" }, /no session/],
    [{ session: "" }, /no session/],
    [{ session: "s" }, /more than one/],
    [{ path: "." }, /whole project/],
    [{ pattern: "a" }, /too short/],
  ] as const)("refuses %j", (request, message) => {
    const { target } = roomWithWork();
    expect(() => target(request)).toThrow(message);
  });
});
