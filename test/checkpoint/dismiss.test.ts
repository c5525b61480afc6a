import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { dismiss } from "../../src/checkpoint/command/dismiss.js";
import type { Draft } from "../../src/event/registry.js";
import { now } from "../../src/host/clock.js";
import { append } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import { verify } from "../../src/model/verify.js";
import { type Opened, open } from "../../src/project/open.js";

const NO_PROCESS = 2_147_483_646;

let opened: Opened;

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-dismiss-")));
  opened = open({ TIDEMARK_HOME: join(root, "data"), HOME: root }, root);
});

describe("dismissing", () => {
  test("is of the newest interruption unless a session is named", () => {
    cutOff("one");
    cutOff("two");
    expect(dismiss(opened, undefined).session).toBe("two");
    drain(opened.home, opened.store);
    expect(dismiss(opened, undefined).session).toBe("one");
    drain(opened.home, opened.store);
    expect(() => dismiss(opened, undefined)).toThrow(/No session .* interrupted/);
    expect(() => dismiss(opened, "one")).toThrow(/dismissed already/);
    expect(() => dismiss(opened, "three")).toThrow(/no session "three"/);
  });

  test("does not make an old session the latest, nor alive", () => {
    cutOff("one");
    say("two", { type: "prompt.submitted", data: { text: "go on" } });
    say("two", { type: "turn.ended", data: { message: "Done." } });
    const { lastAt } = dismiss(opened, "one");
    drain(opened.home, opened.store);
    const sessions = opened.store.sessions({ project: opened.project });
    expect(sessions.map(({ session }) => session)).toEqual(["two", "one"]);
    expect(sessions[1]).toMatchObject({ lastAt, busy: true });
    expect(verify(opened.home, opened.store).same).toBe(true);
  });

  test("is of no session that is well", () => {
    say("one", { type: "prompt.submitted", data: { text: "go" } });
    say("one", { type: "turn.ended", data: { message: "Done." } });
    expect(() => dismiss(opened, "one")).toThrow(/was not interrupted/);
  });
});

function cutOff(session: string): void {
  say(session, { type: "session.started", data: { source: "startup", pid: NO_PROCESS } });
  say(session, { type: "prompt.submitted", data: { text: "go" } });
}

function say(session: string, draft: Draft): void {
  append(opened.home, [draft], { at: now(), project: opened.project, session, agent: "claude" });
  drain(opened.home, opened.store);
}
