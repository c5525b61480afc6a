import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allCheckpoints } from "../../../src/checkpoint/record.js";
import { takeCheckpoint } from "../../../src/checkpoint/take/take.js";
import type { Draft } from "../../../src/event/registry.js";
import { branchesOf, NO_BRANCHES } from "../../../src/extra/branch/fold/branch.js";
import { readErrors } from "../../../src/host/log.js";
import { append } from "../../../src/journal/append.js";
import { eachEvent } from "../../../src/model/history.js";
import { openStore } from "../../../src/model/store/open.js";
import type { Store } from "../../../src/model/store/store.js";
import { verify } from "../../../src/model/verify.js";
import { here } from "../../../src/project/here.js";
import { keepAnswer } from "../../../src/recall/answer-recall.js";
import { clean } from "../../../src/upkeep/clean/clean.js";
import { type Leaving, planClean } from "../../../src/upkeep/clean/clean-plan.js";
import { bytesOf, lastFreed } from "../../../src/upkeep/clean/usage.js";
import { maintain } from "../../../src/upkeep/maintain/maintain.js";

const DAY = 86_400_000;
const LARGE = 1e12;

const LASTING: readonly (readonly [session: string, Draft])[] = [
  ["", { type: "pin.added", data: { text: "Never on Fridays", priority: "high" } }],
  ["", { type: "fact.declared", data: { kind: "decision", text: "Use SQLite", by: "user" } }],
  ["", { type: "rule.added", data: { text: "Answer shortly" } }],
  ["", { type: "profile.set", data: { key: "role", value: "dba" } }],
  ["", { type: "branch.created", data: { branch: "idea", session: "s0", turn: 1 } }],
  ["", { type: "branch.created", data: { branch: "kept", session: "s0", turn: 1 } }],
  ["", { type: "branch.deleted", data: { branch: "idea" } }],
  ["", { type: "thread.renamed", data: { thread: "t9k", title: "Uploads" } }],
  [
    "s0",
    {
      type: "prompt.submitted",
      data: { text: "We decided to use PostgreSQL instead of MySQL because of its locks." },
    },
  ],
];

/** Sessions on many days, the oldest first, with something declared among the oldest. */
function roomWithYears(sessions: number) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-clean-")));
  const folder = join(root, "photo-box");
  mkdirSync(folder);
  const env = { TIDEMARK_HOME: join(root, "data"), HOME: root, PATH: process.env["PATH"] };
  const { home, project, place } = here(env, folder);
  const now = Date.now();
  const say = (session: string, draft: Draft, at: number) =>
    append(home, [draft], { at, project, session, agent: "claude" });
  const noise = (n: number) =>
    Array.from({ length: 120 }, (_, at) =>
      (((n + 1) * (at + 7) * 2_654_435_761) % 2 ** 32).toString(36),
    ).join(" ");
  for (let n = 0; n < sessions; n++) {
    const at = now - (sessions - n) * 10 * DAY;
    say(`s${n}`, { type: "prompt.submitted", data: { text: `Fix number ${n} ${noise(n)}` } }, at);
    say(`s${n}`, { type: "turn.ended", data: { message: "Fixed." } }, at + 1);
    if (n === 0) for (const [session, draft] of LASTING) say(session, draft, at + 2);
  }
  maintain(home, now, env);
  const within = <T>(work: (store: Store) => T): T => {
    const store = openStore(home);
    try {
      return work(store);
    } finally {
      store.close();
    }
  };
  const checkpoint = (session: string, reason: "hand" | "tools" | "prompt", content: string, at: number) => {
    writeFileSync(join(folder, "file.txt"), content);
    const made = takeCheckpoint({
      ...{ home, env, project, root: place.root, session, agent: "claude", reason, now: at, wait: 5_000 },
    });
    if (made.is !== "taken") throw new Error(made.is);
    return made.checkpoint.id;
  };
  return { home, env, project, now, within, checkpoint, wish: { now } };
}

function names(leaving: readonly Leaving[]): string[] {
  return leaving.map((one) =>
    one.what === "checkpoint" ? one.checkpoint.id : one.what === "file" ? one.file.name : one.part.file,
  );
}

function archive(home: string): string[] {
  return readdirSync(join(home, "journal", "archive")).sort();
}

function told(home: string, type: string): string[] {
  const found: string[] = [];
  eachEvent(home, { type }, ({ data }) => found.push(JSON.stringify(data)));
  return found;
}

