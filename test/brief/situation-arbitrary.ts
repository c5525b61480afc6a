import fc from "fast-check";
import { viewFrom } from "../../src/brief/choose/view.js";
import type { MadeDecision, Situation } from "../../src/brief/situation.js";
import type { TidemarkEvent } from "../../src/event/registry.js";
import type { World } from "../../src/host/world.js";
import type { Pin } from "../../src/model/fold/declared/declared.js";
import type { DeclaredFact } from "../../src/model/fold/declared/declared-fact.js";
import { foldFootprint } from "../../src/model/fold/footprint/footprint.js";
import { MEMORY_KINDS, type Memory } from "../../src/model/fold/memory/memory-state.js";
import { foldSession } from "../../src/model/fold/session/session.js";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import type { Thread } from "../../src/model/fold/thread/thread-state.js";
import type { Kind } from "../../src/render/phrase.js";
import { events } from "../event-arbitrary.js";
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
const NOW = 1_900_000_000_000;

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
      ],
    },
  )
  .map(({ past, decisions, ...rest }) => ({ ...rest, now: NOW, ...recorded(past, rest.kind), decisions }));

/** The state and the view that events leave. */
export function recorded(
  past: readonly TidemarkEvent[],
  kind: Kind,
  prompt?: string,
): Pick<Situation, "about" | "plan" | "decisions" | "view"> {
  const about = foldAll(past);
  if (about === undefined || kind === "first") return { plan: [], decisions: [] };
  const view = viewFrom({
    walks: [{ session: about.session, footprint: foldFootprint(undefined, past) }],
    states: [about],
    moment: kind === "compact" || kind === "resume" ? "going" : kind === "prompt" ? "prompt" : "start",
    session: kind === "compact" || kind === "resume" ? about.session : "asking",
    now: NOW,
    ...(prompt === undefined ? {} : { prompt }),
  });
  const decisions = about.found.decisions.map((made) => ({ ...made, session: about.session })).reverse();
  return { about, plan: about.plan, decisions, view };
}

function foldAll([first, ...rest]: readonly TidemarkEvent[]): SessionState | undefined {
  return first === undefined ? undefined : foldSession(undefined, [first, ...rest]).state;
}
