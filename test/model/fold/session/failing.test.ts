import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import type { Memory } from "../../../../src/model/fold/memory/memory-state.js";
import type { CheckNote } from "../../../../src/model/fold/session/note.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import { envelop } from "../envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const stop = (message: string): Draft => ({ type: "turn.ended", data: { message } });
const edit: Draft = {
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: ["src/a.ts"], ok: true },
};
const run = (command: string, ok = true, output = "", interrupted?: boolean): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command, ok, output, interrupted },
});

function fold(...events: TidemarkEvent[]): { state: SessionState; memories: readonly Memory[] } {
  const [first, ...rest] = events;
  if (first === undefined) throw new Error("A session needs an event.");
  return foldSession(undefined, [first, ...rest]);
}

function tell(...drafts: Draft[]): SessionState {
  return fold(...drafts.map(envelop)).state;
}

const failing = (...drafts: Draft[]) => tell(...drafts).blockers.map(({ command }) => command);
const checksOf = ({ turn }: SessionState): CheckNote[] =>
  (turn.notes ?? []).filter((note) => note.is === "check");

const NODE_FAILED = "# tests 3\n# pass 2\n# fail 1";

describe("a failing check", () => {
  test.each([
    ["npm test", "npm run test"],
    ["npm run test", "pnpm test"],
    ["pytest", "python -m pytest"],
    ["python3 -m pytest", "uv run pytest -q"],
    ["pytest tests/", "pytest"],
    ["pytest tests/test_a.py", "pytest tests/"],
    ["go test ./store", "go test ./..."],
    ["npm test -- auth", "npm test"],
    ["cd /work/box && npm test 2>&1 | tail -20", "npm test"],
    ["npm test 2>&1", "CI=1 npm test | tee out.log; exit $code"],
  ])("%j is cleared by %j", (before, after) => {
    const output = "12 passed";
    expect(failing(run(before, false, "Error: boom"), run(after, true, output))).toEqual([]);
  });

  test.each([
    ["npm test", "npm test -- auth"],
    ["npm test", "npm run lint"],
    ["go test ./store", "go test ./parse"],
  ])("%j is not cleared by %j", (before, after) => {
    expect(failing(run(before, false, "Error: boom"), run(after))).toEqual([before]);
  });

  test("is not cleared by a pipe that hides the failure", () => {
    const failed = run("npm test", false, `error: '100.4 == 100'\n${NODE_FAILED}`);
    const { state, memories } = fold(
      ...[failed, run("npm test 2>&1 | tail -12", true, NODE_FAILED)].map(envelop),
    );
    expect(state.blockers).toMatchObject([{ command: "npm test" }]);
    expect(memories).toEqual([]);
  });

  test.each([
    ["mise run lint:full", "mise ERROR no task lint:full found"],
    ["npm run lint", 'npm error Missing script: "lint"'],
    ["make test", "make: *** No rule to make target 'test'.  Stop."],
  ])("%s is none if there is no such task", (command, output) => {
    expect(failing(run(command, false, output))).toEqual([]);
  });

  test("of a whole run takes the place of its parts", () => {
    expect(failing(run("pytest tests/test_a.py", false), run("pytest", false))).toEqual(["pytest"]);
  });

  test("in one package is not cleared by another package", () => {
    const at = (dir: string, draft: Draft, n: number) => ({ ...envelop(draft, n), dir });
    const failed = at("packages/api", run("npm test", false), 0);
    expect(fold(failed, at("packages/web", run("npm test"), 1)).state.blockers).toHaveLength(1);
    expect(fold(failed, at("packages/api", run("npm test"), 1)).state.blockers).toHaveLength(0);
  });

  test("of a chain is cleared when each part has passed", () => {
    const chain = run("npm run lint && npm test", false);
    expect(failing(chain, run("npm run lint"))).toEqual(["npm run lint && npm test"]);
    expect(failing(chain, run("npm run lint"), run("npm test"))).toEqual([]);
  });

  test.each([
    ["interrupted", run("npm test", false, "", true)],
    [
      "refused",
      run("npm test", false, "The user doesn't want to proceed with this tool use. It was rejected."),
    ],
    [
      "not permitted",
      run("npm test", false, "Permission to use Bash with command npm test has been denied."),
    ],
    [
      "cancelled",
      run(
        "npm test",
        false,
        "<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>",
      ),
    ],
  ])("is not one that was %s", (_, draft) => {
    const state = tell(prompt("test it"), draft);
    expect(state.blockers).toEqual([]);
    expect(checksOf(state)).toEqual([]);
  });
});

