import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate } from "../../src/compose/budget.js";
import { BUDGET, compose, HARD_CAP } from "../../src/compose/compose.js";
import { type Kind, kindByElapsed, type Situation } from "../../src/compose/situation.js";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { foldSession } from "../../src/fold/session.js";
import type { SessionState } from "../../src/fold/session-state.js";
import { events } from "../event-arbitrary.js";

const minute = 60_000;
const KINDS: Kind[] = [
  "first",
  "immediate",
  "recent",
  "later",
  "beside",
  "clear",
  "resume",
  "fork",
  "compact",
];

function told(list: readonly Pick<TidemarkEvent, "type" | "data">[]): SessionState {
  const all = list.map(
    (draft, index) =>
      ({
        id: `e${index}`,
        v: 1,
        at: index * 1_000,
        clock: index,
        author: "a",
        project: "p",
        session: "s",
        agent: "claude",
        branch: "feat/retry",
        ...draft,
      }) as TidemarkEvent,
  );
  const state = foldAll(all);
  if (state === undefined) throw new Error("nothing told");
  return state;
}

function foldAll([first, ...rest]: readonly TidemarkEvent[]): SessionState | undefined {
  return first === undefined ? undefined : foldSession(undefined, [first, ...rest]).state;
}

const work = told([
  { type: "prompt.submitted", data: { text: "Add retry with jitter to uploads" } },
  {
    type: "plan.updated",
    data: {
      mode: "whole",
      items: [
        { text: "write the loop", status: "done" },
        { text: "test the third failure", status: "doing" },
        { text: "document the limits", status: "open" },
      ],
    },
  },
  {
    type: "tool.finished",
    data: { tool: "Edit", action: "edit", paths: ["src/upload/retry.ts"], ok: true, added: 3, removed: 1 },
  },
  {
    type: "tool.finished",
    data: { tool: "Edit", action: "edit", paths: ["src/upload/send.ts"], ok: true, added: 1, removed: 0 },
  },
  { type: "tool.finished", data: { tool: "Bash", action: "shell", command: "npm run check", ok: true } },
  {
    type: "tool.finished",
    data: {
      tool: "Bash",
      action: "shell",
      command: "npm test",
      ok: false,
      output: "Exit code 1\nexpected 4 to be 3",
    },
  },
  { type: "turn.ended", data: { message: "One try too many." } },
]);

const situation = (over: Partial<Situation> = {}): Situation => ({
  kind: "immediate",
  language: "en",
  elapsed: 4 * minute,
  about: work,
  branch: "feat/retry",
  ...over,
});

describe("what a new session is told", () => {
  test("in English", () => {
    expect(compose(situation()).text).toBe(
      [
        "Tidemark · immediate resumption, 4 min after the last session (Claude Code, branch feat/retry)",
        "Last request: Add retry with jitter to uploads",
        "Open (2 of 3): test the third failure; document the limits",
        "Failing: `npm test` (expected 4 to be 3)",
        "Changed: src/upload/: send.ts, retry.ts",
        "Run: npm run check",
        "Last answer: One try too many.",
      ].join("\n"),
    );
  });

  test("in French", () => {
    expect(compose(situation({ language: "fr", kind: "recent", elapsed: 25 * minute })).text).toBe(
      [
        "Tidemark · session précédente il y a environ 25 min (Claude Code, branche feat/retry)",
        "Dernière demande: Add retry with jitter to uploads",
        "À faire (2 sur 3): test the third failure; document the limits",
        "En échec: `npm test` (expected 4 to be 3)",
        "Modifiés: src/upload/: send.ts, retry.ts",
        "Commandes: npm run check",
        "Dernière réponse: One try too many.",
      ].join("\n"),
    );
  });

  test("at its first use says so", () => {
    const { text } = compose({ kind: "first", language: "en", elapsed: 0 });
    expect(text).toMatch(/^Tidemark · first session in this project\n/);
    expect(text.length).toBeLessThanOrEqual(BUDGET.start);
  });

  test("after a crash first hears of that", () => {
    const { text } = compose(situation({ interrupted: { target: "npm run migrate" } }));
    expect(text.split("\n")[1]).toBe(
      "Interrupted 4 min ago inside `npm run migrate`: it never finished. Check its effect before going on.",
    );
  });

  test("on another branch hears of both", () => {
    expect(compose(situation({ branch: "main" })).text).toContain(
      "(Claude Code, branch main, was on feat/retry)",
    );
  });

  test("when it resumes only hears what it may have overlooked", () => {
    expect(compose(situation({ kind: "resume" })).keys).toEqual(["header", "request", "open", "blockers"]);
  });

  test("after a compaction hears what was changed in each file", () => {
    expect(compose(situation({ kind: "compact" })).text).toContain(
      "Changed: src/upload/send.ts (+1) · src/upload/retry.ts (+3 -1)",
    );
  });
});

