import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answer, composeFor } from "../../src/brief/answer.js";
import type { Draft } from "../../src/event/registry.js";
import { redactor } from "../../src/redact/redact.js";
import { DAY, edit, NOW, run, Story } from "../recall/recall-story.js";

const MINUTE = 60_000;
const GAPS = [5 * MINUTE, 30 * MINUTE, 3 * 60 * MINUTE, DAY];

let story: Story;
beforeEach(() => {
  story = new Story();
});
afterEach(() => story.close());

const minutes = (count: number) => count / (24 * 60);

function told(gap: number, over: { session?: string; source?: string; prompt?: string } = {}) {
  return composeFor(story.store, {
    project: "p",
    session: "asking",
    source: "startup",
    now: NOW + gap,
    agent: "claude",
    ...over,
  });
}

function plan(...items: readonly (readonly [string, "done" | "doing" | "open"])[]): Draft {
  return {
    type: "plan.updated",
    data: { mode: "whole", items: items.map(([text, status]) => ({ text, status })) },
  };
}

/** Login work with open tasks, a failing test, an obstacle and a decision. */
function tellLogin() {
  story.turn({
    session: "login",
    daysAgo: minutes(40),
    ask: "Log in with OAuth. Let's use PKCE because the client is public.",
    answer: "The redirect works, the token exchange does not yet.",
    work: [
      plan(
        ["redirect to the provider", "done"],
        ["exchange the code for a token", "doing"],
        ["store the refresh token", "open"],
      ),
      edit("src/oauth.ts"),
      run("npm test -- oauth", "FAIL test/oauth.test.ts\nAssertionError: expected 401 to be 200"),
    ],
  });
  story.turn({
    session: "login",
    daysAgo: minutes(35),
    ask: "I'm blocked by the missing client secret",
    answer: "I wait for it.",
  });
}

function tellLogger(session: string, ago: number) {
  story.turn({
    session,
    daysAgo: minutes(ago),
    ask: "Quick thing: make the logger print timestamps",
    answer: "Timestamps are printed in ISO format.",
    work: [edit("src/logger.ts")],
  });
}

describe("a small session does not hide unfinished work", () => {
  test.each(GAPS)("%d ms later", (gap) => {
    tellLogin();
    tellLogger("logger", 3);
    const { text } = told(gap);
    expect(text).toMatch(/^Thread: "[^"]*OAuth/m);
    expect(text).toContain("Open (2 of 3): exchange the code for a token; store the refresh token");
    expect(text).toContain("Failing: `npm test -- oauth`");
    expect(text).toContain("missing client secret");
    expect(text).toMatch(/Decided: .*PKCE/);
    expect(text.length).toBeLessThanOrEqual(1_000);
  });

  test("nor do several, nor a question", () => {
    tellLogin();
    tellLogger("logger", 20);
    story.turn({ session: "hi", daysAgo: minutes(10), ask: "hello", answer: "Hello!" });
    for (const [at, name] of ["version", "licence", "author"].entries())
      story.turn({
        session: name,
        daysAgo: minutes(8 - at),
        ask: `What is the ${name} of this package?`,
        answer: "It is in package.json.",
      });
    const { text } = told(5 * MINUTE);
    expect(text).toContain("Open (2 of 3): exchange the code");
    expect(text).toContain("Failing: `npm test -- oauth`");
    expect(text).toMatch(/Decided: .*PKCE/);
  });

  test("but what is done is not told as open", () => {
    tellLogin();
    story.turn({
      session: "later",
      daysAgo: minutes(2),
      ask: "Go on with the OAuth login",
      answer: "The login works.",
      work: [
        plan(["exchange the code for a token", "done"], ["store the refresh token", "done"]),
        edit("src/oauth.ts"),
        run("npm test -- oauth"),
      ],
    });
    const { text } = told(5 * MINUTE);
    expect(text).not.toContain("Open (");
    expect(text).not.toContain("Failing");
  });
});

