import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lookAround } from "../../src/host/world.js";
import { type RecallOptions, recall } from "../../src/recall/recall.js";
import type { Recollection } from "../../src/recall/recollection.js";
import { DAY, edit, NOW, run, Story, tellPhotoBox } from "./recall-story.js";

let story: Story;
beforeEach(() => {
  story = new Story();
});
afterEach(() => story.close());

const found = (query: string, more: Partial<RecallOptions> = {}) => story.ask(query, more).memories;
const sessions = (query: string, more: Partial<RecallOptions> = {}) => [
  ...new Set(found(query, more).map(({ session }) => session)),
];

/** The hit with this text in it. */
function hit(list: readonly Recollection[], text: string): Recollection {
  const memory = list.find((one) => one.text.includes(text));
  if (memory === undefined) throw new Error(`nothing found says ${text}`);
  return memory;
}

function part({ parts }: Recollection, name: string): number {
  return parts.find((one) => one.name === name)?.value ?? 0;
}

describe("a question months later", () => {
  beforeEach(() => tellPhotoBox(story));

  test("finds the error with what fixed it, the turn and the file", () => {
    const [first] = found("how did we fix the flaky upload test?");
    expect(first).toMatchObject({
      kind: "fix",
      by: "tool",
      session: "upload-a",
      branch: "fix/upload",
      files: ["test/upload.test.ts", "src/upload/RetryPolicy.ts"],
      thread: { title: expect.stringContaining("upload") },
    });
    expect(first?.text).toMatch(
      /^`npm test -- upload` failed: AssertionError.*fixed by: test\/upload\.test\.ts/,
    );
    expect(first?.beside.map(({ text }) => text)).toContain(
      "The upload test is flaky, it fails on every third run in CI",
    );
  });

  test("finds a decision with its reason, and what was said around it", () => {
    for (const query of ["why full jitter?", "which backoff was chosen for uploads, and why"]) {
      const [first] = found(query);
      expect(first?.text, query).toMatch(
        /We decided to use full jitter .* because otherwise all clients come back/,
      );
      expect(first?.beside.map(({ kind }) => kind)).toContain("prompt");
    }
  });

  test.each([
    ["names in parts and whole", ["RetryPolicy", "retry policy", "retry_policy"], "upload-"],
    ["names with underscores", ["cluster_markers", "clusterMarkers", "cluster markers"], "map"],
    ["paths in parts and whole", ["src/map/cluster_markers.ts", "cluster_markers.ts", "map/cluster"], "map"],
    ["commands", ["npm test billing"], "invoice"],
    ["branches", ["feat/thumbs"], "thumbs"],
    ["other words for the same", ["picture orientation"], "thumbs"],
  ])("finds by %s", (_, queries, session) => {
    for (const query of queries) expect(sessions(query)[0], query).toContain(session);
  });

  test("finds an English memory by a French question through the names and files they share", () => {
    const query = "comment avait-on corrigé le test instable de RetryPolicy.ts ?";
    expect(sessions(query)[0]).toBe("upload-a");
    expect(found(query).map(({ kind }) => kind)).toContain("fix");
    expect(sessions("à quoi sert magicLink dans la page ?")[0]).toBe("login");
  });

  test("finds a French memory by a French question in other forms of its words, without accents, too", () => {
    for (const query of [
      "arrondir le montant d'une facture",
      "pourquoi le montant était-il arrondi deux fois ?",
      "generation de facture",
    ])
      expect(sessions(query)[0], query).toBe("invoice");
  });

  test("finds nothing where there is nothing, and says how much was looked through", () => {
    const { memories, searched, matched } = story.ask("submarine periscope");
    expect({ memories, matched }).toEqual({ memories: [], matched: 0 });
    expect(searched).toBeGreaterThan(20);
  });

  test("works without a table of words, too", () => {
    const [first, second] = recall(story.store, "p", "how did we fix the flaky upload test?", {
      now: NOW,
    }).memories;
    expect([first?.session, second?.session]).toEqual(["upload-a", "upload-a"]);
    expect([first?.kind, second?.kind]).toContain("fix");
  });

  test("tells what the question was taken for, and parts that add up to the score", () => {
    const recalled = story.ask("why did we decide on jitter in July 2026?");
    expect(recalled).toMatchObject({ kinds: ["decision"], time: { month: 6, year: 2026 } });
    expect(recalled.words).toContain("jitter");
    for (const { parts, score } of recalled.memories) {
      const sum = parts.reduce((total, { value }) => total + value, 0);
      expect(Math.abs(sum - score)).toBeLessThan(0.1);
    }
  });
});

