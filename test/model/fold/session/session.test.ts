import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import { foldProject } from "../../../../src/model/fold/project.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import { hasDied, statusOf } from "../../../../src/model/fold/session/status.js";
import { events } from "../../../event-arbitrary.js";
import { envelop } from "../envelop.js";

function tell(...drafts: [Draft, ...Draft[]]): SessionState {
  const [first, ...rest] = drafts;
  return foldSession(undefined, [envelop(first, 0), ...rest.map((draft, index) => envelop(draft, index + 1))])
    .state;
}

function foldAll(before: SessionState | undefined, list: readonly TidemarkEvent[]): SessionState | undefined {
  const [first, ...rest] = list;
  return first === undefined ? before : foldSession(before, [first, ...rest]).state;
}

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const edit = (path: string, change = "", added = 1): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true, added, removed: 0, change },
});
const run = (command: string, ok = true, output = ""): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command, ok, output },
});
const begin = (command: string, call: string): Draft => ({
  type: "tool.started",
  data: { tool: "Bash", action: "shell", command, call },
});

describe("a session", () => {
  test("knows the last request, in 200 characters and on one line", () => {
    expect(tell(prompt(`fix\n\n the ${"x".repeat(300)}`)).work.request).toMatch(/^fix the x{191}…$/);
  });

  test("thanks, and the answer to it, leave request and closing words", () => {
    const stop = (message: string): Draft => ({ type: "turn.ended", data: { message } });
    const said = (text: string): Draft => ({ type: "message.said", data: { text } });
    const worked = [prompt("add a button"), edit("a.ts"), stop("The button is there.")] as const;
    for (const [thanks, answer] of [
      ["thanks a lot!", "You're welcome! Have fun with the button."],
      ["merci", "De rien !"],
      ["ok", "Okay."],
    ] as const) {
      const state = tell(...worked, prompt(thanks), said(answer), stop(answer));
      expect(state.work.request).toBe("add a button");
      expect(state.closing?.text).toBe("The button is there.");
      expect(state.turn.closing).toBe(answer);
    }
    const more = tell(...worked, prompt("thanks"), edit("b.ts"), stop("It is blue now."));
    expect(more.closing?.text).toBe("It is blue now.");
  });

  test("a slash command is no request", () => {
    expect(tell(prompt("add a button"), prompt("/compact")).work.request).toBe("add a button");
  });

  test('"go on" does not replace what is to be done, and stands where nothing was asked', () => {
    expect(tell(prompt("add a button"), prompt("yes"), prompt("ok continue")).work.request).toBe(
      "add a button",
    );
    expect(tell(prompt("continue")).work.request).toBe("continue");
  });

  test("keeps changed files with their summary, newest last, sixty of them", () => {
    const state = tell(
      edit("src/a.ts", "+export function parseHeader(line: string) {", 12),
      ...Array.from({ length: 65 }, (_, i) => edit(`src/${i}.ts`)),
    );
    expect(state.files).toHaveLength(60);
    expect(state.files.at(-1)?.path).toBe("src/64.ts");
    expect(tell(edit("src/a.ts", "+export function parseHeader(line: string) {", 12)).files[0]?.summary).toBe(
      "+12 in parseHeader",
    );
  });

  test("counts files that a shell command changed", () => {
    expect(tell(run("sed -i 's/a/b/' src/config.ts")).files.map((file) => file.path)).toEqual([
      "src/config.ts",
    ]);
  });

  test("a failing command blocks until it passes", () => {
    const failing = tell(prompt("test it"), run("npm test", false, "Error: no"));
    expect(failing.blockers).toMatchObject([{ command: "npm test", output: "Error: no" }]);
    expect(tell(run("npm test", false), run("npm test")).blockers).toEqual([]);
    expect(tell(run("npm test", false), run("npm run build")).blockers).toHaveLength(1);
    expect(tell(run("grep nothing here", false)).blockers).toEqual([]);
    // Which part of a chain failed is not known: another's success does not clear it.
    const chain = tell(run("npm run lint && npm test", false), run("npm run lint"));
    expect(chain.blockers).toMatchObject([{ command: "npm run lint && npm test" }]);
    // A pipe hides the exit code; the runner's own words do not.
    expect(tell(run("npm test 2>&1 | tail -5", true, "3 failed\nFAIL users.test.ts")).blockers).toHaveLength(
      1,
    );
    expect(
      tell(run("npm test | tail", true, "3 failed"), run("npm test", true, "9 passed")).blockers,
    ).toEqual([]);
  });

  test("an open tool call is running until it ends, the turn ends or the user goes on", () => {
    expect(tell(begin("sleep 60", "c1")).running).toMatchObject([{ call: "c1", target: "sleep 60" }]);
    const ended: Draft = {
      type: "tool.finished",
      data: { tool: "Bash", action: "shell", command: "sleep 60", call: "c1", ok: true },
    };
    expect(tell(begin("sleep 60", "c1"), ended).running).toEqual([]);
    expect(tell(begin("sleep 60", "c1"), prompt("stop that")).running).toEqual([]);
    expect(tell(begin("sleep 60", "c1"), { type: "turn.ended", data: { message: "" } }).running).toEqual([]);
  });

  test("the plan follows the agent's own list and its changes by key", () => {
    const whole: Draft = {
      type: "plan.updated",
      data: {
        mode: "whole",
        items: [
          { text: "one", status: "done" },
          { text: "two", status: "open" },
        ],
      },
    };
    expect(tell(whole).plan.map((item) => item.status)).toEqual(["done", "open"]);
    const add: Draft = {
      type: "plan.updated",
      data: { mode: "add", items: [{ key: "7", text: "three", status: "open" }] },
    };
    const done: Draft = {
      type: "plan.updated",
      data: { mode: "change", items: [{ key: "7", status: "done" }] },
    };
    expect(tell(whole, add, done).plan.at(-1)).toEqual({ key: "7", text: "three", status: "done" });
    const dropped: Draft = {
      type: "plan.updated",
      data: { mode: "change", items: [{ key: "7", status: "dropped" }] },
    };
    expect(tell(whole, add, dropped).plan).toHaveLength(2);
  });

  test("remembers how it was left when it starts again", () => {
    const state = tell(prompt("go"), begin("npm run migrate", "c1"), {
      type: "session.started",
      data: { source: "resume" },
    });
    expect(state.left).toMatchObject({ busy: true, running: [{ target: "npm run migrate" }] });
    expect(state.running).toEqual([]);
  });
});

