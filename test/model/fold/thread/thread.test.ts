import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Note } from "../../../../src/model/fold/session/note.js";
import { type Correction, foldThreads } from "../../../../src/model/fold/thread/stored-threads.js";
import {
  hotThread,
  type Thread,
  type ThreadTurn,
  turnId,
} from "../../../../src/model/fold/thread/thread-state.js";
import { turn } from "./thread-turn-sample.js";

const DAY = 24 * 3_600_000;

/** Which turns are in the same thread, as letters: "aab". */
function grouping(turns: readonly ThreadTurn[], corrections: readonly Correction[] = []): string {
  const joins = new Map(
    foldThreads(undefined, turns, corrections).joins.map((join) => [join.turn, join.thread]),
  );
  const letters = new Map<string, string>();
  return turns
    .map((told) => {
      const thread = joins.get(turnId(told));
      if (thread === undefined) return "-";
      if (!letters.has(thread)) letters.set(thread, "abcdefgh".charAt(letters.size));
      return letters.get(thread);
    })
    .join("");
}

function threads(turns: readonly ThreadTurn[], corrections: readonly Correction[] = []): Thread[] {
  return [...foldThreads(undefined, turns, corrections).state.recent];
}

const upload = (n: number, more: Partial<ThreadTurn> = {}) =>
  turn(n, "Retry failed uploads with jitter", { edited: ["src/upload/retry.ts"], ...more });
const invoice = (n: number, more: Partial<ThreadTurn> = {}) =>
  turn(n, "Render invoices as PDF documents", { edited: ["src/invoice/pdf.ts"], ...more });

const later = (told: ThreadTurn, ms: number) => {
  return { ...told, at: told.at + ms, endedAt: (told.endedAt ?? told.at) + ms };
};
const note = { event: "e", at: 1 };
const plan = (title: string, verdict: "accepted" | "rejected" = "accepted"): Note => {
  return { ...note, is: "plan", verdict, title, steps: [], words: "" };
};
const commit = (subject: string): Note => ({ ...note, is: "commit", sha: "", branch: "", subject });
const request = (title: string): Note => {
  return { ...note, is: "pull-request", number: "1", title, state: "opened" };
};