describe("what is kept out", () => {
  test("the present turn is no answer to the session that asks, all others are", () => {
    story.turn({ session: "old", daysAgo: 3, ask: "Paint the jetty blue", answer: "It is blue now." });
    story.turn({ session: "me", daysAgo: 1, ask: "The jetty needs a rail", answer: "It has one." });
    story.turn({ session: "me", daysAgo: 0, ask: "What about the jetty?", isOpen: true });
    expect(found("jetty", { asking: "me" }).map(({ text }) => text)).not.toContain("What about the jetty?");
    expect(sessions("jetty", { asking: "me" }).sort()).toEqual(["me", "old"]);
    expect(found("jetty").map(({ text }) => text)).toContain("What about the jetty?");
  });

  test("what was removed is never shown, and is again once it is restored", () => {
    tellPhotoBox(story);
    const id = found("why full jitter?")[0]?.id ?? "";
    story.write({ type: "memory.removed", data: { memory: id } });
    const all = ["why full jitter?", "jitter", "upload backoff clients"].flatMap((query) =>
      found(query, { limit: 50 }),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(all.map((one) => one.id)).not.toContain(id);
    story.write({ type: "memory.restored", data: { memory: id } });
    expect(found("why full jitter?")[0]?.id).toBe(id);
    const [decision] = found("why full jitter?", { filter: { kind: "decision" } });
    const { kind = "", text = "" } = decision ?? {};
    story.write({ type: "memory.removed", data: { memory: decision?.id ?? "", kind, text } });
    story.turn({ session: "again", daysAgo: 1, ask: "Which backoff was it?", answer: text });
    expect(found("why full jitter?", { filter: { kind: "decision" } })).toEqual([]);
    const pin = story.write({
      type: "pin.added",
      data: { text: "Never touch the mooring", priority: "high" },
    });
    expect(found("mooring").map((one) => one.id)).toContain(pin);
    story.write({ type: "pin.removed", data: { pin } });
    expect(found("mooring")).toEqual([]);
  });

  test("what says the same is shown once", () => {
    for (let n = 0; n < 8; n++)
      story.turn({
        session: `s${n}`,
        daysAgo: 9 - n,
        ask: "Run the harbour simulation",
        work: [run("npm run harbour")],
      });
    const memories = found("harbour simulation", { limit: 10 });
    const texts = memories.map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith("Run the harbour simulation"))).toHaveLength(1);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("what stands beside several memories of a turn is said beside the first alone", () => {
    tellPhotoBox(story);
    const memories = found("how did we fix the flaky upload test?", { limit: 10 });
    expect(memories.filter(({ session }) => session === "upload-a").length).toBeGreaterThan(1);
    const said = memories.flatMap(({ text, beside }) => [text, ...beside.map((saying) => saying.text)]);
    expect(new Set(said).size).toBe(said.length);
  });

  test("what a prompt, its decision and the answer all say is shown once", () => {
    tellPhotoBox(story);
    const jitter = found("full jitter", { limit: 10 }).filter(({ text }) => text.includes("full jitter"));
    expect(jitter).toHaveLength(1);
  });
});

describe("what moves an answer", () => {
  const turn = (session: string, daysAgo: number, branch = "main") =>
    story.turn({
      session,
      daysAgo,
      branch,
      ask: `The ${session} crane lifts the container`,
      answer: `The ${session} crane is done.`,
      work: [edit(`src/${session}/crane.ts`)],
    });
  const scoreOf = (text: string, more: Partial<RecallOptions> = {}) =>
    hit(found("crane lifts container", { limit: 20, ...more }), text).score;
  const order = (more: Partial<RecallOptions> = {}) =>
    found("crane lifts container", { limit: 20, ...more })
      .filter(({ text }) => text.endsWith("lifts the container"))
      .map(({ session }) => session);

  beforeEach(() => {
    turn("north", 200, "feat/north");
    turn("south", 200, "feat/south");
  });

  test("a rating up lifts it, one down takes that back, and another lowers it", () => {
    const before = scoreOf("The north crane lifts");
    const { id } = hit(found("crane lifts container", { limit: 20 }), "The north crane lifts");
    story.write({ type: "memory.rated", data: { memory: id, rating: "up" } });
    const up = scoreOf("The north crane lifts");
    expect(up).toBeGreaterThan(before);
    expect(order()[0]).toBe("north");
    story.write({ type: "memory.rated", data: { memory: id, rating: "down" } });
    expect(scoreOf("The north crane lifts")).toBe(before);
    story.write({ type: "memory.rated", data: { memory: id, rating: "down" } });
    expect(scoreOf("The north crane lifts")).toBeLessThan(before);
    expect(order().at(-1)).toBe("north");
    expect(
      part(hit(found("crane lifts container", { limit: 20 }), "The north crane lifts"), "rating"),
    ).toBeLessThan(0);
  });

  test("the focus lifts what is about it, as long as it lasts", () => {
    const before = { north: scoreOf("The north crane"), south: scoreOf("The south crane lifts") };
    story.write({ type: "focus.set", data: { topics: ["south"], until: NOW + DAY } });
    expect(scoreOf("The south crane lifts")).toBeGreaterThan(before.south);
    expect(scoreOf("The north crane")).toBe(before.north);
    expect(order()[0]).toBe("south");
    expect(scoreOf("The south crane lifts", { now: NOW + 2 * DAY })).toBeLessThanOrEqual(before.south);
  });

  test("the branch of the work tree lifts what was done on it", () => {
    const before = scoreOf("The south crane lifts");
    expect(scoreOf("The south crane lifts", { branch: "feat/south" })).toBeGreaterThan(before);
    expect(order({ branch: "feat/south" })[0]).toBe("south");
    expect(order({ branch: "feat/north" })[0]).toBe("north");
  });

  test("the newer is lifted", () => {
    turn("east", 1);
    expect(order()[0]).toBe("east");
    const [newer, older] = ["east", "north"].map((name) =>
      hit(found("crane lifts container", { limit: 20 }), `The ${name} crane lifts`),
    );
    expect(newer && part(newer, "recent")).toBeGreaterThan(older ? part(older, "recent") : 1);
  });

  test("what was superseded by hand is marked and lower", () => {
    const declare = (text: string, supersedes?: string) =>
      story.write({
        type: "fact.declared",
        data: { kind: "decision", text, by: "user", ...(supersedes === undefined ? {} : { supersedes }) },
      });
    declare("Invoices are rounded once");
    expect(story.ask("invoices").searched).toBeGreaterThan(0);
    const old = declare("Ships moor at the wooden pier");
    const scoreBefore = hit(found("where do ships moor"), "wooden").score;
    const young = declare("Ships moor at the concrete quay, the pier is rotten", old);
    const memories = found("where do ships moor at the pier");
    expect(memories[0]?.id).toBe(young);
    expect(memories[0]?.superseded).toBeUndefined();
    expect(hit(memories, "wooden")).toMatchObject({ id: old, superseded: young });
    expect(hit(found("where do ships moor"), "wooden").score).toBeLessThan(scoreBefore);
  });

  test("of two decisions in the work about the same thing the earlier is marked and lower", () => {
    story.turn({
      session: "d1",
      daysAgo: 20,
      ask: "Which queue?",
      answer: "We decided to use Redis for the job queue because it is already there.",
    });
    story.turn({
      session: "d2",
      daysAgo: 5,
      ask: "Redis loses jobs",
      answer: "We decided to use Postgres for the job queue because jobs survive a restart.",
    });
    const decisions = found("what did we decide about the job queue?", { filter: { kind: "decision" } });
    expect(decisions.map(({ session }) => session)).toEqual(["d2", "d1"]);
    expect(decisions[0]?.superseded).toBeUndefined();
    expect(decisions[1]).toMatchObject({ superseded: decisions[0]?.id });
    expect(decisions[1] && part(decisions[1], "superseded")).toBeLessThan(0);
  });
});

describe("filters", () => {
  beforeEach(() => tellPhotoBox(story));

  test("by kind, time, session and file", () => {
    const query = "upload photos test";
    const with_ = (filter: RecallOptions["filter"]) => found(query, { limit: 50, ...(filter && { filter }) });
    expect(with_({ kind: "fix" }).map(({ kind }) => kind)).toEqual(["fix"]);
    const since = NOW - 100 * DAY;
    const newer = with_({ since });
    const older = with_({ until: since });
    expect(newer.length).toBeGreaterThan(0);
    expect(older.length).toBeGreaterThan(0);
    expect(newer.every(({ at }) => at >= since)).toBe(true);
    expect(older.every(({ at }) => at < since)).toBe(true);
    expect(sessions(query, { filter: { session: "map" } })).toEqual(["map"]);
    const about = with_({ file: "upload/RetryPolicy.ts" });
    expect(about.length).toBeGreaterThan(0);
    for (const { files, text } of about)
      expect([...files, text].join(" ")).toContain("upload/RetryPolicy.ts");
    expect(with_({ kind: "fix", session: "map" })).toEqual([]);
  });

  test("reach back however many newer memories match", () => {
    for (let n = 0; n < 700; n++)
      story.turn({ session: `s${n}`, daysAgo: 2 - n / 1_000, ask: `Upload photos ${n} to shelf ${n * 7}` });
    const until = NOW - 100 * DAY;
    for (const filter of [{ session: "upload-a" }, { file: "RetryPolicy.ts" }, { until }])
      expect(sessions("upload photos", { filter }), JSON.stringify(filter)).toContainEqual(
        expect.stringMatching(/^upload-/),
      );
  });

  test("by thread: its turns and itself", () => {
    const thread = found("why full jitter?")[0]?.thread?.id ?? "";
    const memories = found("upload photos test", { limit: 50, filter: { thread } });
    expect(memories.map(({ session }) => session)).toEqual(expect.arrayContaining(["upload-a", "upload-b"]));
    for (const memory of memories) expect(memory.thread?.id ?? memory.id).toBe(thread);
  });
});

test("files that are gone or were changed since are said to be so", () => {
  const root = mkdtempSync(join(tmpdir(), "tidemark-files-"));
  mkdirSync(join(root, "src"));
  for (const [name, at] of [
    ["same.ts", NOW - 9 * DAY],
    ["changed.ts", NOW - DAY],
  ] as const) {
    writeFileSync(join(root, "src", name), "x");
    utimesSync(join(root, "src", name), at / 1_000, at / 1_000);
  }
  const files = ["src/same.ts", "src/changed.ts", "src/gone.ts"];
  story.turn({
    session: "s",
    daysAgo: 5,
    ask: "Tighten the winch",
    answer: "The winch is tight.",
    work: files.map((path) => edit(path)),
  });
  const [memory] = found("winch", {
    filter: { kind: "answer" },
    lookAround: (paths) => lookAround({ root }, { files: paths }, {}),
  });
  expect(memory).toMatchObject({ files, stale: { gone: ["src/gone.ts"], changed: ["src/changed.ts"] } });
  expect(found("winch", { filter: { kind: "answer" } })[0]?.stale).toBeUndefined();
});
