import { describe, expect, test } from "vitest";
import { isOverruled, newSettingIn } from "../../../src/text/prose/setting.js";

describe("a value is changed by", () => {
  test.each([
    ["change the metrics port to 9200", "metrics port", "9200"],
    ["ok, please bump the upload timeout from 5s to 30s.", "upload timeout", "30s"],
    ["Set the default branch to trunk", "default branch", "trunk"],
    ["can you change the port to 9200", "port", "9200"],
    ["passe le port des métriques à 9200", "port des métriques", "9200"],
  ])("%j", (text, topic, value) => {
    expect(newSettingIn(text)).toEqual({ topic, value });
  });

  test.each([
    "should we change the metrics port to 9200?",
    "don't change the metrics port to 9200",
    "if you change the metrics port to 9200, tell ops",
    'he wrote "change the metrics port to 9200"',
    "move the helper to utils",
    "change the way the page looks to users",
    "ne change pas le port des métriques à 9200",
  ])("but not by %j", (text) => {
    expect(newSettingIn(text)).toBeUndefined();
  });
});

describe("after the metrics port is changed to 9200", () => {
  const setting = { topic: "metrics port", value: "9200" };
  test.each([
    ["The metrics port is 9100.", true],
    ["port 9100 for the metrics", true],
    ["The metrics are served on port 9100.", true],
    ["The metrics port is 9200 now.", false],
    ["The admin port is 9100.", false],
    ["The metrics port is open.", false],
    ["Is the metrics port 9100?", false],
    ["The metrics port was moved from 9100 to 9200.", false],
    ["The dashboard reads the metrics port of each of the 3 workers once.", false],
  ])("%j no longer holds: %s", (statement, isOver) => {
    expect(isOverruled(statement, setting)).toBe(isOver);
  });

  test.each([
    ["The default branch is main.", true],
    ["The default branch is protected by a rule of the host.", false],
    ["The branch is main.", false],
  ])("and after the default branch is set to trunk, %j: %s", (statement, isOver) => {
    expect(isOverruled(statement, { topic: "default branch", value: "trunk" })).toBe(isOver);
  });
});