describe("turns join threads", () => {
  test.each<[string, ThreadTurn[], string]>([
    ["another subject in the same session begins another thread", [upload(1), invoice(2)], "ab"],
    [
      "the same files in another session go on with the thread",
      [
        upload(1),
        invoice(2),
        turn(9, "Why is the delay so long?", { session: "s2", seen: ["src/upload/retry.ts"] }),
      ],
      "aba",
    ],
    [
      "the same words in another session go on with the thread",
      [upload(1), invoice(2), turn(9, "The jitter of upload retries is too small", { session: "s2" })],
      "aba",
    ],
    [
      "a reply belongs to what was asked before it",
      [upload(1), turn(2, "ok go"), turn(3, "/compact")],
      "aaa",
    ],
    [
      "a reply stays in its session's thread while another session is at work",
      [upload(1), invoice(2, { session: "s2" }), turn(3, "yes", { edited: ["README.md"] })],
      "aba",
    ],
    [
      "a small request soon after goes on with the thread",
      [upload(1), turn(2, "make the delay shorter")],
      "aa",
    ],
    ["commands to the agent alone make no thread", [turn(1, "/model"), turn(2, "/clear")], "--"],
    [
      '"go on", first in a new session, means what was worked on last',
      [invoice(1), upload(2, { session: "s2" }), turn(9, "continue", { session: "s3" })],
      "abb",
    ],
    [
      '"go on" long after means nothing known',
      [upload(1), { ...turn(2, "continue", { session: "s2" }), at: 1_000_000_000 + 30 * DAY }],
      "a-",
    ],
    [
      "a feature branch holds together what says little",
      [
        upload(1, { branch: "feat/retry" }),
        turn(9, "Polish the wording of the footer", { session: "s2", branch: "feat/retry" }),
      ],
      "aa",
    ],
    [
      "another branch is another line of work, though a file be the same",
      [
        upload(1, { branch: "feat/retry" }),
        turn(9, "Log failures to disk", {
          session: "s2",
          branch: "feat/log",
          edited: ["src/log/disk.ts", "src/upload/retry.ts"],
        }),
      ],
      "ab",
    ],
    [
      "a branch made in the midst of the work changes nothing",
      [upload(1, { branch: "main" }), turn(2, "Test the jitter", { branch: "feat/retry" })],
      "aa",
    ],
    [
      "a branch for everything does not",
      [
        upload(1, { branch: "main" }),
        turn(9, "Polish the wording of the footer", { session: "s2", branch: "main" }),
      ],
      "ab",
    ],
    [
      "an announced other topic is another thread, though the files be the same",
      [
        turn(1, "Limit the rate of requests", { edited: ["src/app.ts", "src/limit.ts"] }),
        turn(2, "now let's do something different: send invoices by mail", { edited: ["src/app.ts"] }),
        turn(3, "attach the invoice as PDF", { edited: ["src/app.ts", "src/mail.ts"] }),
      ],
      "abb",
    ],
    [
      "in French too",
      [upload(1), turn(2, "Autre sujet : traduis les essais d'envoi", { edited: ["src/upload/retry.ts"] })],
      "ab",
    ],
    [
      "another subject in a file that everything touches begins another thread",
      [
        turn(1, "Limit the rate of requests per key", { edited: ["src/app.ts"] }),
        turn(2, "Customers should get their invoices as PDF by mail", {
          session: "s2",
          edited: ["src/app.ts"],
        }),
      ],
      "ab",
    ],
    [
      "a remark is about the work at hand",
      [
        upload(1),
        turn(2, "I'm blocked by the missing credentials of the staging bucket"),
        turn(3, "wait, don't touch the invoices"),
        turn(4, "Never log the names of customers"),
      ],
      "aaaa",
    ],
    [
      "a rule alone makes no thread",
      [
        turn(1, "désormais réponds en français", { tools: 0 }),
        turn(2, "Always write tests first", { tools: 0 }),
      ],
      "--",
    ],
    [
      "a few words after a question of the agent are its answer",
      [
        upload(1, { closing: "Shall I use a table or a queue?" }),
        turn(2, "rather the nightly spreadsheet export"),
      ],
      "aa",
    ],
    [
      "a branch that a turn creates is another line of work",
      [
        upload(1, { branch: "feat/retry" }),
        turn(2, "5", {
          branch: "feat/retry",
          commands: ["git checkout main", "git checkout -b fix/login"],
          edited: ["src/login.ts"],
        }),
        turn(3, "yes please", { branch: "fix/login" }),
      ],
      "abb",
    ],
    [
      "work without words is known by its files",
      [upload(1), turn(2, "", { session: "s2", edited: ["src/upload/retry.ts"] })],
      "aa",
    ],
  ])("%s", (_, turns, expected) => {
    expect(grouping(turns)).toBe(expected);
  });

  test("and keep why", () => {
    const { joins } = foldThreads(
      undefined,
      [upload(1), upload(2, { session: "s2" }), turn(3, "ok", { session: "s2" })],
      [],
    );
    expect(joins[0]?.why).toEqual([{ is: "began", what: "Retry failed uploads with jitter" }]);
    expect(joins[1]?.why).toContainEqual({ is: "file", what: "src/upload/retry.ts" });
    expect(joins[1]?.why.length).toBeLessThanOrEqual(4);
    expect(joins[2]?.why).toEqual([{ is: "reply", what: "ok" }]);
  });

  test("what was long ago needs more in common", () => {
    const again = turn(9, "The jitter of upload retries is too small", { session: "s2" });
    expect(grouping([upload(1), again])).toBe("aa");
    expect(grouping([upload(1), { ...again, at: again.at + 200 * DAY }])).toBe("ab");
  });
});

