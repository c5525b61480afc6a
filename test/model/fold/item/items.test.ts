import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ItemCorrection, WorkItem } from "../../../../src/model/fold/item/item.js";
import { closedNotes, itemsOf } from "../../../../src/model/fold/item/items.js";
import type { Note, NoteContent, SaidNote, TurnNotes } from "../../../../src/model/fold/session/note.js";
import { LABELS, type Label } from "../../../../src/text/sentence/label.js";

const MINUTE = 60_000;

interface Told {
  readonly session?: string;
  readonly branch?: string;
  readonly edits?: boolean;
}

/** Turns one after the other, an hour apart. */
function story(
  ...turns: readonly (readonly NoteContent[] | readonly [Told, ...NoteContent[]])[]
): TurnNotes[] {
  return turns.map((given, n) => {
    const [first, ...rest] = given;
    const told: Told = first !== undefined && !("is" in first) ? first : {};
    const notes = first !== undefined && "is" in first ? [first, ...rest] : rest;
    const { session = "s", branch = "feat/x", edits = false } = told;
    return turnOf(
      notes.filter((note): note is NoteContent => "is" in note),
      { n, session, branch, edits },
    );
  });
}

function turnOf(
  notes: readonly NoteContent[],
  { n, session, branch, edits }: Required<Told> & { readonly n: number },
): TurnNotes {
  const at = (n + 1) * 60 * MINUTE;
  // The sentences of one speaker are one message.
  const event = (note: NoteContent, index: number) =>
    `e${String(n).padStart(3, "0")}-${note.is === "said" ? (note.by === "user" ? "a" : "z") : `m${index}`}`;
  return {
    session,
    turn: `${session}${n}`,
    n,
    at,
    branch,
    edited: edits ? ["src/a.ts"] : [],
    notes: notes.map((note, index): Note => ({ ...note, event: event(note, index), at: at + index * 1_000 })),
  };
}

let position = 0;
function said(by: "user" | "agent", label: Label, text: string, chance = 0.95): SaidNote {
  const chances = LABELS.map((name) => (name === label ? Math.round(chance * 100) : 0));
  position = (position + 1) % 1_000;
  return {
    is: "said",
    by,
    text,
    label,
    chance,
    chances,
    heading: "",
    isBullet: false,
    index: position,
    count: 1,
  };
}
const user = (label: Label, text: string) => said("user", label, text);
const agent = (label: Label, text: string) => said("agent", label, text);
const commit = (subject: string): NoteContent => ({
  is: "commit",
  sha: "0a1b2c3",
  branch: "feat/x",
  subject,
});
const check = (ok: boolean, scope = "", command = `npx vitest run ${scope}`.trim()): NoteContent => ({
  is: "check",
  runner: "vitest",
  scope,
  command,
  ok,
  error: ok ? "" : "expected 2 to be 3",
});
const edits: Told = { edits: true };

function states(items: readonly WorkItem[]): string[] {
  return items.map(({ kind, state, text }) => `${kind} ${state}: ${text}`);
}