describe("a closing message", () => {
  const failed = run("make check", false, "Error: boom");
  test.each([
    ["All 12 tests pass.", true],
    ["The tests pass now.", true],
    ["Fixed the parser; tests are green again.", true],
    ["Les 12 tests passent.", true],
    ["Tests should pass now.", false],
    ["Once the tests pass, I commit.", false],
    ["11 tests pass, 1 fails.", false],
    ["All tests pass except the one for dates.", false],
    ["Shall I make the tests pass?", false],
  ])("%j after an unseen run clears: %s", (message, cleared) => {
    const drafts = [
      prompt("fix it"),
      run("npm test", false, "Error: boom"),
      edit,
      run("npm test | tail -1", true, "Duration 812ms"),
    ];
    expect(failing(...drafts, stop(message))).toEqual(cleared ? [] : ["npm test"]);
  });

  test("clears nothing if the last run of the turn failed", () => {
    expect(
      failing(prompt("fix it"), run("npm test", false, "Error: boom"), edit, stop("All tests pass.")),
    ).toEqual(["npm test"]);
  });

  test("with a run of another command as evidence", () => {
    const passed = run("npx vitest run", true, "      Tests  12 passed (12)");
    expect(failing(prompt("fix it"), failed, edit, passed, stop("Everything passes."))).toEqual([]);
    expect(failing(prompt("fix it"), failed, edit, passed, stop("Done."))).toEqual(["make check"]);
  });

  test("clears what failed in an earlier turn, and leaves a note of it", () => {
    const state = tell(
      prompt("fix it"),
      run("npm test", false, "Error: boom"),
      prompt("go on"),
      edit,
      stop("All tests pass."),
    );
    expect(state.blockers).toEqual([]);
    expect(checksOf(state)).toMatchObject([{ runner: "test", scope: "", ok: true }]);
  });
});

describe("the notes of a turn", () => {
  test("have the last result of each check", () => {
    const state = tell(
      prompt("fix it"),
      run("npm test", false, "Error: boom"),
      run("npm run lint"),
      run("npm run test", true, "12 passed"),
      run("npm test -- auth", false, "Error: no token"),
    );
    expect(
      checksOf(state).map(({ event, at, ...note }: CheckNote & { event?: string; at?: number }) => note),
    ).toEqual([
      { is: "check", runner: "lint", scope: "", command: "npm run lint", ok: true, error: "" },
      { is: "check", runner: "test", scope: "", command: "npm run test", ok: true, error: "" },
      {
        is: "check",
        runner: "test",
        scope: "auth",
        command: "npm test -- auth",
        ok: false,
        error: "Error: no token",
      },
    ]);
  });
});

describe("what works", () => {
  test("is remembered again after it has failed", () => {
    const texts = fold(
      ...[run("npm test"), run("npm test", false), run("npm test", true, "9 passed")].map(envelop),
    ).memories.flatMap(({ kind, text }) => (kind === "command" ? [text] : []));
    expect(texts).toHaveLength(2);
  });

  test("nothing is known to work if its end was not seen", () => {
    expect(fold(envelop(run("npm test | tail -1", true, "Duration 2s"), 0)).memories).toEqual([]);
  });
});
