import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { makeCheckpoint } from "../../src/checkpoint/make-checkpoint.js";
import { recoveriesFor } from "../../src/checkpoint/recovery.js";
import type { Draft } from "../../src/event/registry.js";
import { now } from "../../src/host/clock.js";
import { replaySession } from "../../src/model/fold/session/session.js";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import { envelop } from "../model/fold/envelop.js";
import { redact } from "../redact.js";

const MINUTE = 60_000;

let root: string;
let home: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-recovery-"));
  root = join(folder, "box");
  home = join(folder, "data");
  mkdirSync(root);
  execFileSync("git", ["init", "-q", root]);
  put("src/a.ts", "one\n", -60 * MINUTE);
  put("db/schema.sql", "create\n", -60 * MINUTE);
});

describe("of an interrupted session is found out", () => {
  test("which of the files its call names changed since it began", () => {
    const state = cutOff("sed -i s/a/b/ src/a.ts > db/schema.sql", -10 * MINUTE);
    expect(found(state)[0]?.files).toEqual([
      { path: "db/schema.sql", verdict: "same" },
      { path: "src/a.ts", verdict: "same" },
    ]);
    put("src/a.ts", "two\n", -9 * MINUTE);
    rmSync(join(root, "db/schema.sql"));
    expect(found(state)[0]?.files).toEqual([
      { path: "db/schema.sql", verdict: "gone" },
      { path: "src/a.ts", verdict: "changed" },
    ]);
  });

  test("which files it had worked on changed, though its command names none", () => {
    const edit: Draft = {
      type: "tool.finished",
      data: { tool: "Edit", action: "edit", paths: ["db/schema.sql"], ok: true, added: 1, removed: 0 },
    };
    const state = cutOff("npm run migrate", -10 * MINUTE, [[edit, -20 * MINUTE]]);
    expect(found(state)[0]?.files).toEqual([]);
    put("db/schema.sql", "drop\n", -9 * MINUTE);
    expect(found(state)[0]?.files).toEqual([{ path: "db/schema.sql", verdict: "changed" }]);
  });

  test("nothing of files that are not on this machine", () => {
    const [recovery] = recoveriesFor([cutOff("rm -f src/a.ts", -10 * MINUTE)], now(), {
      home,
      project: "p",
      root: join(root, "nowhere"),
    });
    expect(recovery?.files).toEqual([]);
  });
});

describe("the way back", () => {
  test("is the newest checkpoint of this work tree from before the call", () => {
    const old = keep("t", "s", -30 * MINUTE);
    const before = keep("c", "s", -11 * MINUTE);
    keep("c", "s", -5 * MINUTE);
    const [recovery] = found(cutOff("npm run migrate", -10 * MINUTE));
    expect(recovery?.back).toEqual({ id: before.id, at: before.at, edited: 0 });
    expect(old.id).toBe("t1");
  });

  test("may be one of another session, and says how many files go back with it", () => {
    const before = keep("c", "other", -30 * MINUTE);
    const edit: Draft = {
      type: "tool.finished",
      data: { tool: "Edit", action: "edit", paths: ["src/a.ts"], ok: true, added: 1, removed: 0 },
    };
    const [recovery] = found(cutOff("npm run migrate", -10 * MINUTE, [[edit, -20 * MINUTE]]));
    expect(recovery?.back).toEqual({ id: before.id, at: before.at, edited: 1 });
  });

  test("may be the one made at the prompt, a moment after it", () => {
    const state = tell("s", [[{ type: "prompt.submitted", data: { text: "go" } }, -10 * MINUTE]]);
    const light = keep("t", "s", -10 * MINUTE + 400);
    expect(found(state)[0]?.back?.id).toBe(light.id);
    put("src/a.ts", "three\n", 0);
    keep("t", "s", -9 * MINUTE);
    expect(found(state)[0]?.back?.id).toBe(light.id);
  });

  test("is a whole one of the session rather than a late one, and a late one says so", () => {
    keep("c", "other", -40 * MINUTE);
    const late = keep("c", "s", -11 * MINUTE, true);
    const state = cutOff("npm run migrate", -10 * MINUTE);
    expect(found(state)[0]?.back).toEqual({ id: late.id, at: late.at, edited: 0, isLate: true });
    const whole = keep("t", "s", -30 * MINUTE);
    expect(found(state)[0]?.back).toEqual({ id: whole.id, at: whole.at, edited: 0 });
  });

  test("is not said where there is none", () => {
    keep("c", "s", -5 * MINUTE);
    expect(found(cutOff("npm run migrate", -10 * MINUTE))[0]?.back).toBeUndefined();
  });
});

function found(state: SessionState) {
  return recoveriesFor([state], now(), { home, project: "p", root });
}

/** A session whose agent is gone, inside a command that began then. */
function cutOff(
  command: string,
  ago: number,
  before: readonly (readonly [Draft, number])[] = [],
): SessionState {
  const start: Draft = { type: "tool.started", data: { tool: "Bash", action: "shell", command, call: "c" } };
  return tell("s", [
    [{ type: "prompt.submitted", data: { text: "go" } }, Math.min(ago, ...before.map(([, at]) => at))],
    ...before,
    [start, ago],
  ]);
}

function tell(session: string, drafts: readonly (readonly [Draft, number])[]): SessionState {
  const born: Draft = { type: "session.started", data: { source: "startup", pid: 2_147_483_646 } };
  const [first, ...rest] = [[born, drafts[0]?.[1] ?? 0] as const, ...drafts].map(([draft, ago], index) => ({
    ...envelop(draft, index),
    session,
    at: now() + ago,
  }));
  if (first === undefined) throw new Error("no events");
  return replaySession([first, ...rest]).state;
}

function keep(kind: "c" | "t", session: string, ago: number, isLate = false): Checkpoint {
  process.env["TIDEMARK_CLOCK_OFFSET"] = String(ago);
  put("count.txt", String(ago), 0);
  try {
    const taken = makeCheckpoint(
      {
        home,
        redact,
        env: process.env,
        project: "p",
        place: { root, commonDir: join(root, ".git") },
        session,
        agent: "claude",
      },
      { reason: kind === "c" ? "tools" : "prompt", wait: 1_000, isLate: () => isLate },
    );
    if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
    return taken.checkpoint;
  } finally {
    delete process.env["TIDEMARK_CLOCK_OFFSET"];
  }
}

function put(path: string, text: string, ago: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  const at = new Date(now() + ago);
  utimesSync(join(root, path), at, at);
}