describe("what becomes an item", () => {
  test.each<[string, NoteContent, readonly string[]]>([
    ["a decision", user("decision", "Let's use Redis for the cache"), ["decision open: Redis for the cache"]],
    [
      "a rule",
      user("rule", "Never touch the generated files"),
      ["rule open: Never touch the generated files"],
    ],
    [
      "a next step",
      agent("next", "Next: document the retry option"),
      ["next open: Next: document the retry option"],
    ],
    [
      "an obstacle",
      agent("blocker", "Blocked on the missing API key"),
      ["blocker open: Blocked on the missing API key"],
    ],
    ["a report", agent("done", "Added the retry option"), ["status open: Added the retry option"]],
    ["a doubtful label", said("agent", "next", "It could be documented", 0.3), []],
    ["small talk", agent("none", "Here is what I found"), []],
    ["a pasted sentence", { ...user("rule", "Never touch the generated files"), isPasted: true }, []],
    ["a sentence on the way", { ...agent("next", "Next: look at the parser"), isMidway: true }, []],
    [
      "an answer",
      { is: "answer", question: "Which store?", choice: "Postgres", others: ["SQLite"] },
      ["decision open: Postgres (question: Which store?)"],
    ],
    [
      "an answer about what comes next",
      { is: "answer", question: "What should I do next?", choice: "Stop", others: [] },
      [],
    ],
    [
      "a refusal",
      { is: "refusal", tool: "Bash", target: "git push", words: "don't push before I looked" },
      ["rule open: don't push before I looked"],
    ],
    [
      "a plan",
      {
        is: "plan",
        verdict: "accepted",
        title: "Retry uploads",
        steps: ["Add a queue", "Measure it"],
        words: "",
      },
      ["goal open: Retry uploads", "open open: Add a queue", "open open: Measure it"],
    ],
    [
      "a rejected plan",
      { is: "plan", verdict: "rejected", title: "Rewrite in Rust", steps: ["Learn it"], words: "too slow" },
      ['decision open: Not the plan "Rewrite in Rust"'],
    ],
    [
      "a plan rejected without a word",
      { is: "plan", verdict: "rejected", title: "Retry", steps: [], words: "" },
      [],
    ],
    [
      "an answer that asks back",
      { is: "answer", question: "Which store?", choice: "What is faster?", others: [] },
      [],
    ],
    ["a bare yes", user("decision", "yes"), []],
    ["a failing check", check(false), ["failing open: npx vitest run: expected 2 to be 3"]],
    ["a passing check", check(true), []],
  ])("%s", (_, note, expected) => {
    // An unanswered request would be an item too, so the agent closes the turn.
    expect(states(itemsOf(story([note, agent("none", "All right")])))).toEqual(expected);
  });

  test("it says who said it, where, what it is about, why, and what it rests on", () => {
    const turns = story([
      { session: "s9", branch: "feat/cache" },
      user("decision", "Let's use Redis instead of Memcached because it is known"),
    ]);
    const [item] = itemsOf(turns, [], { threads: new Map([["s90", "t42"]]) });
    expect(item).toMatchObject({
      by: "user",
      session: "s9",
      branch: "feat/cache",
      thread: "t42",
      reason: "it is known",
      rejected: ["Memcached"],
      subject: ["redis"],
      events: ["e000-a"],
      why: [{ event: "e000-a", did: "said", by: "user" }],
    });
    expect(item?.id).toMatch(/^[a-z0-9]{8}$/);
  });

  test("the tasks of a session are open or done", () => {
    const turns = story([user("request", "Write the release notes"), agent("next", "Next: tag the release")]);
    const task = (key: string, text: string, status: "open" | "done") => ({ key, text, status });
    const items = itemsOf(turns, [], {
      tasks: [
        {
          session: "s",
          at: 1e9,
          items: [task("1", "Tag the release", "done"), task("2", "Tell the users", "open")],
        },
      ],
    });
    expect(states(items)).toEqual(["next done: Next: tag the release", "open open: Tell the users"]);
  });

  test("tasks without keys are told apart, and closed by what is declared done while their session goes on", () => {
    const tasks = ["Write the manual", "Check the installation"].map((text) => ({
      text,
      status: "open" as const,
    }));
    const items = itemsOf([], [], {
      deeds: [{ id: "d", text: "Wrote the manual", at: 5, by: "agent" }],
      tasks: [{ session: "s", since: 1, at: 9, items: tasks }],
    });
    expect(states(items)).toEqual(["open done: Write the manual", "open open: Check the installation"]);
  });

  test("a request that nothing answered is open until the session goes on", () => {
    const asked = [user("request", "Rename the upload queue to outbox")];
    expect(states(itemsOf(story(asked)))).toEqual(["open open: Rename the upload queue to outbox"]);
    expect(states(itemsOf(story(asked, [user("none", "go on"), agent("done", "Here you are")])))[0]).toBe(
      "open done: Rename the upload queue to outbox",
    );
    const elsewhere: readonly [Told, ...NoteContent[]] = [{ session: "o" }, agent("none", "Hello")];
    expect(states(itemsOf(story(asked, elsewhere)))).toEqual([
      "open open: Rename the upload queue to outbox",
    ]);
  });
});

