import { expect, test } from "vitest";
import { TidemarkError } from "../../../src/error.js";
import { commandIn, completedCommands } from "../../../src/extra/chat/command.js";

test.each([
  ["/resume 2", "resume", "2"],
  ["  /PIN  a fact with /slashes ", "pin", "a fact with /slashes"],
  ["/exit", "quit", ""],
  ["/set", "working", ""],
  ["/decide one\nbecause two", "decide", "one\nbecause two"],
])("%j is a command", (typed, name, argument) => {
  const called = commandIn(typed);
  expect(called?.command.name).toBe(name);
  expect(called?.argument).toBe(argument);
});

test.each(["What is /help?", "/usr/bin/env: no such file", "// a comment", "/ 2"])(
  "%j is a question",
  (typed) => {
    expect(commandIn(typed)).toBeUndefined();
  },
);

test("a slash alone is neither", () => {
  expect(() => commandIn(" / ")).toThrow("A slash alone is no command.");
});

test("one that nobody knows gets the nearest name", () => {
  const wrong = () => commandIn("/sesions 3");
  expect(wrong).toThrow(TidemarkError);
  expect(wrong).toThrow(expect.objectContaining({ hint: expect.stringContaining("/sessions") }));
});

test("Tab completes names and nothing else", () => {
  expect(completedCommands("/re")).toEqual(["/resume ", "/recall ", "/retry "]);
  expect(completedCommands("what about /re")).toEqual([]);
  expect(completedCommands("/resume 2")).toEqual([]);
});