describe("the status of a session", () => {
  const minute = 60_000;
  const busy = tell(prompt("go"), begin("npm test", "c1"));
  const done = tell(prompt("go"), { type: "turn.ended", data: { message: "done" } });
  const ended = tell(prompt("go"), { type: "session.ended", data: { reason: "other" } });

  test.each([
    ["at work", busy, 1, true, "active"],
    ["at work for long, its agent alive", busy, 600, true, "active"],
    ["in the middle, its agent gone", busy, 1, false, "crashed"],
    ["in the middle, nothing known of its agent, silent for long", busy, 45, undefined, "crashed"],
    ["in the middle, nothing known of its agent, silent for a while", busy, 20, undefined, "idle"],
    ["finished a moment ago", done, 1, undefined, "active"],
    ["finished a while ago", done, 6, undefined, "idle"],
    ["finished, its agent gone", done, 6, false, "idle"],
    ["finished a moment ago, its agent gone", done, 1, false, "idle"],
    ["ended", ended, 1, false, "ended"],
    ["ended, almost a week ago", ended, 7 * 1_440 - 1, false, "ended"],
    ["ended, over a week ago", ended, 7 * 1_440 + 1, false, "archived"],
    ["died over a week ago", busy, 7 * 1_440 + 1, false, "archived"],
    ["silent for over a week, though a process has its number", busy, 7 * 1_440 + 1, true, "archived"],
  ] as const)("%s: %#", (_, state, minutes, alive, status) => {
    expect(statusOf(state, state.lastAt + minutes * minute, alive)).toBe(status);
  });

  test("one that died is known to have, however long ago", () => {
    expect(hasDied(busy, busy.lastAt + 30 * 1_440 * minute, undefined)).toBe(true);
    expect(hasDied(busy, busy.lastAt + minute, true)).toBe(false);
    expect(hasDied(ended, ended.lastAt + minute, false)).toBe(false);
  });

  test("a clock that went back makes nothing negative", () => {
    expect(statusOf(done, done.lastAt - 600 * minute, undefined)).toBe("active");
  });
});

describe("folding", () => {
  test("split anywhere and resumed from JSON is the whole", () => {
    fc.assert(
      fc.property(events, fc.nat(60), (list, cut) => {
        const own = list.filter((event) => event.session === "s1" && event.project === "p");
        const whole = foldAll(undefined, own);
        const first = foldAll(undefined, own.slice(0, cut));
        const kept = first === undefined ? undefined : JSON.parse(JSON.stringify(first));
        const resumed = foldAll(kept, own.slice(cut));
        expect(JSON.stringify(resumed)).toBe(JSON.stringify(whole));
      }),
    );
  });

  test("a session's state stays small, whatever happens", () => {
    fc.assert(
      fc.property(events, (list) => {
        const state = foldAll(undefined, list);
        expect(JSON.stringify(state ?? null).length).toBeLessThan(40_000);
      }),
    );
  });

  test("a project's state does not depend on the order of arrival", () => {
    fc.assert(
      fc.property(
        events.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const own = (all: TidemarkEvent[]) => {
            const [first, ...rest] = all.filter((event) => event.project === "p");
            return first === undefined ? undefined : foldProject(undefined, [first, ...rest]);
          };
          expect(own(shuffled)).toEqual(own(list));
        },
      ),
    );
  });
});

test("functions that a here-document writes are named with their classes", () => {
  const body = "class Ledger:\n    def post(self):\n        pass\n\ndef main():\n    pass\n";
  const { symbols } = tell(prompt("write the ledger"), run(`cat > src/ledger.py <<'PY'\n${body}PY`));
  expect(symbols).toEqual(["Ledger", "Ledger.post", "main"]);
  expect(tell(prompt("look"), run(`python3 - <<'PY'\n${body}PY`)).symbols).toEqual([]);
});
