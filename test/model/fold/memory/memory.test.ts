import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import type { Memory } from "../../../../src/model/fold/memory/memory-state.js";
import { type FoldedSession, foldSession } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import { shortId } from "../../../../src/model/fold/stamp.js";
import { envelop } from "../envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const stop = (message: string): Draft => ({ type: "turn.ended", data: { message } });
const end: Draft = { type: "session.ended", data: { reason: "other" } };
const edit = (path: string, change = "", added = 1, removed = 0): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true, added, removed, change },
});
const run = (command: string, ok = true, output = ""): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command, ok, output },
});

function tell(before: SessionState | undefined, events: readonly TidemarkEvent[]): FoldedSession | undefined {
  const [first, ...rest] = events;
  return first === undefined ? undefined : foldSession(before, [first, ...rest]);
}

function memoriesOf(...drafts: Draft[]): readonly Memory[] {
  return tell(undefined, drafts.map(envelop))?.memories ?? [];
}

function textsOf(kind: Memory["kind"], ...drafts: Draft[]): string[] {
  return memoriesOf(...drafts)
    .filter((memory) => memory.kind === kind)
    .map(({ text }) => text);
}

describe("what is remembered of prompts and answers", () => {
  test("a prompt as a whole, with where it comes from", () => {
    expect(memoriesOf(prompt("Fix the upload.\n\nIt fails on Windows."))).toEqual([
      {
        id: "e0.prompt",
        kind: "prompt",
        by: "user",
        at: 1_000,
        session: "s",
        author: "laptop",
        turn: shortId("e0"),
        branch: "main",
        files: [],
        text: "Fix the upload.\n\nIt fails on Windows.",
      },
    ]);
  });

  test.each([
    "go on",
    "thanks!",
    "ok",
    "merci",
    "/compact",
    "  ",
    "<task-notification>done</task-notification>",
  ])("nothing of %j", (text) => {
    expect(textsOf("prompt", prompt(text))).toEqual([]);
  });

  test("a slash command with its text", () => {
    expect(textsOf("prompt", prompt("/review the upload"))).toEqual(["/review the upload"]);
  });

  test("of a long prompt both ends, and what was pasted goes first", () => {
    const log = Array.from({ length: 200 }, (_, i) => `2026-11-16 10:00:00 request ${i} was served`).join(
      "\n",
    );
    const [pasted] = textsOf("prompt", prompt(`Why is it slow?\n${log}\nLook at the cache first.`));
    expect(pasted).toBe("Why is it slow?\nLook at the cache first.");
    const [long = ""] = textsOf("prompt", prompt(`Begin ${"word ".repeat(1_500)} finish`));
    expect(long.length).toBeLessThanOrEqual(4_000);
    expect(long).toMatch(/^Begin [\s\S]*finish$/);
  });

  test("an answer with the files of its turn, once, and no courtesy", () => {
    const answers = memoriesOf(
      prompt("add a button"),
      edit("src/a.ts"),
      stop("The button is there."),
      stop("The button is there."),
      prompt("thanks"),
      stop("You're welcome!"),
    ).filter(({ kind }) => kind === "answer");
    expect(answers).toMatchObject([
      {
        id: "e2.answer",
        by: "agent",
        text: "The button is there.",
        files: ["src/a.ts"],
        turn: shortId("e0"),
      },
    ]);
  });

  test("a plan and a summary", () => {
    const plan: Draft = { type: "plan.proposed", data: { text: "1. Write the parser" } };
    const summary: Draft = { type: "compaction.finished", data: { trigger: "auto", summary: "All of it." } };
    expect(memoriesOf(prompt("plan it"), plan, summary)).toMatchObject([
      { kind: "prompt" },
      { kind: "plan", by: "agent", text: "1. Write the parser" },
      { kind: "summary", by: "agent", text: "All of it." },
    ]);
  });
});