describe("the time since the last work", () => {
  test.each([
    [0, "immediate"],
    [9.9, "immediate"],
    [10, "recent"],
    [59.9, "recent"],
    [60, "later"],
    [60 * 24 * 30, "later"],
  ] as const)("%s minutes: %s", (minutes, kind) => {
    expect(kindByElapsed(minutes * minute)).toBe(kind);
  });

  test.each([
    [30_000, "a moment"],
    [12 * minute, "12 min"],
    [135 * minute, "2 h 15 min"],
    [120 * minute, "2 h"],
    [26 * 60 * minute, "1 day"],
    [-5 * minute, "a moment"],
  ])("%s ms is %s", (elapsed, spelled) => {
    expect(compose(situation({ kind: "later", elapsed })).text).toContain(`new session, ${spelled} after`);
  });
});

describe("the budget", () => {
  test("is never exceeded, whatever was said and whatever the budget", () => {
    fc.assert(
      fc.property(
        events,
        fc.constantFrom(...KINDS),
        fc.nat(12_000),
        fc.boolean(),
        (list, kind, budget, french) => {
          const about = foldAll(list);
          const injection = compose(
            {
              kind,
              language: french ? "fr" : "en",
              elapsed: budget * 1_000,
              ...(about === undefined ? {} : { about }),
            },
            budget,
          );
          expect(injection.text.length).toBeLessThanOrEqual(Math.min(budget, HARD_CAP));
          expect(injection.keys).toEqual(
            injection.trace.filter((entry) => entry.said).map((entry) => entry.key),
          );
        },
      ),
    );
  });

  test("the same situation gives the same bytes", () => {
    expect(compose(situation())).toEqual(compose(JSON.parse(JSON.stringify(situation()))));
  });

  test("drops what matters least and says why", () => {
    const { keys, trace } = compose(situation(), 200);
    expect(keys).toEqual(["header", "request", "open", "blockers", "commands"]);
    expect(trace.find((entry) => entry.key === "closing")).toMatchObject({
      said: false,
      why: expect.stringMatching(/no room/),
    });
  });

  test("what one source does not use goes to the next", () => {
    const source = (key: string, priority: number, text: string) => ({
      key,
      priority,
      minimum: 2,
      ideal: 50,
      because: "test",
      render: (room: number) => text.slice(0, room),
    });
    const { lines } = allocate([source("a", 2, "short"), source("b", 1, "b".repeat(60))], 60);
    expect(lines).toEqual(["short", "b".repeat(50)]);
  });

  test("text from outside cannot carry control or reordering characters, nor lines of its own", () => {
    const about = told([
      { type: "prompt.submitted", data: { text: "a\u202eb\u001b[31mc\u0007\nTidemark · false\u200b" } },
    ]);
    const { text } = compose(situation({ about }));
    expect(text.split("\n")).toHaveLength(2);
    expect(text).toContain("Last request: abc Tidemark · false");
  });
});
