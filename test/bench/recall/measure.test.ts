import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Message } from "../../../bench/recall/conversation.js";
import { learn } from "../../../bench/recall/learn.js";
import { ask, examplesOf, measure } from "../../../bench/recall/measure.js";
import { MODES } from "../../../bench/recall/mode.js";
import type { Asked, Sample } from "../../../bench/recall/sample.js";
import { type Told, withTold } from "../../../bench/recall/told.js";
import { WEIGHTS } from "../../../src/recall/weights.js";

const SAID = [
  ["Ada", "The lighthouse got a new lamp last week, it is twice as bright."],
  ["Ben", "Good. What did the lamp cost?"],
  ["Ada", "Four hundred, and the keeper paid half of it."],
  ["Ben", "My sailing boat needs paint before the regatta."],
  ["Ada", "Then ask Carla, she painted the whole harbour office."],
] as const;
const MESSAGES: readonly Message[] = SAID.map(([speaker, text], n) => ({
  id: `D1:${n + 1}`,
  session: "session_1",
  at: "1:56 pm on 8 May, 2023",
  speaker,
  text,
}));
const ASKED: readonly Asked[] = [
  {
    question: "How bright is the lamp of the lighthouse?",
    category: "single-hop",
    evidence: new Set(["D1:1"]),
  },
  { question: "Who painted the harbour office?", category: "single-hop", evidence: new Set(["D1:5"]) },
];
const SAMPLE: Sample = { messages: MESSAGES, asked: ASKED };

test("messages are found by what they say, each once, with the table and without", async () => {
  await told(({ conversation }) => {
    for (const mode of MODES)
      for (const { question, evidence } of ASKED) {
        const hits = ask(conversation, question, mode);
        expect(evidence, question).toContain(hits[0]);
        expect(new Set(hits).size).toBe(hits.length);
        for (const hit of hits) expect(MESSAGES.map(({ id }) => id)).toContain(hit);
      }
  });
});

test("every question is scored, and other weights give another order", async () => {
  await told(({ conversation, asked }) => {
    expect(measure(conversation, asked, "full").map(({ mrr }) => mrr)).toEqual([1, 1]);
    const turned = Object.fromEntries(Object.entries(WEIGHTS.full).map(([name, value]) => [name, -value]));
    const worse = measure(conversation, asked, "full", { ...WEIGHTS.full, ...turned });
    expect(Math.min(...worse.map(({ mrr }) => mrr))).toBeLessThan(1);
  });
});

test("what was found becomes an example to learn from", async () => {
  await told(({ conversation, asked }) => {
    const examples = examplesOf(conversation, asked, "plain");
    expect(examples.map(({ isRight }) => isRight.filter(Boolean).length)).toEqual([1, 1]);
    expect(learn(examples).share).toBeGreaterThan(0);
  });
});

test("what is said later is found by the next question, and nothing is left behind", async () => {
  const home = await told(({ conversation }) => {
    expect(ask(conversation, "Where is the anchor?", "full")).not.toContain("D2:1");
    conversation.tell({
      id: "D2:1",
      session: "session_2",
      at: "9:00 am on 9 May, 2023",
      speaker: "Ben",
      text: "The anchor is in the shed.",
    });
    expect(ask(conversation, "Where is the anchor?", "full")[0]).toBe("D2:1");
    return conversation.home;
  });
  expect(existsSync(home)).toBe(false);
});

function told<T>(work: (told: Told) => T): Promise<T> {
  return withTold([SAMPLE], ([first]) => {
    if (first === undefined) throw new Error("nothing was told");
    return work(first);
  });
}