describe("a thread", () => {
  test("has title, topics, summary, files, branches, sessions, counts and times", () => {
    const [thread] = threads([
      upload(1, { branch: "feat/retry" }),
      turn(2, "Add a test for the jitter of the retries", {
        session: "s2",
        branch: "feat/retry",
        edited: ["test/upload/retry.test.ts"],
        seen: ["src/upload/retry.ts"],
        closing: "Done.\n\nThe jitter of retries is now tested with a fixed seed. All good.",
      }),
    ]);
    expect(thread).toMatchObject({
      id: `t${turnId(upload(1))}`,
      title: "Retry failed uploads with jitter",
      summary: "The jitter of retries is now tested with a fixed seed.",
      files: ["src/upload/retry.ts", "test/upload/retry.test.ts"],
      branches: ["feat/retry"],
      sessions: ["s1", "s2"],
      turns: 2,
      firstAt: upload(1).at,
      lastAt: turn(2, "").endedAt,
    });
    expect(thread?.topics.slice(0, 3).sort()).toEqual(["jitter", "retry", "upload"]);
  });

  test("its summary is what the agent said last of the work, never what was asked", () => {
    const done = upload(1, { closing: "All tests pass; the feature is complete." });
    const later = turn(2, "Retry the uploads of photos with jitter too?", { edited: done.edited });
    const thanks = turn(3, "thanks a lot!", { tools: 0, closing: "You're welcome! The jitter was fun." });
    expect(threads([upload(1)])[0]?.summary).toBe("");
    expect(threads([done, later])[0]?.summary).toBe("All tests pass; the feature is complete.");
    const [thread, ...others] = threads([done, later, thanks]);
    expect(others).toEqual([]);
    expect(thread?.summary).toBe("All tests pass; the feature is complete.");
    expect(thread?.topics).not.toContain("welcome");
    expect(thread?.words.map(([word]) => word)).not.toContain("fun");
  });

  test("topics that an imported file gave come first and stay", () => {
    const [thread] = threads([upload(1, { topics: ["back off", "retry"] }), upload(2)]);
    expect(thread?.topics.slice(0, 2)).toEqual(["back off", "retry"]);
    expect(thread?.topics).toHaveLength(new Set(thread?.topics).size);
  });

  test("topics are words as people write them", () => {
    const [thread] = threads([
      turn(1, "Parse the cors headers of the assets, hey", { edited: ["src/a.ts"] }),
    ]);
    expect(thread?.topics).toEqual(["parse", "cors", "headers", "assets"]);
  });

  test("a good title gives way if a later session works on another subject of the thread", () => {
    const first = turn(1, "Fix the flaky upload test", { edited: ["src/upload.ts"] });
    const other = { session: "later", edited: ["src/upload.ts", "src/page.tsx"] };
    const title = (asked: string, more: object = other) => threads([first, turn(2, asked, more)])[0]?.title;
    expect(title("Redesign the upload page with a progress bar")).toBe(
      "Redesign the upload page with a progress bar",
    );
    expect(title("Fix the upload test on Windows, it is still flaky")).toBe("Fix the flaky upload test");
    expect(title("the upload should be green")).toBe("Fix the flaky upload test");
    expect(title("Redesign the upload page with a progress bar", { edited: other.edited })).toBe(
      "Fix the flaky upload test",
    );
  });

  test("a poor title gives way to a better one, a good one stays", () => {
    const look = turn(1, "why is this slow?", { seen: ["src/upload/retry.ts"] });
    const talk = Array.from({ length: 6 }, (_, n) =>
      turn(n + 2, "and this?", { seen: ["src/upload/retry.ts"] }),
    );
    expect(threads([look, upload(2)])[0]?.title).toBe("Retry failed uploads with jitter");
    expect(threads([look, ...talk, upload(9)])[0]?.title).toBe("Retry failed uploads with jitter");
    const again = turn(9, "Resume interrupted uploads after restarts of the worker", {
      edited: ["src/upload/retry.ts"],
    });
    const [thread] = threads([upload(1), ...talk, again]);
    expect(thread).toMatchObject({ title: "Retry failed uploads with jitter", turns: 8 });
  });

  test.each<[string, Partial<ThreadTurn>, string]>([
    ["7", { branch: "dana/fix-cursor-blink" }, "Fix cursor blink"],
    [
      "3 looks like a nice one",
      { branch: "main", commands: ["git checkout -b feat/csv-export"] },
      "Csv export",
    ],
    ["yes do it", { notes: [plan("Plan: Cache the tiles")] }, "Cache the tiles"],
    ["Speed up the map", { notes: [plan("Plan")] }, "Speed up the map"],
    ["go", { notes: [plan("Cache the tiles", "rejected")], edited: ["src/tile.ts"] }, "src/tile.ts"],
    ["ok", { notes: [commit("feat(map): draw tiles lazily (#12)")] }, "Draw tiles lazily"],
    ["ok", { notes: [commit("wip"), request("Lazy map tiles")] }, "Lazy map tiles (PR #1)"],
    [
      "❯ go run . panic: nil map",
      { edited: [], closing: "The map of tiles was nil." },
      "The map of tiles was nil",
    ],
    ["Draw the map tiles lazily", { branch: "feat/lazy-tiles" }, "Draw the map tiles lazily"],
  ])("%j with %j is about %j", (asked, more, title) => {
    expect(threads([turn(1, asked, { edited: ["src/a.ts"], ...more })])[0]?.title).toBe(title);
  });

  test("a later plan gives it a new name", () => {
    const first = upload(1, { notes: [plan("Retry uploads")] });
    const second = upload(9, { notes: [plan("Resume uploads after a restart")] });
    expect(threads([first, second]).map(({ title }) => title)).toEqual(["Resume uploads after a restart"]);
  });

  test("talk alone does not take the heat from recent work", () => {
    const asks = turn(2, "What is the name of this package?", { session: "s2", seen: ["package.json"] });
    const time = turn(3, "what time is it in Tokyo?", { session: "s3", tools: 0, closing: "Ten o'clock." });
    const { state } = foldThreads(undefined, [upload(1, { commands: ["npm test"] }), asks, time]);
    expect(hotThread(state)).toMatchObject({ title: "Retry failed uploads with jitter", worked: 1 });
    expect(hotThread(state)?.work?.actions).toContainEqual({ is: "ran", what: "npm test" });
    const late = { ...asks, at: asks.at + 30 * DAY, endedAt: asks.at + 30 * DAY };
    expect(hotThread(foldThreads(undefined, [upload(1), late]).state)?.title).toBe(
      "What is the name of this package?",
    );
  });

  test.each<[string, ThreadTurn[], Parameters<typeof hotThread>[1], string]>([
    ["the latest", [upload(1), invoice(2)], {}, "b"],
    ["what is unfinished", [upload(1), invoice(2)], { open: new Set(["a"]) }, "a"],
    [
      "not what was left open long ago",
      [upload(1), later(invoice(2), 4 * DAY)],
      { open: new Set(["a"]) },
      "b",
    ],
    ["that of the branch", [upload(1, { branch: "feat/retry" }), invoice(2)], { branch: "feat/retry" }, "a"],
    [
      "the latest on a branch of everything",
      [upload(1, { branch: "main" }), invoice(2)],
      { branch: "main" },
      "b",
    ],
  ])("the hot one is %s", (_, turns, { open, ...now } = {}, letter) => {
    const { state } = foldThreads(undefined, turns);
    const ids = state.recent.map(({ id }) => id);
    const named = new Set([...(open ?? [])].map((name) => ids["ab".indexOf(name)] ?? ""));
    expect(hotThread(state, { ...now, open: named })?.id).toBe(ids["ab".indexOf(letter)]);
  });

  test("the hot one has its work context, and no other", () => {
    const first = upload(1, { commands: ["npm test"], seen: ["src/upload/queue.ts"] });
    const { state } = foldThreads(undefined, [first, turn(2, "ok", { commands: ["npm run check"] })], []);
    expect(hotThread(state)?.work).toEqual({
      files: ["src/upload/queue.ts", "src/upload/retry.ts"],
      actions: [
        { is: "changed", what: "src/upload/retry.ts" },
        { is: "ran", what: "npm test" },
        { is: "ran", what: "npm run check" },
      ],
      goal: "Retry failed uploads with jitter",
    });
    const after = foldThreads(undefined, [first, invoice(2)], []).state;
    expect(hotThread(after)?.title).toBe("Render invoices as PDF documents");
    expect(after.recent.filter((thread) => thread.work !== undefined)).toHaveLength(1);
  });

  test("the last five actions are named, also after many changes and no command", () => {
    const edited = Array.from({ length: 25 }, (_, n) => `src/part${n}.ts`);
    const actionsOf = (over: Partial<ThreadTurn>) =>
      hotThread(foldThreads(undefined, [upload(1, over)], []).state)?.work?.actions.map(({ what }) => what);
    expect(actionsOf({ edited })).toEqual(edited.slice(-5));
    expect(actionsOf({ edited, commands: ["npm test"] })).toEqual([...edited.slice(-4), "npm test"]);
    expect(actionsOf({ edited: ["a.ts"], commands: ["b1", "b2", "b3", "b4", "b5"] })).toEqual([
      "a.ts",
      "b2",
      "b3",
      "b4",
      "b5",
    ]);
  });

  test("long work stays bounded, and old threads leave", () => {
    const turns = Array.from({ length: 400 }, (_, n) =>
      turn(n + 1, `Build part${n} of module${n} around gadget${n}`, {
        session: `s${n}`,
        edited: Array.from({ length: 30 }, (__, file) => `pack${n}/file${file}.ts`),
        closing: `Wrote ${"many words ".repeat(50)}`,
      }),
    );
    const { state, retired } = foldThreads(undefined, turns, []);
    expect(state.recent).toHaveLength(50);
    expect(retired.length).toBeGreaterThan(300);
    expect(JSON.stringify(state).length).toBeLessThan(200_000);
  });
});

