import { describe, expect, test } from "vitest";
import { isUnanswered, questionOf, withoutReplaced } from "../../../src/extra/chat/ask-model.js";
import type { Message } from "../../../src/library/message/message.js";

let n = 0;
function said(role: Message["role"], content: Message["content"], incomplete?: true): Message {
  n += 1;
  return { id: `m${n}`, at: n, clock: n, role, content, ...(incomplete === undefined ? {} : { incomplete }) };
}

function asked(messages: readonly Message[], system = "", own?: string) {
  return questionOf({ system, messages, tokens: { used: 0, limit: 0, by: "" } }, own);
}

test("of answers that were cut off and asked for again, the whole one is shown", () => {
  const cut = said("assistant", "It", true);
  const whole = said("assistant", "It is one.");
  expect(withoutReplaced([cut, cut, whole])).toEqual([whole]);
  expect(withoutReplaced([cut])).toEqual([cut]);
});

describe("what the model is asked", () => {
  test("own instructions stand before what memory says, and system messages after it", () => {
    const { system } = asked([said("system", "Third."), said("user", "Hi")], "Second.", "First.");
    expect(system).toBe("First.\n\nSecond.\n\nThird.");
  });

  test("there are no instructions where nobody gave any", () => {
    expect(asked([said("user", "Hi")])).not.toHaveProperty("system");
  });

  test("an answer that was cut off gives way to the one that followed it", () => {
    const { messages } = asked([
      said("user", "One?"),
      said("assistant", "It is", true),
      said("assistant", "It is one."),
      said("user", "Sure?"),
    ]);
    expect(messages.map(({ content }) => content)).toEqual(["One?", "It is one.", "Sure?"]);
  });

  test("when it is asked again, the answer that was cut off is left out", () => {
    const { messages } = asked([said("user", "One?"), said("assistant", "It is", true)]);
    expect(messages).toEqual([{ role: "user", content: "One?" }]);
  });

  test("an answer that was cut off and that the person has gone on from says so", () => {
    const { messages } = asked([
      said("user", "One?"),
      said("assistant", "It is", true),
      said("user", "Go on"),
    ]);
    expect(messages[1]?.content).toMatch(/^It is\n\[.*cut off.*\]$/);
  });

  test("a question that got no answer says so before the next, and is left out where it is asked again", () => {
    const { messages } = asked([said("user", "One?"), said("user", "Two?"), said("user", "Two?")]);
    expect(messages.map(({ content }) => content)).toEqual(["One?\n[No answer came to this.]", "Two?"]);
  });

  test("the person begins, also where the context begins with an answer", () => {
    const { messages } = asked([said("assistant", "Done."), said("user", "And now?")]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  test("what tools said is read by the model as text", () => {
    const { messages } = asked([
      said("user", "Run it"),
      said("assistant", [{ type: "tool-call", id: "1", tool: "Bash", input: { command: "ls" } }]),
      said("tool", [{ type: "tool-result", id: "1", output: "a.ts" }]),
    ]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[1]?.content).toContain("Bash");
    expect(messages[2]?.content).toBe("a.ts");
  });
});

describe("whether an answer is missing", () => {
  test.each([
    ["a question", [said("user", "One?")], true],
    ["an answer that was cut off", [said("user", "One?"), said("assistant", "It", true)], true],
    ["a whole answer", [said("user", "One?"), said("assistant", "It is.")], false],
    ["nothing", [], false],
  ])("%s at the end", (_, messages, isMissing) => {
    expect(isUnanswered(messages)).toBe(isMissing);
  });
});
