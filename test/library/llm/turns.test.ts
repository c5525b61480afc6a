import { expect, test } from "vitest";
import type { Question } from "../../../src/library/llm/port.js";
import { turnsOf } from "../../../src/library/llm/protocol.js";

function turns(...messages: Question["messages"]) {
  return turnsOf({ messages, most: 1 });
}

test("two questions in a row are one turn", () => {
  const asked = turns({ role: "user", content: "One?" }, { role: "user", content: "Two?" });
  expect(asked).toEqual([{ role: "user", content: "One?\n\nTwo?" }]);
});

test("what is empty is left out, and what stands around it joined", () => {
  const asked = turns(
    { role: "user", content: "One?" },
    { role: "assistant", content: " " },
    { role: "user", content: "Two?" },
  );
  expect(asked).toEqual([{ role: "user", content: "One?\n\nTwo?" }]);
});

test("the user begins, also where a conversation begins with an answer", () => {
  const asked = turns({ role: "assistant", content: "Done." }, { role: "user", content: "And now?" });
  expect(asked.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("nothing to ask is no question", () => {
  expect(() => turns()).toThrow("nothing to ask");
});