describe("cleaning", () => {
  test("takes nothing where nothing has had its time and the quota is kept", () => {
    const { home, env, wish } = roomWithYears(15);
    const plan = planClean(home, env, wish);
    expect(plan.leaving).toEqual([]);
    expect(plan.usage.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(bytesOf(home));
  });

  test("takes the oldest packed parts above the quota, but neither the ten latest sessions nor what was declared", () => {
    const { home, env, wish, within, project } = roomWithYears(15);
    const before = archive(home);
    expect(before).toHaveLength(15);
    const small = { ...wish, quota: 1 };
    const plan = planClean(home, env, small);
    const parts = names(plan.leaving).filter((name) => name.startsWith("archive/"));
    expect(parts).toHaveLength(5);
    expect(archive(home)).toEqual(before);
    const done = clean(home, env, small);
    expect(names(done.leaving)).toEqual(names(plan.leaving));
    // The oldest holds what was declared: that stays, in a part of its own.
    expect(archive(home)).toEqual([before[0], ...before.slice(5)]);
    const verified = within((store) => verify(home, store));
    expect(verified).toMatchObject({ same: true, missing: 0, badLines: 0 });
    within((store) => {
      const sessions = store.sessions({ project }).map(({ session }) => session);
      expect(sessions).toEqual(expect.arrayContaining(["s5", "s14"]));
      for (const gone of ["s1", "s2", "s3", "s4"]) expect(sessions).not.toContain(gone);
      expect(store.project(project)?.declared).toMatchObject({
        pins: [{ text: "Never on Fridays" }],
        rules: [{ text: "Answer shortly" }],
        settings: [{ value: "dba" }],
      });
      expect(JSON.stringify(store.project(project)?.declared.facts)).toContain("Use SQLite");
      expect(
        branchesOf(store.project(project) ?? { extra: { branches: NO_BRANCHES } }).map(({ id }) => id),
      ).toEqual(["kept"]);
      expect(store.session(project, "s0")?.state.found.decisions).toMatchObject([
        { choice: expect.stringContaining("PostgreSQL") },
      ]);
      expect(lastFreed(home, store, project)).toMatchObject({ parts: 5, checkpoints: 0 });
    });
    expect(told(home, "thread.renamed")).toHaveLength(1);
    expect(told(home, "space.freed")).toHaveLength(1);
    expect(planClean(home, env, small).leaving).toEqual([]);
  });

  test("stops as soon as the quota is kept", () => {
    const { home, env, wish } = roomWithYears(15);
    const quota = bytesOf(home) - 100;
    expect(names(planClean(home, env, { ...wish, quota }).leaving)).toHaveLength(1);
  });

  test("takes light checkpoints first, then automatic ones, and never those made by hand", () => {
    const { home, env, wish, checkpoint, now } = roomWithYears(12);
    const noise = (n: number) =>
      Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * (n + 3) * 7_919) % 251)).toString("latin1");
    const hand = checkpoint("s1", "hand", noise(1), now - 50 * DAY);
    const old = checkpoint("s1", "tools", noise(2), now - 40 * DAY);
    const automatic = checkpoint("s11", "tools", noise(3), now - 2 * DAY);
    const light = checkpoint("s11", "prompt", noise(4), now - DAY);
    const stale = checkpoint("s11", "prompt", noise(5), now - 8 * DAY);
    // What has had its time goes whatever the quota: of s1, which is not among the ten latest, after a month.
    expect(names(planClean(home, env, { ...wish, quota: LARGE }).leaving).sort()).toEqual(
      [old, stale].sort(),
    );
    const { bytes, freed } = planClean(home, env, { ...wish, quota: LARGE });
    const first = planClean(home, env, { ...wish, quota: bytes - freed - 1 });
    expect(names(first.leaving)).toEqual(expect.arrayContaining([old, stale, light]));
    expect(names(first.leaving)).not.toContain(automatic);
    const all = clean(home, env, { ...wish, quota: 1 });
    expect(names(all.leaving)).toEqual(expect.arrayContaining([light, automatic]));
    expect(allCheckpoints(home).map(({ id }) => id)).toEqual([hand]);
    expect(all.left).toBeLessThan(all.bytes);
  });

  test("takes answers and databases that were set aside before it takes of the journal", () => {
    const { home, env, wish } = roomWithYears(12);
    keepAnswer(home, "p", "fresh", "x".repeat(5_000));
    const old = keepAnswer(home, "p", "old", "y".repeat(5_000));
    utimesSync(old, 1, 1);
    writeFileSync(join(home, "tidemark.db.damaged"), "z".repeat(5_000), { mode: 0o600 });
    expect(names(planClean(home, env, wish).leaving)).toEqual([old.slice(home.length + 1)]);
    const quota = bytesOf(home) - 12_000;
    const plan = planClean(home, env, { ...wish, quota });
    expect(names(plan.leaving).some((name) => name.startsWith("archive/"))).toBe(false);
    expect(plan.leaving).toHaveLength(3);
    clean(home, env, { ...wish, quota });
    expect(bytesOf(home)).toBeLessThanOrEqual(quota);
    expect(told(home, "space.freed")).toEqual([]);
  });

  test("is done by the housekeeping, and a quota that cannot be read is noted", () => {
    const { home, env, now } = roomWithYears(15);
    writeFileSync(join(home, "config.json"), '{"quota":"1 MB"}', { mode: 0o600 });
    writeFileSync(join(home, "tidemark.db.damaged"), "z".repeat(2_000_000), { mode: 0o600 });
    maintain(home, now, env);
    expect(readdirSync(home)).not.toContain("tidemark.db.damaged");
    writeFileSync(join(home, "config.json"), '{"quota":"lots"}', { mode: 0o600 });
    maintain(home, now, env);
    expect(readErrors(home)).toMatchObject([
      { hook: "clean", error: expect.stringContaining("takes a size") },
    ]);
    expect(readFileSync(join(home, "config.json"), "utf8")).toContain("lots");
  });
});
