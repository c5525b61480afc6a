import { describe, expect, test } from "vitest";
import { allowRecall } from "../../../src/agent/opencode/plugin-session.js";

const ALLOWED = { "/data/recall/*": "allow" };

describe("the permission to read what memory answers", () => {
  test.each([
    ["no permissions", {}, { external_directory: ALLOWED }],
    ["others", { permission: { bash: "ask" } }, { bash: "ask", external_directory: ALLOWED }],
    [
      "one for all",
      { permission: { external_directory: "ask" } },
      { external_directory: { "*": "ask", ...ALLOWED } },
    ],
    [
      "some folders",
      { permission: { external_directory: { "/mnt/*": "deny" } } },
      { external_directory: { "/mnt/*": "deny", ...ALLOWED } },
    ],
    ["a question for everything", { permission: "ask" }, { "*": "ask", external_directory: ALLOWED }],
  ])("stands beside %s", (_, config, expected) => {
    allowRecall(config, "/data/recall");
    expect(config).toEqual({ permission: expected });
  });

  test.each([
    { permission: "deny" },
    { permission: "allow" },
    { permission: { external_directory: "deny" } },
    { permission: { external_directory: "allow" } },
  ])("leaves %j as it is", (config) => {
    const before = structuredClone(config);
    allowRecall(config, "/data/recall");
    expect(config).toEqual(before);
  });

  test.each([undefined, null, "x", []])("takes %j", (config) => {
    expect(() => allowRecall(config, "/data/recall")).not.toThrow();
  });
});