describe("what closes it", () => {
  const nothing = [agent("none", "All right")];
  test.each<[string, TurnNotes[], string]>([
    [
      "a later decision on the same subject",
      story(
        [user("decision", "Let's use Redis for the cache")],
        [user("decision", "Use Memcached for the cache")],
      ),
      "decision superseded: Redis for the cache",
    ],
    [
      "a reversal that names it",
      story(
        [user("decision", "Let's use Redis for the cache")],
        [user("reversal", "Use Valkey instead of Redis")],
      ),
      "decision superseded: Redis for the cache",
    ],
    [
      "a reversal that names nothing",
      story([user("decision", "On part sur Redis")], [user("reversal", "Finalement on prend Memcached")]),
      "decision superseded: Redis",
    ],
    [
      "an agent does not take back what the person decided",
      story(
        [user("decision", "Let's use Redis for the cache")],
        [agent("decision", "Use Memcached for the cache")],
      ),
      "decision open: Redis for the cache",
    ],
    [
      "another answer to the same question",
      story(
        [{ is: "answer", question: "Keep the old API?", choice: "Yes", others: ["No"] }],
        [{ is: "answer", question: "Keep the old API?", choice: "No", others: ["Yes"] }],
      ),
      "decision superseded: Yes (question: Keep the old API?)",
    ],
    [
      "the same word answers another question",
      story(
        [{ is: "answer", question: "Keep the old API?", choice: "Yes", others: ["No"] }],
        [{ is: "answer", question: "Cache the thumbnails?", choice: "Yes", others: ["No"] }],
      ),
      "decision open: Yes (question: Keep the old API?)",
    ],
    [
      "a report of the step",
      story([agent("next", "Add a mutex to the queue")], [agent("done", "Added a mutex to the queue")]),
      "next done: Add a mutex to the queue",
    ],
    [
      "un compte rendu",
      story(
        [agent("next", "Ajouter un verrou à la file")],
        [agent("done", "J'ai ajouté un verrou à la file")],
      ),
      "next done: Ajouter un verrou à la file",
    ],
    [
      "a commit",
      story([agent("next", "Add a mutex to the queue")], [commit("feat(queue): add a mutex to the queue")]),
      "next done: Add a mutex to the queue",
    ],
    [
      "a small part of it does not",
      story(
        [agent("next", "Update the docs of the upload queue, the parser and the lexer")],
        [agent("done", "Updated the docs")],
      ),
      "next open: Update the docs of the upload queue, the parser and the lexer",
    ],
    [
      "work on something else",
      story(
        [agent("next", "Add a mutex to the queue")],
        [{ session: "o", branch: "main", ...edits }, agent("done", "Renamed the footer")],
      ),
      "next open: Add a mutex to the queue",
    ],
    [
      "three turns with edits that do not mention it",
      story(
        [agent("next", "Add a mutex to the queue")],
        ...Array(3).fill([edits, agent("none", "Moved the footer")]),
      ),
      "next stale: Add a mutex to the queue",
    ],
    [
      "a mention in between",
      story(
        [agent("next", "Add a mutex to the queue")],
        [edits, ...nothing],
        [edits, agent("none", "The mutex of the queue comes later")],
        [edits, ...nothing],
        [edits, ...nothing],
      ),
      "next open: Add a mutex to the queue",
    ],
    [
      "the person's own step never fades",
      story(
        [user("next", "Then add a mutex to the queue"), ...nothing],
        ...Array(4).fill([edits, ...nothing]),
      ),
      "next open: Then add a mutex to the queue",
    ],
    [
      "the answer to a question of the agent",
      story(
        [agent("question", "Should the queue be bounded?")],
        [user("none", "yes, at a hundred"), ...nothing],
      ),
      "open resolved: Should the queue be bounded?",
    ],
    [
      "somebody else's prompt",
      story(
        [agent("question", "Should the queue be bounded?")],
        [{ session: "o" }, user("none", "hello"), ...nothing],
      ),
      "open open: Should the queue be bounded?",
    ],
    [
      "word that the obstacle is gone",
      story(
        [agent("blocker", "Blocked on the missing API key")],
        [user("unblocked", "The API key works now"), ...nothing],
      ),
      "blocker resolved: Blocked on the missing API key",
    ],
    [
      "« c'est débloqué »",
      story(
        [agent("blocker", "Bloqué par le certificat expiré")],
        [user("unblocked", "C'est débloqué"), ...nothing],
      ),
      "blocker resolved: Bloqué par le certificat expiré",
    ],
    [
      "a check that passes",
      story(
        [agent("blocker", "Blocked: cannot run the importer tests")],
        [check(true, "test/importer.test.ts")],
      ),
      "blocker resolved: Blocked: cannot run the importer tests",
    ],
    [
      "a run of everything",
      story([check(false, "test/a.test.ts")], [check(true)]),
      "failing resolved: npx vitest run test/a.test.ts: expected 2 to be 3",
    ],
    [
      "a run of another part",
      story([check(false, "test/a.test.ts")], [check(true, "test/b.test.ts")]),
      "failing open: npx vitest run test/a.test.ts: expected 2 to be 3",
    ],
    [
      "a failing run of everything",
      story([check(false, "test/a.test.ts")], [check(false)]),
      "failing superseded: npx vitest run test/a.test.ts: expected 2 to be 3",
    ],
    [
      "the person says that it does not work",
      story([agent("done", "Fixed the login form")], [user("none", "still not working"), ...nothing]),
      "status refuted: Fixed the login form",
    ],
    [
      "« ça ne marche pas »",
      story(
        [agent("done", "J'ai corrigé le formulaire")],
        [user("none", "ça ne marche toujours pas"), ...nothing],
      ),
      "status refuted: J'ai corrigé le formulaire",
    ],
    [
      "a complaint two turns later",
      story(
        [agent("done", "Fixed the login form")],
        [user("none", "thanks"), ...nothing],
        [user("none", "the build still fails"), ...nothing],
      ),
      "status open: Fixed the login form",
    ],
    [
      "a report of the turn in which the person brought it",
      story([
        edits,
        user("blocker", "The upload of large files fails"),
        agent("done", "Raised the limit of the proxy"),
      ]),
      "blocker resolved: The upload of large files fails",
    ],
    [
      "a report that says what remains",
      story([
        edits,
        user("blocker", "The upload of large files fails"),
        agent("done", "Raised the limit"),
        agent("next", "Restart the proxy"),
      ]),
      "blocker open: The upload of large files fails",
    ],
    [
      "a failure met in passing, after three turns with edits",
      story(
        [user("blocker", "The preview looks wrong on a phone"), ...nothing],
        ...Array(3).fill([edits, ...nothing]),
      ),
      "blocker stale: The preview looks wrong on a phone",
    ],
    [
      "an obstacle that the person waits for never fades",
      story(
        [user("blocker", "Blocked on the missing API key"), ...nothing],
        ...Array(4).fill([edits, ...nothing]),
      ),
      "blocker open: Blocked on the missing API key",
    ],
    [
      "a denial that names nothing known",
      story(
        [user("decision", "Let's use Redis for the cache")],
        [user("reversal", "no, the block stays as is")],
      ),
      "decision open: Redis for the cache",
    ],
    [
      "a failing check that nobody ran again",
      story([check(false, "test/a.test.ts")], ...Array(3).fill([edits, ...nothing])),
      "failing stale: npx vitest run test/a.test.ts: expected 2 to be 3",
    ],
    [
      "a rejected plan that is accepted later",
      story(
        [{ is: "plan", verdict: "rejected", title: "Retry uploads", steps: [], words: "too early" }],
        [{ is: "plan", verdict: "accepted", title: "Retry uploads", steps: [], words: "" }],
      ),
      'decision superseded: Not the plan "Retry uploads"',
    ],
    [
      "a plan that the turn carried out",
      story([
        edits,
        { is: "plan", verdict: "given", title: "Retry uploads", steps: ["Add a queue"], words: "" },
        agent("done", "Uploads are retried three times"),
      ]),
      "open done: Add a queue",
    ],
    [
      "the check that it names",
      story([agent("done", "All tests pass")], [check(false)]),
      "status refuted: All tests pass",
    ],
    [
      "the plan is carried out",
      story(
        [{ is: "plan", verdict: "accepted", title: "Retry uploads", steps: ["Add a queue"], words: "" }],
        [agent("done", "The plan is fully implemented")],
      ).map((turn) => turn),
      "open done: Add a queue",
    ],
  ])("%s", (_, turns, expected) => {
    expect(states(itemsOf(turns))).toContain(expected);
  });

  test("a refuted report gives back the step that it closed", () => {
    const turns = story(
      [agent("next", "Fix the login form")],
      [agent("done", "Fixed the login form")],
      [user("none", "no, it still fails"), agent("none", "I look again")],
    );
    expect(states(itemsOf(turns))).toEqual([
      "next open: Fix the login form",
      "status refuted: Fixed the login form",
    ]);
  });

  test("what is said again is one item with the latest wording, all events and the reason", () => {
    const turns = story(
      [user("decision", "Let's use Redis for the cache because it is known")],
      [{ session: "o" }, agent("decision", "We use Redis for the session cache")],
    );
    expect(itemsOf(turns)).toMatchObject([
      {
        by: "user",
        reason: "it is known",
        events: ["e000-a", "e001-z"],
        state: "open",
        lastAt: 120 * MINUTE,
      },
    ]);
  });

  test("each change is explained", () => {
    const [item] = itemsOf(
      story([agent("next", "Add a mutex to the queue")], [commit("Add a mutex to the queue")]),
    );
    expect(item?.why).toEqual([
      { event: "e000-z", at: 60 * MINUTE, did: "said", by: "agent", text: "Add a mutex to the queue" },
      { event: "e001-m0", at: 120 * MINUTE, did: "done", by: "tool", text: "Add a mutex to the queue" },
    ]);
  });
});

