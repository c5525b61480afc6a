import { expect, test } from "vitest";
import type { Draft } from "../../../src/event/registry.js";
import { eventEraser, sessionEraser } from "../../../src/upkeep/forget/eraser.js";
import { envelop } from "../../model/fold/envelop.js";

const noted = (session: string, events: string[]): Draft => ({
  type: "fact.declared",
  data: {
    kind: "decision",
    text: "tariffs in a file",
    by: "agent",
    origin: { model: "m", session, events },
  },
});

test("a model's note is forgotten with its session and with each of its events", () => {
  const one = envelop(noted("s1", ["e7"]), 0);
  const other = envelop(noted("s2", ["e8"]), 1);
  expect(sessionEraser("s1", new Set()).erase(one)).toBeUndefined();
  expect(sessionEraser("s1", new Set()).erase(other)).toBe(other);
  expect(eventEraser("e7").erase(one)).toBeUndefined();
  expect(eventEraser("e7").erase(other)).toBe(other);
});
