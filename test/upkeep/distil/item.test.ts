import { describe, expect, test } from "vitest";
import type { TidemarkEvent } from "../../../src/event/registry.js";
import { itemsIn } from "../../../src/upkeep/distil/item.js";
import { recordOf, recordText } from "../../../src/upkeep/distil/record.js";
import { envelop } from "../../model/fold/envelop.js";

const events: TidemarkEvent[] = [
  envelop(
    { type: "prompt.submitted", data: { text: "Cache the tariffs in a local file, never in memory" } },
    0,
  ),
  envelop(
    {
      type: "tool.finished",
      data: { tool: "Bash", action: "shell", command: "npm test", ok: false, output: "tariff expired" },
    },
    1,
  ),
  envelop(
    { type: "turn.ended", data: { message: "The tariff cache works; the refresh job is missing." } },
    2,
  ),
];
const record = recordOf(events);

test("the record has what was said and what failed, numbered", () => {
  expect(recordText(record)).toBe(
    [
      "[1] user: Cache the tariffs in a local file, never in memory",
      "[2] tool: failed: npm test\ntariff expired",
      "[3] agent: The tariff cache works; the refresh job is missing.",
    ].join("\n\n"),
  );
});

test("a long record keeps its first line and its end", () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    envelop({ type: "turn.ended", data: { message: `${at} ${"word ".repeat(290)}` } }, at),
  );
  const kept = recordOf(many);
  expect(kept.length).toBeLessThan(20);
  expect([kept[0]?.event, kept.at(-1)?.event]).toEqual([many[0]?.id, many.at(-1)?.id]);
});

describe("an item of an answer", () => {
  const read = (...items: object[]) =>
    itemsIn(`Here it is:\n\`\`\`json\n${JSON.stringify(items)}\n\`\`\``, record);

  test("is kept with the events that say it", () => {
    const decision = { kind: "decision", text: "Cache the tariffs in a local file", events: [1] };
    expect(read(decision)).toEqual([{ ...decision, events: [events[0]?.id] }]);
    expect(read({ kind: "next", text: "Write the refresh job", events: ["3"] })).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["names no event", { kind: "fact", text: "The tariff cache works", events: [] }],
    ["names an event that is not there", { kind: "fact", text: "The tariff cache works", events: [3, 9] }],
    ["shares no words with it", { kind: "fact", text: "Customers prefer blue buttons", events: [1] }],
    ["is of no known kind", { kind: "joke", text: "The tariff cache works", events: [3] }],
    ["is a rule that no user gave", { kind: "rule", text: "The refresh job is missing", events: [3] }],
    ["has no text", { kind: "fact", events: [3] }],
  ])("that %s is dropped", (_, item) => {
    expect(read(item)).toEqual([]);
  });

  test.each(["I have nothing to note.", "", '{"kind": "fact"}', "[1, 2"])("%j has no list", (answer) => {
    expect(itemsIn(answer, record)).toBeUndefined();
  });
});