describe("what is remembered of findings", () => {
  test("a decision in its sentence, with what follows in others", () => {
    expect(
      textsOf(
        "decision",
        prompt("Let's use SQLite instead of Postgres for the queue because it needs no server."),
      ),
    ).toEqual(["Let's use SQLite instead of Postgres for the queue because it needs no server."]);
    expect(textsOf("decision", prompt("Decision: one file a day. Rejected: one file a session."))).toEqual([
      "Decision: one file a day. (not one file a session)",
    ]);
  });

  test("a decision in the sentence that decides it, not in the first that names it", () => {
    const said =
      "Login works with session cookies. We chose session cookies over JWT because they can be revoked.";
    expect(textsOf("decision", stop(said))).toEqual([
      "We chose session cookies over JWT because they can be revoked.",
    ]);
  });

  test("a decision that is only repeated is the same one", () => {
    const made = prompt("Let's use SQLite instead of Postgres.");
    expect(textsOf("decision", made, stop("I went with SQLite."))).toHaveLength(1);
    expect(textsOf("decision", made, prompt("Let's use SQLite because it needs no server."))).toHaveLength(2);
  });

  test("an obstacle, and how it was overcome", () => {
    const told = memoriesOf(
      prompt("run the suite"),
      stop("I'm blocked on the missing staging credentials, so nothing ran."),
      prompt("look in the vault"),
      stop("Resolved the missing staging credentials: they are read from the vault now."),
    );
    expect(told.filter(({ kind }) => kind === "blocker")).toMatchObject([
      { by: "agent", text: "I'm blocked on the missing staging credentials, so nothing ran." },
    ]);
    expect(told.filter(({ kind }) => kind === "fix")).toMatchObject([
      {
        by: "agent",
        text: "the missing staging credentials — resolved: Resolved the missing staging credentials: they are read from the vault now.",
      },
    ]);
  });

  test("how the user wants the work done", () => {
    expect(textsOf("convention", prompt("Fix the test. And always use pnpm, never npm."))).toEqual([
      "And always use pnpm, never npm.",
    ]);
  });
});

describe("what is remembered of the work", () => {
  const failed = (error: string) => run("npm test 2>&1 | tail -20", false, error);

  test("an error and what put it right, across turns", () => {
    const [fix, ...others] = memoriesOf(
      prompt("test it"),
      failed("TypeError: parse is not a function\n    at src/a.ts:3:1"),
      edit("src/a.ts", "+export function parse(text: string) {", 3, 1),
      failed("AssertionError: expected 3 to be 4"),
      stop("Still red."),
      prompt("go on"),
      edit("src/a.ts", "+export function parse(text: string) {", 2),
      edit("src/b.ts", "", 0, 4),
      run("npm install left-pad"),
      run("npm test", true, "9 passed"),
    ).filter(({ kind }) => kind === "fix");
    expect(others).toEqual([]);
    expect(fix).toMatchObject({
      id: "e9.fix",
      by: "tool",
      at: 10_000,
      files: ["src/a.ts", "src/b.ts"],
      text: "`npm test` failed: AssertionError: expected 3 to be 4 — fixed by: src/a.ts (+5 -1 in parse), src/b.ts (-4); ran `npm install left-pad`",
    });
  });

  test("no fix where nothing was done in between, or the command was stopped", () => {
    expect(textsOf("fix", failed("Error: no"), run("npm test"))).toEqual([]);
    expect(textsOf("fix", failed("Command aborted"), edit("a.ts"), run("npm test"))).toEqual([]);
    expect(textsOf("fix", failed("Error: no"), run("npm run lint"), run("npm test"))).toEqual([]);
  });

  test("the first failure's time stays, and the latest error", () => {
    const state = tell(undefined, [failed("Error: one"), failed("Error: two")].map(envelop))?.state;
    expect(state?.blockers).toMatchObject([{ at: 1_000, error: "Error: two" }]);
  });

  test("what still fails when a turn ends, once", () => {
    const texts = textsOf(
      "blocker",
      prompt("test it"),
      failed("Error: one"),
      run("npm run build", false, "Error: other"),
      run("npm run build"),
      stop("It fails."),
      prompt("try again"),
      failed("Error: one"),
      stop("It still fails."),
    );
    expect(texts).toEqual(["`npm test` fails: Error: one"]);
  });

  test("a command that works, once a session and folder", () => {
    const texts = textsOf(
      "command",
      run("npm test", false, "1 failed"),
      run("npm test | tail -1", true, "3 failed"),
      run("npm test", true, "      Tests  9 passed (9)"),
      run("npm test", true, "      Tests  9 passed (9)"),
      run("ls -la"),
      run("git status"),
      run('node -e "1"'),
    );
    expect(texts).toEqual(["`npm test` works (test command, 9 passed)"]);
    const inside = { ...envelop(run("npm test"), 1), dir: "packages/api" };
    expect(tell(undefined, [envelop(run("npm test"), 0), inside])?.memories.map(({ text }) => text)).toEqual([
      "`npm test` works (test command)",
      "`npm test` works (test command, in packages/api)",
    ]);
  });

  test("what a turn changed, when it ends", () => {
    const changed = [
      edit("src/a.ts", "+export function parseHeader(line: string) {", 12, 3),
      run("sed -i s/a/b/ src/b.ts"),
    ];
    const text = "changed src/a.ts (+12 -3 in parseHeader), src/b.ts (by `sed -i s/a/b/ src/b.ts`)";
    for (const last of [stop(""), prompt("next"), end]) {
      expect(
        memoriesOf(prompt("do it"), ...changed, last).filter(({ kind }) => kind === "change"),
      ).toMatchObject([{ text, files: ["src/a.ts", "src/b.ts"], turn: shortId("e0") }]);
    }
    expect(textsOf("change", prompt("do it"), stop("Done it."), prompt("more"), end)).toEqual([]);
  });

  test("at most twelve files and 600 characters of them", () => {
    const [change] = memoriesOf(
      prompt("do it"),
      ...Array.from({ length: 20 }, (_, i) => edit(`src/${"folder/".repeat(8)}${i}.ts`)),
      end,
    ).filter(({ kind }) => kind === "change");
    expect(change?.files).toHaveLength(12);
    expect(change?.text.length).toBeLessThanOrEqual(610);
  });
});