describe("corrections", () => {
  const turns = story([agent("next", "Add a mutex to the queue")]);
  const [{ id } = { id: "" }] = itemsOf(turns);
  const change = (what: ItemCorrection["change"], hours: number, text?: string): ItemCorrection => ({
    id: `e9${hours}`,
    at: hours * 60 * MINUTE,
    item: id,
    change: what,
    text,
    by: "user",
  });

  test.each<[string, readonly ItemCorrection[], TurnNotes[], string]>([
    ["done", [change("done", 2)], turns, "next done: Add a mutex to the queue"],
    ["dropped", [change("drop", 2)], turns, "next dropped: Add a mutex to the queue"],
    ["reopened", [change("done", 2), change("reopen", 3)], turns, "next open: Add a mutex to the queue"],
    ["reworded", [change("edit", 2, "Add a lock")], turns, "next open: Add a lock"],
    [
      "reopened after the work closed it",
      [change("reopen", 9)],
      [...turns, ...story([], [commit("Add a mutex to the queue")]).slice(1)],
      "next open: Add a mutex to the queue",
    ],
  ])("%s", (_, corrections, all, expected) => {
    expect(states(itemsOf(all, corrections))).toEqual([expected]);
  });

  test("the work closes what was reopened before it", () => {
    const later = story([], [], [], [commit("Add a mutex to the queue")]).slice(3);
    const items = itemsOf([...turns, ...later], [change("done", 2), change("reopen", 3)]);
    expect(states(items)).toEqual(["next done: Add a mutex to the queue"]);
  });

  test("an agent does not bring back what was dropped, and nobody can change what is not there", () => {
    const again = story([], [], [agent("next", "Add a mutex to the queue")]).slice(2);
    expect(states(itemsOf([...turns, ...again], [change("drop", 2)]))).toEqual([
      "next dropped: Add a mutex to the queue",
    ]);
    expect(itemsOf(turns, [{ ...change("done", 2), item: "nothing" }])).toEqual(itemsOf(turns));
  });
});

