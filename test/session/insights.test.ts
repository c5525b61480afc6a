import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import type { Insights } from "../../src/model/fold/insight/insight.js";
import { errorKey } from "../../src/model/fold/insight/insight-error.js";
import { openInMemory } from "../../src/model/store/open.js";
import { insights } from "../../src/session/insights.js";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** A journal that is told session by session, each a day after the one before. */
class History {
  readonly #home = join(mkdtempSync(join(tmpdir(), "tidemark-insights-")), "home");
  #at = 100 * DAY;

  session(session: string, turns: readonly (readonly Draft[])[], project = "p"): this {
    this.#at += DAY;
    const tell = (draft: Draft, after = 1_000) => {
      this.#at += after;
      append(this.#home, [draft], { at: this.#at, project, session, agent: "claude" });
    };
    tell({ type: "session.started", data: { source: "startup" } });
    for (const [n, drafts] of turns.entries()) {
      tell({ type: "prompt.submitted", data: { text: `request ${n} of ${session}` } }, MINUTE);
      for (const draft of drafts) tell(draft);
    }
    return this;
  }

  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  look(filter: { project?: string; since?: number } = {}): Insights {
    const store = openInMemory();
    drain(this.#home, store);
    return insights(store, { since: 0, now: this.#at + MINUTE, ...filter });
  }
}

const stop: Draft = { type: "turn.ended", data: { message: "I looked into it." } };

function run(command: string, ok: boolean, output = ""): Draft {
  return { type: "tool.finished", data: { tool: "Bash", action: "shell", command, ok, output } };
}

function edit(path: string): Draft {
  const use = { tool: "Edit", action: "edit" as const, paths: [path], added: 2, removed: 1 };
  return { type: "tool.finished", data: { ...use, ok: true, change: "+const a = 1;\n-const a = 2;" } };
}

const refused = (port: number) => `Error: connect ECONNREFUSED 127.0.0.1:${port}`;

describe("insights", () => {
  test("of nothing are nothing, and advise nothing", () => {
    const none = new History().look();
    expect(none).toMatchObject({ sessions: 0, turns: 0, errors: [], files: [], advice: [] });
    expect(none.stalls).toMatchObject({ loops: [], waits: [], kinds: [], crashed: [] });
    expect(none.told).toMatchObject({ injections: 0, said: 0, used: 0 });
    expect(new History().session("empty", []).look().sessions).toBe(0);
  });

  test("tell an error that comes back in other words, and what mended it", () => {
    const found = new History()
      .session("one", [[run("npm test", false, refused(5432)), stop]])
      .session("two", [
        [run("npm test", false, refused(6543)), edit("docker-compose.yml"), run("npm test", true), stop],
      ])
      .session("three", [[run("npm run lint", false, "src/a.ts:3:1 error Unexpected any"), stop]])
      .look();
    expect(found.errors).toHaveLength(1);
    const [error] = found.errors;
    expect(error).toMatchObject({ times: 2, sessions: ["one", "two"], commands: ["npm test"] });
    expect(error?.error).toContain("6543");
    expect(error?.fix).toContain("docker-compose.yml");
    expect(found.advice[0]).toMatchObject({
      about: "error",
      text: expect.stringContaining("docker-compose.yml"),
    });
  });

  test("count a failure that lasts over turns and is mended in the end as one", () => {
    const found = new History()
      .session("one", [
        [run("npm test", false, refused(1)), stop],
        [edit("src/a.ts"), run("npm test", true), stop],
      ])
      .session("two", [[run("npm test", false, refused(2)), stop]])
      .look();
    expect(found.errors[0]?.times).toBe(2);
  });

  test("name files that are changed again and again, those in failing turns first", () => {
    const calm = [edit("src/calm.ts"), stop];
    const rough = [edit("src/rough.ts"), run("npm test", false, "Error: no"), stop];
    const found = new History()
      .session("one", [
        calm,
        rough,
        calm,
        rough,
        [run("git checkout -- .", true), edit("src/rough.ts"), stop],
      ])
      .session("two", [calm, rough, calm, [edit("src/once.ts"), stop]])
      .look();
    expect(found.files.map(({ path }) => path)).toEqual(["src/rough.ts", "src/calm.ts"]);
    expect(found.files[0]).toMatchObject({ turns: 4, sessions: 2, failing: 3, undone: 1 });
    expect(found.files[1]).toMatchObject({ turns: 4, failing: 0, undone: 0, added: 8, removed: 4 });
    expect(found.advice.map(({ about }) => about)).toContain("file");
  });

  test("see loops of failures, repeats, long waits, interruptions and crashes", () => {
    const failing = run("npm run build", false, "Error: no such file");
    const found = new History()
      .session("loops", [
        [failing, edit("a.ts"), failing, failing, run("npm run build", true), stop],
        [run("cargo test", false), run("cargo test", false), run("cargo test", true), stop],
      ])
      .session("repeats", [[...Array.from({ length: 9 }, () => run("make check", true)), stop]])
      .session("interrupted", [[edit("a.ts")], [edit("b.ts"), stop]])
      .session("crashed", [[{ type: "tool.started", data: { call: "x", tool: "Bash", action: "shell" } }]])
      .wait(DAY)
      .look();
    expect(found.stalls.loops).toMatchObject([
      { session: "loops", command: "npm run build", kind: "build", attempts: 3, passed: true },
    ]);
    expect(found.stalls.repeats).toMatchObject([{ session: "repeats", command: "make check", times: 9 }]);
    expect(found.stalls.kinds.find(({ kind }) => kind === "build")).toMatchObject({
      runs: 4,
      failures: 3,
      looped: 3,
    });
    expect(found.stalls.interrupted).toEqual({ turns: 1, of: 5 });
    expect(found.stalls.crashed).toEqual(["crashed"]);
  });

  test("take a turn that ended without a word as ended", () => {
    const silent: Draft = { type: "turn.ended", data: { message: "" } };
    const found = new History().session("quiet", [[edit("a.ts"), silent], [silent], [silent]]).look();
    expect(found.stalls.interrupted).toEqual({ turns: 0, of: 3 });
  });

  test("count what was told by what was used of it, and name what never is", () => {
    const told = (items: string[]): Draft => ({
      type: "injection.made",
      data: { surface: "start", chars: 90, keys: ["choice"], items },
    });
    const items = ["file:src/a.ts", "file:src/old.ts", "run:npm test"];
    const history = new History();
    for (const name of ["one", "two", "three"])
      history.session(name, [[told(items), edit("src/a.ts"), run("npm test", true), stop]]);
    const { told: use } = history.look();
    expect(use).toMatchObject({ injections: 3, said: 9, used: 6 });
    expect(use.kinds).toMatchObject({ file: { said: 6, used: 3 }, run: { said: 3, used: 3 } });
    expect(use.unused).toEqual([{ item: "file:src/old.ts", times: 3 }]);
  });

  test("are of one project unless of all, and of the time asked for", () => {
    const failing = [run("npm test", false, refused(1)), stop];
    const history = new History()
      .session("a", [failing], "p")
      .session("b", [failing], "q")
      .wait(30 * DAY)
      .session("c", [failing], "p");
    expect(history.look({ project: "p" }).errors[0]?.sessions).toEqual(["a", "c"]);
    expect(history.look().errors[0]).toMatchObject({ sessions: ["a", "b", "c"], projects: ["p", "q"] });
    expect(history.look({ since: 110 * DAY })).toMatchObject({ sessions: 1, errors: [] });
  });
});

test("an error is the same whatever numbers, places and names it has in it", () => {
  const same = [
    [
      "src/a.ts(12,3): error TS2304: Cannot find name 'x'.",
      "lib/b/c.ts(7,1): error TS2304: Cannot find name 'y'.",
    ],
    ["timeout of 2000ms exceeded", "timeout of 5000ms exceeded"],
    ["object 1f2e3d4c5b6a7f not found", "object aabbccddeeff00 not found"],
  ] as const;
  for (const [one, other] of same) expect(errorKey(one)).toBe(errorKey(other));
  expect(errorKey("Cannot find name 'x'")).not.toBe(errorKey("Cannot find module 'x'"));
});