describe("folding memories", () => {
  const draft = fc.oneof(
    fc
      .constantFrom(
        "Let's use SQLite instead of Postgres because it needs no server.",
        "always use pnpm. Never commit to main. We decided to use Redis for the queue.",
        "fix the parser",
        "go on",
        "/compact",
      )
      .map(prompt),
    fc
      .constantFrom(
        "I'm blocked on the missing staging credentials. We can't deploy because the token expired.",
        "Fixed the missing staging credentials. I went with a queue over cron.",
        "Done.",
        "",
      )
      .map(stop),
    fc
      .tuple(fc.constantFrom("npm test", "npm run build", "npm install", "sed -i s/a/b/ c.ts"), fc.boolean())
      .map(([command, ok]) => run(command, ok, ok ? "" : "Error: no such file")),
    fc
      .tuple(fc.constantFrom("src/a.ts", "src/b.ts"), fc.nat(5), fc.nat(5))
      .map(([path, added, removed]) => edit(path, "+export function read() {", added, removed)),
    fc.constantFrom<Draft>(end, { type: "plan.proposed", data: { text: "1. Do it" } }),
  );
  const events = fc.array(draft, { maxLength: 40 }).map((drafts) => drafts.map(envelop));

  test("split anywhere and resumed from JSON gives the same ones", () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(40), { maxLength: 4 }), (list, cuts) => {
        const whole = tell(undefined, list);
        const memories: Memory[] = [];
        let state: SessionState | undefined;
        const bounds = [
          0,
          ...cuts.map((cut) => Math.min(cut, list.length)).sort((a, b) => a - b),
          list.length,
        ];
        for (const [index, from] of bounds.entries()) {
          const told = tell(state, list.slice(from, bounds[index + 1] ?? from));
          if (told === undefined) continue;
          memories.push(...told.memories);
          state = JSON.parse(JSON.stringify(told.state));
        }
        expect(memories).toEqual(whole?.memories ?? []);
        expect(JSON.stringify(state)).toBe(JSON.stringify(whole?.state));
      }),
    );
  });

  test("each has an id of its own, and a text within bounds", () => {
    fc.assert(
      fc.property(events, (list) => {
        const memories = tell(undefined, list)?.memories ?? [];
        expect(new Set(memories.map(({ id }) => id)).size).toBe(memories.length);
        for (const { text, files } of memories) {
          expect(text).not.toBe("");
          expect(text.length).toBeLessThanOrEqual(8_000);
          expect(files.length).toBeLessThanOrEqual(12);
        }
      }),
    );
  });

  test("a refused event takes no other memory with it", () => {
    const broken = { ...envelop(prompt(""), 1), data: {} } as TidemarkEvent;
    const told = tell(undefined, [
      envelop(prompt("fix the parser"), 0),
      broken,
      envelop(prompt("now the lexer"), 2),
    ]);
    expect(told?.refused).toHaveLength(1);
    expect(told?.memories.map(({ text }) => text)).toEqual(["fix the parser", "now the lexer"]);
  });
});
