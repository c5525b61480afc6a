import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { activePins, ratingOf } from "../../src/model/fold/declared/declared.js";
import { declaredFacts } from "../../src/model/fold/declared/declared-fact.js";
import { threadsNow } from "../../src/model/fold/thread/stored-threads.js";
import { findByPrefix } from "../../src/project/open.js";
import { pin, unpin } from "../../src/project/pin.js";
import { rate } from "../../src/project/rate.js";
import { remember } from "../../src/project/remember.js";
import { declaringRoom } from "./declaring-room.js";

describe("declaring", () => {
  test("in a session says which one, and by whom", () => {
    const { here, within } = declaringRoom();
    const speaker = { session: "s1", agent: "claude" };
    remember(here, { kind: "next", text: "write the docs", by: "agent" }, speaker);
    const [fact] = within(({ store, project }) => declaredFacts(store.project(project)!));
    expect(fact).toMatchObject({ text: "write the docs", by: "agent", session: "s1" });
  });

  test("what is returned is what is kept", () => {
    const { here, within } = declaringRoom();
    const added = pin(here, { text: " use\tpnpm ", priority: "high", expires: 9e12 });
    within(({ store, project }) => {
      expect(activePins(store.project(project)!, 0)).toEqual([added]);
    });
    expect(within((opened) => unpin(opened, added.id.slice(0, 10)))).toEqual(added);
    within(({ store, project }) => {
      expect(activePins(store.project(project)!, 0)).toEqual([]);
    });
  });

  test("a thread can be rated, too", () => {
    const { here, within } = declaringRoom();
    const drafts: Draft[] = [
      { type: "prompt.submitted", data: { text: "Add retry with jitter to the uploads" } },
      { type: "tool.finished", data: { tool: "Edit", action: "edit", paths: ["src/retry.ts"], ok: true } },
      { type: "turn.ended", data: { message: "Done." } },
    ];
    append(here.home, drafts, { at: 1_000, project: here.project, session: "s", agent: "claude" });
    const id = within((opened) => {
      const kept = opened.store.threads(opened.project);
      const thread = kept === undefined ? undefined : threadsNow(kept).state.recent[0];
      expect(rate(opened, thread?.id.slice(0, 6) ?? "", "up")).toMatchObject({ text: thread?.title, up: 1 });
      return thread?.id ?? "";
    });
    within(({ store, project }) => {
      expect(ratingOf(store.project(project)!, id)).toEqual({ up: 1, down: 0, latest: "up" });
    });
  });
});

describe("the start of an id", () => {
  const entries = [{ id: "abc1" }, { id: "abd2" }, { id: "abd22" }, { id: "x" }, { id: "x" }];
  test.each([
    ["abc", "abc1"],
    ["abd2", "abd2"],
    ["x", "x"],
  ])("%s is enough", (prefix, id) => {
    expect(findByPrefix(entries, prefix, "pin", "tidemark pins").id).toBe(id);
  });

  test.each([
    ["ab", /more than one pin/],
    ["q", /no pin "q"/],
    ["", /no pin ""/],
  ])("%j is not", (prefix, message) => {
    expect(() => findByPrefix(entries, prefix, "pin", "tidemark pins")).toThrow(message);
  });
});
