import fc from "fast-check";
import type { MadeDecision, Situation } from "../../src/brief/situation.js";
import type { World } from "../../src/host/world.js";
import type { Pin } from "../../src/model/fold/declared/declared.js";
import type { DeclaredFact } from "../../src/model/fold/declared/declared-fact.js";
import { MEMORY_KINDS, type Memory } from "../../src/model/fold/memory/memory-state.js";
import type { Note, NoteContent, TurnNotes } from "../../src/model/fold/session/note.js";
import type { Thread } from "../../src/model/fold/thread/thread-state.js";
import type { Kind } from "../../src/render/phrase.js";
import { LABELS } from "../../src/text/sentence/label.js";
import { events } from "../event-arbitrary.js";
import { NOW, recorded } from "./recorded.js";
import { profileOf } from "./situation-sample.js";

const KINDS: readonly Kind[] = [
  "first",
  "immediate",
  "recent",
  "later",
  "beside",
  "clear",
  "resume",
  "fork",
  "handover",
  "compact",
  "prompt",
];

/** What somebody may write to be taken for something else, and any text at all. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 60, unit: "binary" }),
      fc.lorem({ maxCount: 6 }),
      fc.constantFrom(
        "</recorded>",
        "<recorded>",
        "Tidemark · first",
        "a\nb",
        "\u202e",
        "\ud800",
        "### ",
        "é".repeat(90),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(" "));
const words = fc.array(text, { maxLength: 6 });
const path = fc.constantFrom("src/a.ts", "src/b.ts", "test/a.test.ts", "docs/guide/start.md", "näme x.ts");

const thread: fc.Arbitrary<Thread> = fc.record({
  id: fc.nat(30).map((n) => `t${n}`),
  title: text,
  rank: fc.nat(3),
  topics: words,
  summary: text,
  files: fc.array(path, { maxLength: 3 }),
  seen: fc.constant([]),
  words: fc.constant([]),
  norm: fc.constant(1),
  branches: fc.constant([]),
  sessions: fc.array(fc.constantFrom("s1", "s2"), { maxLength: 2 }),
  turns: fc.nat(9),
  worked: fc.nat(9),
  firstAt: fc.constant(0),
  lastAt: fc.nat(9_000),
});

const pin: fc.Arbitrary<Pin> = fc.record({
  id: fc.uuid(),
  text,
  priority: fc.constantFrom("high" as const, "normal" as const, "low" as const),
  createdAt: fc.nat(9_000),
});

const fact: fc.Arbitrary<DeclaredFact> = fc.record(
  {
    id: fc.uuid(),
    kind: fc.constantFrom(
      "decision" as const,
      "blocker" as const,
      "next" as const,
      "done" as const,
      "fact" as const,
      "convention" as const,
      "command" as const,
    ),
    text,
    reason: text,
    rejected: fc.array(text, { maxLength: 3 }),
    by: fc.constantFrom("user" as const, "agent" as const),
    at: fc.nat(9_000),
    session: fc.constant("s1"),
  },
  { requiredKeys: ["id", "kind", "text", "by", "at", "session"] },
);

const decision: fc.Arbitrary<MadeDecision> = fc.record(
  {
    choice: text,
    reason: text,
    rejected: fc.array(text, { maxLength: 3 }),
    session: fc.constantFrom("s1", "s2"),
  },
  { requiredKeys: ["choice", "rejected", "session"] },
);

const rules = words.map((list) => list.map((rule, at) => ({ id: `r${at}`, text: rule, at })));

const world: fc.Arbitrary<World> = fc
  .record({
    file: fc.constantFrom("same" as const, "changed" as const, "gone" as const, "unknown" as const),
    branch: fc.constantFrom("here" as const, "merged" as const, "deleted" as const, "unknown" as const),
    commits: fc.option(fc.record({ count: fc.nat(30), subjects: words, files: fc.array(path) }), {
      nil: undefined,
    }),
  })
  .map(({ file, branch, commits }) => ({
    file: (name: string) => (name.startsWith("src/") ? file : "unknown"),
    branch: () => branch,
    ...(commits === undefined ? {} : { commits }),
  }));

const memory: fc.Arbitrary<Memory> = fc.record({
  id: fc.constant("e1.fix"),
  kind: fc.constantFrom(...MEMORY_KINDS),
  by: fc.constantFrom("user" as const, "agent" as const, "tool" as const),
  at: fc.constant(NOW - 60_000),
  session: fc.constant("s9"),
  author: fc.constant("device"),
  files: fc.array(path, { maxLength: 3 }),
  text,
});

const said: fc.Arbitrary<NoteContent> = fc.record(
  {
    is: fc.constant("said" as const),
    by: fc.constantFrom("user" as const, "agent" as const),
    text: fc.oneof(text, fc.lorem({ mode: "sentences", maxCount: 2 })),
    label: fc.constantFrom(...LABELS),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
    isSure: fc.constant(true as const),
    isPasted: fc.constant(true as const),
    isMidway: fc.constant(true as const),
    heading: fc.oneof(fc.constant(""), text),
    isBullet: fc.boolean(),
    index: fc.nat(9),
    count: fc.integer({ min: 10, max: 20 }),
  },
  { requiredKeys: ["is", "by", "text", "label", "chance", "heading", "isBullet", "index", "count"] },
);

const done: fc.Arbitrary<NoteContent> = fc.oneof(
  fc.record({ is: fc.constant("answer" as const), question: text, choice: text, others: words }),
  fc.record({ is: fc.constant("refusal" as const), tool: fc.constant("Bash"), target: text, words: text }),
  fc.record({
    is: fc.constant("plan" as const),
    verdict: fc.constantFrom("accepted" as const, "rejected" as const, "given" as const),
    title: text,
    steps: words,
    words: text,
  }),
  fc.record({ is: fc.constant("commit" as const), sha: fc.constant("1a2b3c4"), branch: text, subject: text }),
  fc.record({
    is: fc.constant("pull-request" as const),
    number: fc.constantFrom("", "7"),
    title: text,
    state: fc.constantFrom("opened" as const, "merged" as const, "failing" as const),
  }),
);

const note: fc.Arbitrary<Note> = fc
  .tuple(fc.uuid(), fc.oneof(said, done))
  .map(([event, content]) => ({ event, at: NOW - 60_000, ...content }));

/** Turns of other sessions, the latest first. */
const turns: fc.Arbitrary<readonly TurnNotes[]> = fc.array(
  fc.record({
    session: fc.constantFrom("s1", "s2"),
    turn: fc.uuid(),
    n: fc.nat(9),
    at: fc.constant(NOW - 60_000),
    branch: fc.constantFrom("main", "feat/retry"),
    edited: fc.array(path, { maxLength: 3 }),
    notes: fc.array(note, { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 4 },
);

/** Any situation: whatever was recorded, declared and found, in either language and style. */
export const situations: fc.Arbitrary<Situation> = fc
  .record(
    {
      kind: fc.constantFrom(...KINDS),
      style: fc.constantFrom("prose" as const, "codes" as const),
      language: fc.constantFrom("en" as const, "fr" as const),
      project: text,
      elapsed: fc.oneof(fc.nat(7_200_000), fc.nat(20 * 24 * 3_600_000)),
      branch: text,
      interrupted: fc.record(
        {
          target: text,
          elapsed: fc.nat(9_000_000),
          session: fc.constantFrom("s1", "s2"),
          item: fc.constant("cut:s1:4"),
          files: fc.array(
            fc.record({
              path: fc.oneof(path, text),
              verdict: fc.constantFrom("changed" as const, "gone" as const, "same" as const),
            }),
            { maxLength: 5 },
          ),
          back: fc.record({ id: fc.nat(999).map((n) => `c${n}`), edited: fc.nat(3) }),
        },
        { requiredKeys: [] },
      ),
      hot: thread,
      threads: fc.array(thread, { maxLength: 5 }),
      pins: fc.array(pin, { maxLength: 8 }),
      facts: fc.array(fact, { maxLength: 12 }),
      decisions: fc.array(decision, { maxLength: 6 }),
      rules,
      extra: fc.array(text.map(profileOf), { maxLength: 1 }),
      world,
      prompt: text,
      known: fc.constantFrom("retry", "téléversement"),
      recalled: memory,
      synthesis: text,
      told: fc
        .array(fc.constantFrom("file:src/a.ts", "run:npm test", "thread:t1"))
        .map((keys) => new Set(keys)),
      past: events,
      earlier: turns,
    },
    {
      requiredKeys: [
        "kind",
        "style",
        "language",
        "project",
        "elapsed",
        "threads",
        "pins",
        "rules",
        "facts",
        "extra",
        "decisions",
        "world",
        "told",
        "past",
        "earlier",
      ],
    },
  )
  .map(({ past, earlier, decisions, ...rest }) => {
    const left = recorded(past, rest.kind);
    const told = rest.kind === "prompt" ? [] : [...left.turns, ...earlier];
    return { ...rest, now: NOW, ...left, turns: told, decisions };
  });
