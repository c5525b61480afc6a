import { expect, test } from "vitest";
import type { TidemarkEvent } from "../../../../src/event/registry.js";
import { inherit } from "../../../../src/model/fold/session/inherit.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import { past } from "../../../brief/situation-sample.js";

function told(...list: Pick<TidemarkEvent, "type" | "data">[]): SessionState {
  const [first, ...rest] = past(list);
  if (first === undefined) throw new Error("A session needs an event.");
  return foldSession(undefined, [first, ...rest]).state;
}

const prompt = (text: string) => ({ type: "prompt.submitted" as const, data: { text } });
const plan = (...items: string[]) => ({
  type: "plan.updated" as const,
  data: { mode: "whole" as const, items: items.map((text) => ({ text, status: "open" as const })) },
});
const edit = (path: string) => ({
  type: "tool.finished" as const,
  data: { call: "c", tool: "Edit", action: "edit" as const, paths: [path], ok: true },
});

const from = told(
  prompt("Let's use Redis for the cache."),
  plan("write the migration", "write the docs"),
  edit("src/cache.ts"),
  edit("src/queue.ts"),
);

test("what was known holds on", () => {
  const own = inherit(told(prompt("Go on")), from);
  expect(own.plan.map(({ text }) => text)).toEqual(["write the migration", "write the docs"]);
  expect(own.found.decisions.map(({ choice }) => choice)).toEqual(["Redis for the cache"]);
  expect(own.files.map(({ path }) => path)).toEqual(["src/cache.ts", "src/queue.ts"]);
  expect(own.session).toBe("s");
});

test("what is known of one's own comes last, and takes the place of what it contradicts", () => {
  const own = inherit(
    told(
      { type: "session.forked", data: { from: "p" } },
      prompt("Let's use Valkey for the cache instead of Redis."),
      plan("measure it"),
      edit("src/cache.ts"),
    ),
    from,
  );
  expect(own.plan.map(({ text }) => text)).toEqual(["measure it"]);
  expect(own.found.decisions.map(({ choice }) => choice)).toEqual(["Valkey for the cache"]);
  expect(own.files.map(({ path }) => path)).toEqual(["src/queue.ts", "src/cache.ts"]);
});

test("neither of the two is changed", () => {
  const own = told(prompt("Go on"));
  const before = JSON.stringify([own, from]);
  inherit(own, from);
  expect(JSON.stringify([own, from])).toBe(before);
});