test("a sentence with several steps is told until the last of them is done", () => {
  const steps = agent("next", "Next: 1) rewrite the total in cents 2) translate the symbols");
  const first = agent("done", "I rewrote the total in cents");
  const both = story([steps], [first], [agent("done", "I translated the symbols")]);
  expect(states(itemsOf(both)).slice(0, 2)).toEqual([
    "next done: rewrite the total in cents",
    "next done: translate the symbols",
  ]);
  expect([...closedNotes(itemsOf(both))]).toEqual([`e000-z:${steps.index}`]);
  expect(closedNotes(itemsOf(story([steps], [first]))).size).toBe(0);
});

test("all steps that were named last are done at once, in whichever session", () => {
  const turns = story(
    [agent("next", "Tell the users")],
    [agent("next", "Add a mutex to the queue"), agent("next", "Document the retry option")],
    [{ session: "o", branch: "main" }, agent("none", "Both next steps are done.")],
  );
  expect(states(itemsOf(turns))).toEqual([
    "next open: Tell the users",
    "next done: Add a mutex to the queue",
    "next done: Document the retry option",
  ]);
});

test("what is worded as a decision, a step or an obstacle is an item, whatever its label", () => {
  const worded = (by: "user" | "agent", wording: SaidNote["wording"], text: string): NoteContent => ({
    ...said(by, "none", text, 0.4),
    wording,
  });
  const turns = story([
    worded("agent", "decision", "I will use ISO 4217 codes for the currencies."),
    worded("agent", "next", "The worker is not written yet."),
    worded("user", "blocker", "on attend que les ops ouvrent le port 443"),
  ]);
  expect(states(itemsOf(turns))).toEqual([
    "decision open: ISO 4217 codes for the currencies",
    "next open: The worker is not written yet.",
    "blocker open: on attend que les ops ouvrent le port 443",
  ]);
});

