import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TidemarkEvent } from "../../src/event/registry.js";
import type { LayoutName } from "../../src/layout/layout.js";
import { LAYOUTS } from "../../src/layout/layouts.js";
import { events } from "../event-arbitrary.js";
import { write } from "../journal/journal-home.js";
import { bytesIn, LayoutRoom, whenAt } from "./layout-room.js";

const NAMES = Object.keys(LAYOUTS) as LayoutName[];
const DAY = 86_400_000;

const agents = fc.constantFrom("claude", "codex", "gemini");
const points = fc.array(fc.constantFrom("hand", "plan", "commit", "destructive", "tools"), { maxLength: 3 });

/** Events of two agents with checkpoints among them; `p` is the room's own project. */
const stories = fc.tuple(events, agents, points, fc.nat(20)).map(([list, agent, reasons, days]) => {
  const own = list.map((event) => ({
    ...event,
    agent: event.session === "s1" ? agent : event.agent,
    at: event.at + days * DAY,
  }));
  const made = reasons.map((reason, index) => ({
    ...(own[0] ?? { v: 1, clock: 0, author: "a", project: "p", session: "s1", agent }),
    id: `p${index}`,
    type: "checkpoint.created",
    at: 1_000_000 + index,
    clock: 1_000_001 + index,
    data: { checkpoint: `c${index}`, reason, label: "npm run migrate" },
  }));
  return [...own, ...made] as TidemarkEvent[];
});

function named(
  story: readonly TidemarkEvent[],
  projects: { readonly [name: string]: string },
): TidemarkEvent[] {
  return story.map((event) => ({ ...event, project: projects[event.project] ?? event.project }));
}

describe.each(NAMES)("what is exported as %s", (layout) => {
  test("comes back the same, byte for byte, from another data folder", () => {
    fc.assert(
      fc.property(stories, fc.nat(9 * DAY), (story, later) => {
        const one = new LayoutRoom();
        const other = new LayoutRoom();
        const when = whenAt(1_000_000 + 21 * DAY + later);
        write(one.home, named(story, { p: one.project, q: "q" }));
        one.export(layout, one.folder(), when);
        fc.pre(bytesIn(one.folder()).size > 0);
        other.import(one.folder(), when);
        other.export(layout, other.folder(), { ...when, now: when.now + 3 * DAY });
        expect([...bytesIn(other.folder())]).toEqual([...bytesIn(one.folder())]);
      }),
      { numRuns: 40 },
    );
  });
});
