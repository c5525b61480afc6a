import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/event/json.js";
import { merge } from "../../../src/extra/layout/render.js";

const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)));

describe("bringing what happened since into a document", () => {
  test("changes nothing where nothing happened", () => {
    fc.assert(fc.property(json, json, (value, base) => merge(value, base, base) === value));
  });

  test("gives what is there now where nobody else wrote anything", () => {
    fc.assert(fc.property(json, (now) => merge(undefined, undefined, now) === now));
  });

  test("keeps what nobody here knows, changes what changed, and takes out what went", () => {
    const value = { name: "a", tasks: ["one", "two", "own words"], mood: "calm", gone: 1 };
    const base = { name: "A", tasks: ["one", "two"], gone: 1 };
    const now = { name: "A", tasks: ["two", "three"], extra: true };
    expect(merge(value, base, now)).toEqual({
      name: "a",
      tasks: ["two", "own words", "three"],
      mood: "calm",
      extra: true,
    });
  });

  test("knows an item again by its id or its path", () => {
    const value: Json = {
      pins: [
        { id: "p1", content: "a", colour: "red" },
        { id: "p2", content: "b" },
      ],
    };
    const base = {
      pins: [
        { id: "p1", content: "a" },
        { id: "p2", content: "b" },
      ],
    };
    const now = {
      pins: [
        { id: "p1", content: "changed" },
        { id: "p3", content: "new" },
      ],
    };
    expect(merge(value, base, now)).toEqual({
      pins: [
        { id: "p1", content: "changed", colour: "red" },
        { id: "p3", content: "new" },
      ],
    });
  });
});