test("sentences of closed items are no longer to be told", () => {
  const step = agent("next", "Add a mutex to the queue");
  const choice = user("decision", "Let's use Redis for the cache");
  const open = agent("next", "Document the retry option");
  const turns = story(
    [choice, step, open],
    [user("decision", "Use Memcached for the cache"), commit("Add a mutex to the queue")],
  );
  expect([...closedNotes(itemsOf(turns))].sort()).toEqual(
    [`e000-a:${choice.index}`, `e000-z:${step.index}`].sort(),
  );
});

describe("for any turns", () => {
  const sentence = fc
    .tuple(
      fc.constantFrom("user" as const, "agent" as const),
      fc.constantFrom<Label>(
        "decision",
        "reversal",
        "next",
        "done",
        "blocker",
        "unblocked",
        "rule",
        "question",
        "request",
      ),
      fc.constantFrom(
        "Use Redis for the cache",
        "Use Memcached for the cache",
        "Add a mutex to the queue",
        "Added a mutex to the queue",
        "Blocked on the missing API key",
        "The API key works now",
        "still not working",
      ),
    )
    .map(([by, label, text]): NoteContent => ({ ...said(by, label, text), index: 0 }));
  const note = fc.oneof(
    { weight: 4, arbitrary: sentence },
    {
      weight: 1,
      arbitrary: fc.constantFrom<NoteContent>(
        commit("Add a mutex to the queue"),
        check(true),
        check(false, "a"),
        {
          is: "plan",
          verdict: "accepted",
          title: "Lock the queue",
          steps: ["Add a mutex to the queue", "Measure it"],
          words: "",
        },
      ),
    },
  );
  const turns = fc
    .array(fc.tuple(fc.array(note, { maxLength: 4 }), fc.constantFrom("s", "o"), fc.boolean(), fc.nat(3)), {
      maxLength: 8,
    })
    .map((all) =>
      all.map(([notes, session, withEdits, hour], n) => {
        const turn = turnOf(notes, { n, session, branch: "feat/x", edits: withEdits });
        // Some at the same time, each note with an event of its own.
        const at = hour * 60 * MINUTE;
        return {
          ...turn,
          at,
          notes: turn.notes.map((one, index) => ({ ...one, at, event: `${one.event}${index}` })),
        };
      }),
    );

  test("the order in which turns are given does not matter, nor that one is given twice", () => {
    fc.assert(
      fc.property(
        turns.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const items = itemsOf(all);
          expect(itemsOf(shuffled)).toEqual(items);
          expect(itemsOf([...all, ...all])).toEqual(items);
        },
      ),
    );
  });

  test("the ids of events do not matter, which are random", () => {
    fc.assert(
      fc.property(turns, fc.infiniteStream(fc.string({ minLength: 8 })), (all, names) => {
        const renamed = all.map((turn) => ({
          ...turn,
          notes: turn.notes.map((one) => ({ ...one, event: `${names.next().value}${one.event}` })),
        }));
        expect(states(itemsOf(renamed))).toEqual(states(itemsOf(all)));
      }),
    );
  });

  test("the ids stay when turns are added, and each is of one item", () => {
    fc.assert(
      fc.property(turns, fc.nat(8), (all, cut) => {
        const inOrder = all.map((turn, n) => ({
          ...turn,
          at: n * 60 * MINUTE,
          notes: turn.notes.map((one) => ({ ...one, at: n * 60 * MINUTE })),
        }));
        const ids = itemsOf(inOrder).map(({ id }) => id);
        const before = itemsOf(inOrder.slice(0, cut)).map(({ id }) => id);
        expect(ids.slice(0, before.length)).toEqual(before);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
