import { describe, expect, test } from "vitest";
import { isRemark, isRule, isShortAnswer, newTopicIn } from "../../../src/text/prose/remark.js";

describe("another topic", () => {
  test.each([
    ["different topic: the footer", "the footer"],
    ["Ok, new topic. The footer", "The footer"],
    ["now let's do something different. The footer", "The footer"],
    ["new topic let's draw the footer", "let's draw the footer"],
    ["On a different note, the footer", "the footer"],
    ["Unrelated: the footer", "the footer"],
    ["Autre sujet : le pied de page", "le pied de page"],
    ["Changeons de sujet, le pied de page", "le pied de page"],
    ["Passons à autre chose : le pied de page", "le pied de page"],
  ])("is announced by %j", (text, rest) => {
    expect(newTopicIn(text)).toBe(rest);
  });

  test.each([
    "Use a different topic for the Kafka consumer",
    "The new topic page is empty",
    "New topic pages need a footer",
    "another task queue for mails",
    "Let's do the footer",
    "unrelated tests fail",
    "",
  ])("is not announced by %j", (text) => {
    expect(newTopicIn(text)).toBeUndefined();
  });
});

describe("a remark", () => {
  test.each([
    "I'm blocked by the missing API key",
    "we're still waiting for the certificate",
    "wait",
    "No, not that one",
    "don't touch the vendor folder",
    "Never log the names of customers",
    "désormais réponds en français",
    "je suis bloqué par le pare-feu",
    "attends, pas comme ça",
  ])("is %j", (text) => {
    expect(isRemark(text)).toBe(true);
  });

  test.each([
    "Add a login form",
    "I want to log in with a passkey",
    "The login form is too wide on phones",
    "different topic: I'm blocked by the firewall",
    "I'm blocked by the firewall. Write a script that opens the port.",
    "",
  ])("is not %j", (text) => {
    expect(isRemark(text)).toBe(false);
  });
});

test.each([
  ["Always write tests first.", true],
  ["Never push to main. Toujours répondre en français.", true],
  ["Never push to main. Then add a footer.", false],
  ["Add a footer that is always visible", false],
])("%j is only a rule: %j", (text, is) => {
  expect(isRule(text)).toBe(is);
});

test.each([
  ["the second one", true],
  ["rather a table, sorted by date", true],
  ["which one is faster?", false],
  ["new topic: the footer", false],
  ["Write a script that reads the whole table and prints each row", false],
])("%j can answer a question: %j", (text, can) => {
  expect(isShortAnswer(text)).toBe(can);
});