test("another line of work is named with what it left open", () => {
  tellLogin();
  story.turn({
    session: "export",
    daysAgo: minutes(3),
    ask: "Export the invoices as CSV",
    answer: "The header is written.",
    work: [plan(["write the header", "done"], ["write the rows", "open"]), edit("src/export.ts")],
  });
  const { text } = told(5 * MINUTE);
  expect(text).toContain("Open (1 of 2): write the rows");
  expect(text).toMatch(/Other threads: "[^"]*OAuth[^"]*" \(open: exchange the code for a token\)/);
});

describe("a prompt that returns to a line of work", () => {
  beforeEach(() => {
    story.turn({
      session: "add",
      daysAgo: 2,
      ask: "Why does the add test fail?",
      answer: "The operator in add.js is wrong. It subtracts.",
      work: [run("npm test", "AssertionError: 0 == 4")],
    });
    story.turn({
      session: "image",
      daysAgo: 1,
      ask: "Shrink the docker image of the worker",
      answer: "The docker image is based on alpine now and half as big.",
      work: [edit("docker/worker.dockerfile")],
    });
    tellLogin();
    story.write(
      { type: "session.started", data: { source: "startup" } },
      { session: "me", daysAgo: minutes(5) },
    );
    story.write(
      { type: "injection.made", data: { surface: "start", chars: 90, keys: ["header"] } },
      { session: "me", daysAgo: minutes(5) },
    );
    tellLogger("me", 4);
  });
  const at = (prompt: string) => told(0, { session: "me", source: "prompt", prompt });

  test.each([
    ["ok back to the OAuth login", ["Open (2 of 3): exchange the code", "Failing: `npm test -- oauth`"]],
    ["reprenons la partie OAuth", ["Open (2 of 3): exchange the code"]],
    ["let's go on with the add test", ['Thread: "Why does the add test fail?"', "operator"]],
    ["how did we shrink the docker image?", ["alpine"]],
  ])("%j", (prompt, expected) => {
    const { text } = at(prompt);
    for (const part of expected) expect(text).toContain(part);
    expect(text.length).toBeLessThanOrEqual(400);
  });

  test.each([
    "go on",
    "rename the logger option to stamp",
    "add a test",
    "let's continue with the changelog",
  ])("%j returns to none", (prompt) => {
    expect(at(prompt).text).not.toContain("Thread:");
  });

  test("is told once", () => {
    const { text, items } = at("ok back to the OAuth login");
    expect(text).toContain("Open (2 of 3)");
    const data = { surface: "prompt" as const, chars: text.length, keys: [], items: [...items] };
    story.write({ type: "injection.made", data }, { session: "me" });
    expect(at("back to the OAuth login, please").text).not.toContain("Open (");
  });

  test("at the start of a session makes it the one that goes on", () => {
    const { text } = told(MINUTE, { prompt: "back to the docker image of the worker" });
    expect(text).toContain('Thread: "Shrink the docker image of the worker"');
  });
});