describe("corrections", () => {
  const story = [upload(1), invoice(2), upload(3, { session: "s2" }), invoice(4, { session: "s2" })];
  const id = (told: ThreadTurn) => turnId(told);
  const correct = (clock: number, rest: Pick<Correction, "type"> & { data: object }): Correction =>
    ({ clock, id: `c${clock}`, at: clock, ...rest }) as Correction;
  const merged = correct(5, {
    type: "thread.merged",
    data: { from: `t${id(invoice(2))}`, into: `t${id(upload(1))}` },
  });

  test("rename", () => {
    const renamed = correct(5, {
      type: "thread.renamed",
      data: { thread: `t${id(upload(1))}`, title: "Sturdy uploads" },
    });
    const titles = threads([...story, upload(6)], [renamed]).map(({ title }) => title);
    expect(titles).toContain("Sturdy uploads");
  });

  test("merge, for what comes after too", () => {
    expect(grouping(story)).toBe("abab");
    expect(grouping([...story, invoice(6, { session: "s3" })], [merged])).toBe("aaaaa");
    const [only] = threads(story, [merged]);
    expect(only).toMatchObject({ turns: 4, files: ["src/upload/retry.ts", "src/invoice/pdf.ts"] });
  });

  test.each([
    ["the first", [["from", "Mine"]], "Mine"],
    ["the second", [["into", "Ours"]], "Ours"],
    [
      "both: the second's",
      [
        ["from", "Mine"],
        ["into", "Ours"],
      ],
      "Ours",
    ],
  ] as const)("a merge keeps the title a person gave to %s", (_, given, title) => {
    const ids = { from: `t${id(invoice(2))}`, into: `t${id(upload(1))}` };
    const renamed = given.map(([which, name], at) =>
      correct(4.5 + at / 10, { type: "thread.renamed", data: { thread: ids[which], title: name } }),
    );
    const after = [...story, upload(6), invoice(7)];
    expect(threads(after, [...renamed, merged]).map((thread) => thread.title)).toEqual([title]);
    const undone = correct(8, { type: "thread.undone", data: { correction: "c5" } });
    expect(threads(after, [...renamed, merged, undone])).toEqual(threads(after, renamed));
  });

  test("split", () => {
    const split = correct(5, {
      type: "thread.split",
      data: { thread: `t${id(upload(1))}`, turn: id(upload(3)) },
    });
    expect(grouping(story, [split])).toBe("abcb");
  });

  test("move", () => {
    const moved = correct(5, {
      type: "thread.moved",
      data: { turn: id(upload(3)), thread: `t${id(invoice(2))}` },
    });
    expect(grouping(story, [moved])).toBe("abbb");
    expect(
      threads(story, [moved])
        .map(({ turns }) => turns)
        .sort(),
    ).toEqual([1, 3]);
  });

  test("what follows a split goes on with the new thread", () => {
    const split = correct(3, {
      type: "thread.split",
      data: { thread: `t${id(upload(1))}`, turn: id(upload(2)) },
    });
    expect(grouping([upload(1), upload(2), turn(4, "ok go")], [split])).toBe("abb");
  });

  test("an old thread that something is moved into is one of the present again", () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      turn(n + 2, `Build gadget${n} of module${n} for machine${n}`, { session: `s${n + 9}` }),
    );
    const old = `t${id(upload(1))}`;
    const recent = (corrections: readonly Correction[]) =>
      threads([upload(1), ...many], corrections).some((thread) => thread.id === old);
    expect(recent([])).toBe(false);
    const from = many.at(-1) ?? upload(1);
    expect(recent([correct(99, { type: "thread.moved", data: { turn: id(from), thread: old } })])).toBe(true);
  });

  test("undo, and undo of the undoing", () => {
    const undone = correct(6, { type: "thread.undone", data: { correction: "c5" } });
    const redone = correct(7, { type: "thread.undone", data: { correction: "c6" } });
    expect(foldThreads(undefined, story, [merged, undone]).joins).toEqual(
      foldThreads(undefined, story, []).joins,
    );
    expect(grouping(story, [merged, undone, redone])).toBe("aaaa");
  });

  test("a thread that was merged away is still found by its name", () => {
    const renamed = correct(6, {
      type: "thread.renamed",
      data: { thread: `t${id(invoice(2))}`, title: "Both" },
    });
    expect(threads(story, [merged, renamed]).map(({ title }) => title)).toEqual(["Both"]);
  });

  test("one that names nothing known changes nothing", () => {
    const wrong = correct(5, { type: "thread.merged", data: { from: "tnobody", into: "tnowhere" } });
    expect(foldThreads(undefined, story, [wrong]).joins).toEqual(foldThreads(undefined, story, []).joins);
  });

  test("the hot thread follows its last turn", () => {
    const { state } = foldThreads(undefined, story, [merged]);
    expect(hotThread(state)?.id).toBe(`t${id(upload(1))}`);
    expect(hotThread(state)?.work?.files).toEqual(["src/upload/retry.ts", "src/invoice/pdf.ts"]);
  });
});

