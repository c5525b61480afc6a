import { describe, expect, test } from "vitest";
import { describedOption, namingIn, optionIn, revertIn } from "../../../src/text/prose/revert.js";

describe("the last choice is taken back by", () => {
  test.each([
    ["nah revert that, option A was better", "option A"],
    ["Revert that. Memcached was better.", "Memcached"],
    ["no, the old layout was much nicer", "old layout"],
    ["undo that", undefined],
    ["non, annule ça, l'option A était mieux", "option A"],
  ])("%j", (text, instead) => {
    expect(revertIn(text)).toEqual({ instead });
  });

  test.each([
    "should we revert that?",
    "don't revert that",
    "revert that commit on main",
    "was option A better?",
    "option A is better documented",
    'he wrote "option A was better"',
    "the tests were not better",
    "the performance was better on Linux",
    "performance was better",
    "n'annule pas ça",
  ])("but not by %j", (text) => {
    expect(revertIn(text)).toBeUndefined();
  });
});

describe("a name is given by", () => {
  test.each([
    ["let's call the service dockyard", "the service", "dockyard"],
    ["I'd rather call it harbor", undefined, "harbor"],
    ["The service is called Dockyard.", "the service", "Dockyard"],
    ["rename the service to harbor", "the service", "harbor"],
    ["je préfère l'appeler harbor", undefined, "harbor"],
    ["on appelle le service dockyard", "le service", "dockyard"],
  ])("%j", (text, thing, name) => {
    expect(namingIn(text)).toEqual({ thing, name });
  });

  test.each([
    "should we call it harbor?",
    "don't call it harbor",
    "call the endpoint twice before you give up",
    'she said "call it harbor"',
  ])("but not by %j", (text) => {
    expect(namingIn(text)).toBeUndefined();
  });
});

test("an option has a letter and a description", () => {
  expect(optionIn("let's go with option B")).toBe("b");
  expect(describedOption("Option A: signed cookies", "a")).toBe("signed cookies");
  expect(describedOption("Option A: signed cookies", "b")).toBeUndefined();
});