describe("after a rollback", () => {
  const headers = "Write the currency into the file headers and regenerate them";
  beforeEach(() => {
    story.turn({
      session: "work",
      daysAgo: minutes(30),
      ask: "Show amounts with their currency",
      answer: "Amounts have a currency.",
      work: [edit("src/money.ts")],
    });
    story.turn({
      session: "work",
      daysAgo: minutes(20),
      ask: headers,
      isOpen: true,
      work: [run("node tool/wipe.mjs src")],
    });
    story.write(
      { type: "session.ended", data: { reason: "other" } },
      { session: "work", daysAgo: minutes(19) },
    );
  });
  const restore = (data: { made?: number; command?: string }) =>
    story.write(
      { type: "checkpoint.restored", data: { checkpoint: "c3", what: "files", ...data } },
      { session: "work", daysAgo: minutes(10) },
    );
  const made = NOW - 19.5 * MINUTE;

  test("the next session is told, and not invited to do it again", () => {
    expect(told(0).text).toMatch(/Last request: .*headers/);
    restore({ made, command: "node tool/wipe.mjs src" });
    const { text } = told(0);
    expect(text).toContain("Rolled back to just before `node tool/wipe.mjs src`; do not repeat it");
    expect(text).not.toContain("headers");
    expect(text).not.toContain("Run: node tool/wipe.mjs");
  });

  test("that was undone, nothing is said", () => {
    restore({ made, command: "node tool/wipe.mjs src" });
    expect(told(0).text).toContain("Rolled back");
    restore({});
    expect(told(0).text).not.toContain("Rolled back");
  });

  test("and another request, nothing is said", () => {
    restore({ made, command: "node tool/wipe.mjs src" });
    story.turn({ session: "work", daysAgo: minutes(5), ask: "Round the amounts to cents", answer: "Done." });
    expect(told(0).text).not.toContain("Rolled back");
  });
});

describe("what is declared during a session", () => {
  const me = { session: "me", daysAgo: minutes(9) };
  beforeEach(() => {
    tellLogger("before", 60);
    story.write({ type: "session.started", data: { source: "startup" } }, me);
    story.write({ type: "injection.made", data: { surface: "start", chars: 90, keys: ["header"] } }, me);
    story.turn({ ...me, daysAgo: minutes(8), ask: "Write a deploy script", answer: "It is there." });
  });
  const at = (prompt: string) => told(0, { session: "me", source: "prompt", prompt });
  const pin = (text: string, daysAgo: number) =>
    story.write({ type: "pin.added", data: { text, priority: "high" } }, { daysAgo });
  const rule = (text: string) => story.write({ type: "rule.added", data: { text } }, { daysAgo: minutes(3) });

  test.each(["deploy it on Friday", "go on"])("is told at its next prompt, once: %j", (prompt) => {
    pin("Never deploy on Fridays", minutes(4));
    rule("Prefer plain shell to make");
    const { text, items } = at(prompt);
    expect(text).toContain("Pinned: Never deploy on Fridays");
    expect(text).toContain("Rules: Prefer plain shell to make");
    const data = { surface: "prompt" as const, chars: text.length, keys: [], items: [...items] };
    story.write({ type: "injection.made", data }, { session: "me" });
    expect(at(prompt).text).not.toContain("Never deploy");
  });

  test("is a reason to answer a prompt without a subject", () => {
    const heard = (prompt: string) =>
      answer({
        home: story.home,
        env: {},
        redact: redactor([]),
        scene: { at: NOW, project: "p", session: "me", agent: "claude" },
        place: { root: story.home },
        asks: { surface: "prompt", source: "prompt", standsForStart: false, prompt },
      });
    story.turn({ ...me, daysAgo: minutes(7), ask: "Call it ship", answer: "Renamed." });
    expect(heard("go on")).toBeUndefined();
    pin("Never deploy on Fridays", minutes(4));
    expect(heard("go on")).toContain("Pinned: Never deploy on Fridays");
    expect(heard("go on")).toBeUndefined();
  });

  test("is not repeated to the person who just said it", () => {
    rule("Prefer plain shell to make");
    expect(at("prefer plain shell to make.").text).not.toContain("Prefer plain");
  });

  test("was told at the start if it is older", () => {
    pin("Never deploy on Fridays", minutes(30));
    expect(at("go on").text).toBe("");
  });
});

test("the room grows with each kind of unfinished work, up to 1,000 characters", () => {
  tellLogger("first", 50);
  story.write({ type: "turn.ended", data: { message: "" } }, { session: "first", daysAgo: minutes(49) });
  const small = told(5 * MINUTE).budget;
  tellLogin();
  const { budget } = told(5 * MINUTE);
  expect(small).toBe(850);
  expect(budget).toBe(1_000);
});
