import { describe, expect, test } from "vitest";
import type { Draft } from "../../../../src/event/registry.js";
import { replaySession } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import {
  interruptionItem,
  interruptionLeft,
  interruptionOf,
  openInterruptions,
} from "../../../../src/model/fold/session/status.js";
import { envelop } from "../envelop.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const prompt = (text = "go"): Draft => ({ type: "prompt.submitted", data: { text } });
const begin = (call: string, command = "npm run migrate"): Draft => ({
  type: "tool.started",
  data: { tool: "Bash", action: "shell", command, call },
});
const end = (call: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", command: "npm run migrate", call, ok: true },
});
const ended: Draft = { type: "session.ended", data: { reason: "other" } };
const stopped: Draft = { type: "turn.ended", data: { message: "Done." } };

function tell(session: string, ...drafts: [Draft, ...Draft[]]): SessionState {
  const [first, ...rest] = drafts.map((draft, index) => ({ ...envelop(draft, index), session }));
  if (first === undefined) throw new Error("no events");
  return replaySession([first, ...rest]).state;
}

const dead = () => false;
const alive = () => true;

describe("an interruption", () => {
  test("names what was running, its files and since when", () => {
    const state = tell("s", prompt(), begin("c1", "sed -i s/a/b/ db/schema.sql"), begin("c2"));
    expect(interruptionOf(state, state.lastAt, false)).toMatchObject({
      session: "s",
      at: state.lastAt,
      during: { target: "npm run migrate" },
      since: state.running[0]?.at,
      hasEnded: false,
    });
    expect(state.running[0]?.paths).toEqual(["db/schema.sql"]);
  });

  test("without a running call began with the turn", () => {
    const state = tell("s", prompt(), begin("c1"), end("c1"));
    expect(interruptionOf(state, state.lastAt, false)).toMatchObject({ since: state.turn.at });
  });

  const busy = tell("s", prompt(), begin("c1"));
  test.each([
    ["an agent that is still at work", busy, 600 * MINUTE, true],
    ["one of which nothing is known, silent for a while", busy, 20 * MINUTE, undefined],
    ["one that stopped by itself", tell("s", prompt(), begin("c1"), end("c1"), stopped), DAY, false],
    ["one that ended", tell("s", prompt(), ended), DAY, false],
    [
      "a call that was interrupted while the session went on",
      tell("s", prompt(), begin("c1"), prompt(), stopped),
      DAY,
      false,
    ],
    [
      "one that was left by hand, after a call was stopped by hand",
      tell("s", prompt(), begin("c1"), { type: "session.ended", data: { reason: "prompt_input_exit" } }),
      MINUTE,
      false,
    ],
    ["one a week ago", busy, 7 * DAY + MINUTE, false],
    [
      "a dismissed one",
      tell("s", prompt(), begin("c1"), { type: "session.dismissed", data: {} }),
      MINUTE,
      false,
    ],
    [
      "one that was resumed",
      tell("s", prompt(), begin("c1"), { type: "session.started", data: { source: "resume" } }),
      MINUTE,
      false,
    ],
    [
      "one that was rolled back",
      tell("s", prompt(), begin("c1"), {
        type: "checkpoint.restored",
        data: { checkpoint: "c1", what: "files" },
      }),
      MINUTE,
      false,
    ],
  ] as const)("is none of %s", (_, state, later, isAlive) => {
    expect(interruptionOf(state, state.lastAt + later, isAlive)).toBeUndefined();
  });

  test("is one where some files alone were taken back, and where a dismissed session was cut off again", () => {
    const some = tell("s", prompt(), begin("c1"), {
      type: "checkpoint.restored",
      data: { checkpoint: "c1", what: "files", paths: ["a.ts"] },
    });
    expect(interruptionOf(some, some.lastAt, false)).toBeDefined();
    const again = tell("s", prompt(), begin("c1"), { type: "session.dismissed", data: {} }, prompt("again"));
    expect(interruptionOf(again, again.lastAt, false)).toBeDefined();
  });

  test("of a session that was asked to stop is no crash", () => {
    const state = tell("s", prompt(), begin("c1"), ended);
    expect(interruptionOf(state, state.lastAt, false)).toMatchObject({
      hasEnded: true,
      during: { target: "npm run migrate" },
    });
    const back = tell("s", prompt(), begin("c1"), ended, {
      type: "checkpoint.restored",
      data: { checkpoint: "c1", what: "both" },
    });
    expect(interruptionOf(back, back.lastAt, false)).toBeUndefined();
  });

  test("is known to the session that was resumed, unless it was dismissed before", () => {
    const resume: Draft = { type: "session.started", data: { source: "resume" } };
    expect(interruptionLeft(tell("s", prompt(), begin("c1"), resume))).toMatchObject({
      during: { target: "npm run migrate" },
    });
    const dismissed: Draft = { type: "session.dismissed", data: {} };
    expect(interruptionLeft(tell("s", prompt(), begin("c1"), dismissed, resume))).toBeUndefined();
  });

  test("what a person does to a session is no sign of life of it", () => {
    const state = tell("s", prompt(), begin("c1"), { type: "session.tagged", data: { tags: ["a"] } });
    expect(state.lastAt).toBe(busy.lastAt);
  });
});

describe("among the sessions of a project", () => {
  const cut = tell("cut", prompt(), begin("c1"));
  const found = interruptionOf(cut, cut.lastAt, false);
  if (found === undefined) throw new Error("not interrupted");
  const told: Draft = {
    type: "injection.made",
    data: { surface: "start", chars: 9, keys: ["interruption"], items: [interruptionItem(found)] },
  };
  const open = (...sessions: SessionState[]) =>
    openInterruptions(sessions, cut.lastAt + 60 * MINUTE, dead).map(({ session }) => session);

  test("an interruption is open until a session that was told of it goes on", () => {
    expect(open(cut)).toEqual(["cut"]);
    expect(open(tell("next", told), cut)).toEqual(["cut"]);
    expect(open(tell("next", told, prompt(), stopped), cut)).toEqual([]);
    expect(open(tell("beside", prompt(), stopped), cut)).toEqual(["cut"]);
  });

  test("one that is cut off again is open again", () => {
    const again = tell("cut", prompt(), begin("c1"), prompt("on"), begin("c2"));
    expect(open(tell("next", told, prompt(), stopped), again)).toEqual(["cut"]);
  });

  test("is none while its agent lives", () => {
    expect(openInterruptions([cut], cut.lastAt + 60 * MINUTE, alive)).toEqual([]);
  });
});
