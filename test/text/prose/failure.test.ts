import { describe, expect, test } from "vitest";
import { failureClaim, isFlakyRemark, isRefutedBy } from "../../../src/text/prose/failure.js";

describe("a failing check is reported by", () => {
  test.each([
    ["The login test still fails.", "test", "login"],
    ["The cookie is set, but the login tests are still failing.", "test", "login"],
    ["Two tests fail.", "test", "2"],
    ["The build is broken.", "build", ""],
    ["The tests of the cart still fail.", "test", "cart"],
    ["Le test de connexion échoue encore.", "test", "connexion"],
    ["Les tests du panier ne passent toujours pas.", "test", "panier"],
  ])("%j", (text, kind, about) => {
    expect(failureClaim(text)).toEqual({ kind, about });
  });

  test.each([
    "Does the login test still fail?",
    "If the login test fails, tell me.",
    "The login test no longer fails.",
    "The login test should fail without a cookie.",
    "All tests pass.",
    "The upload failed because the disk is full.",
    "A failing test case was added to the list.",
    'The reviewer wrote "the login test still fails" in a mail.',
  ])("and not by %j", (text) => {
    expect(failureClaim(text)).toBeUndefined();
  });
});

test.each([
  ["login", { command: "npx vitest run test/login.test.ts", scope: "test/login.test.ts" }, true],
  ["login", { command: "npm test", scope: "" }, true],
  ["login", { command: "npx vitest run test/cart.test.ts", scope: "test/cart.test.ts" }, false],
  ["", { command: "npx vitest run test/cart.test.ts", scope: "test/cart.test.ts" }, false],
])("the failure of %j is over after %j: %s", (about, run, isOver) => {
  expect(isRefutedBy({ kind: "test", about }, run)).toBe(isOver);
});

describe("a failure does not matter after", () => {
  test.each([
    "that test is flaky, ignore it",
    "the upload test is just flaky",
    "Ignore the failing upload test for now.",
    "don't worry about that failure",
    "it's flaky",
    "ce test est instable, ignore-le",
    "laisse tomber ce test",
  ])("%j", (text) => {
    expect(isFlakyRemark(text)).toBe(true);
  });

  test.each([
    "is that test flaky?",
    "fix the flaky test",
    "that test is not flaky, look at it",
    "don't ignore the failing test",
    "ignore the warning of the parser",
    "ignore it",
    "Find out whether the upload test is flaky",
    "n'ignore pas ce test",
    "Sam says the upload test is flaky",
    "I don't think the upload test is flaky",
    'the log has "the upload test is flaky"',
  ])("but not after %j", (text) => {
    expect(isFlakyRemark(text)).toBe(false);
  });
});
