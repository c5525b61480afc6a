import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEvent } from "../../src/event/registry.js";
import { mapTexts } from "../../src/event/text.js";
import { events } from "../event-arbitrary.js";

const outer = { id: "e1", v: 1, at: 1, clock: 1, author: "laptop", project: "p", agent: "claude" };

describe("mapping the texts of an event", () => {
  test("reaches every text, at any depth, and names from outside", () => {
    const event = {
      ...outer,
      type: "plan.updated",
      session: "call acme",
      branch: "acme/fix",
      dir: "src/acme",
      data: { mode: "whole", items: [{ text: "ask acme", status: "open" }] },
    };
    expect(mapTexts(event, (text) => text.replaceAll("acme", "X"))).toEqual({
      ...event,
      session: "call X",
      branch: "X/fix",
      dir: "src/X",
      data: { mode: "whole", items: [{ text: "ask X", status: "open" }] },
    });
  });

  test("leaves words of the vocabulary alone, so that the event stays one", () => {
    fc.assert(
      fc.property(events, (list) => {
        for (const event of list) {
          const mapped = mapTexts(event, () => "[forgotten]");
          expect(readEvent(mapped)).toMatchObject({ is: "event" });
          expect(mapTexts(event, (text) => text)).toBe(event);
        }
      }),
    );
  });

  test("reaches keys of what a newer version wrote", () => {
    const event = { ...outer, type: "custom.said", session: "s", data: { acme: { deep: ["acme"] } } };
    expect(mapTexts(event, (text) => text.replaceAll("acme", "X")).data).toEqual({ X: { deep: ["X"] } });
  });
});