describe("as a fold", () => {
  const name = fc.constantFrom("upload", "invoice", "tide", "gadget", "ok", "/compact", "mirror image", "");
  const turns = fc
    .array(
      fc.record({
        request: fc.array(name, { maxLength: 4 }).map((words) => words.join(" ")),
        session: fc.constantFrom("s1", "s2", "s3"),
        edited: fc.subarray(["src/a.ts", "src/b.ts", "doc/c.md", "x/y/z.py"]),
        seen: fc.subarray(["src/a.ts", "src/d.ts", "x/y/q.py"]),
        branch: fc.constantFrom("main", "feat/x", "fix/y"),
        closing: fc.constantFrom("Done.", "The gadget now mirrors every invoice.", "Uploads are retried."),
      }),
      { maxLength: 25 },
    )
    .map((list) => list.map(({ request, ...more }, n) => turn(n + 1, request, more)));

  test("split anywhere and resumed is the whole, byte for byte", () => {
    fc.assert(
      fc.property(turns, fc.nat(25), (list, cut) => {
        const whole = foldThreads(undefined, list);
        const first = foldThreads(undefined, list.slice(0, cut));
        const kept = JSON.parse(JSON.stringify(first.state));
        const second = foldThreads(kept, list.slice(cut));
        expect(JSON.stringify(second.state)).toBe(JSON.stringify(whole.state));
        expect([...first.joins, ...second.joins]).toEqual(whole.joins);
      }),
    );
  });

  test("every turn of substance is in one thread, and the counts are right", () => {
    fc.assert(
      fc.property(turns, (list) => {
        const { state, joins } = foldThreads(undefined, list);
        expect(new Set(joins.map((join) => join.turn)).size).toBe(joins.length);
        for (const thread of state.recent) {
          expect(thread.turns).toBe(joins.filter((join) => join.thread === thread.id).length);
          expect(thread.title.length).toBeLessThanOrEqual(60);
          expect(thread.summary.length).toBeLessThanOrEqual(160);
          expect(thread.topics.length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });
});
