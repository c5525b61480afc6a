import { expect, test } from "vitest";
import { speakerIn } from "../../../src/app/declare/speaker.js";

test.each([
  ["a person's shell", {}, undefined],
  [
    "an agent's",
    { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "3f2a-11" },
    { session: "3f2a-11", agent: "claude" },
  ],
  ["one that does not say which session", { CLAUDECODE: "1" }, { session: "", agent: "claude" }],
  [
    "one that says nonsense",
    { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "a\nb" },
    { session: "", agent: "claude" },
  ],
])("who speaks in %s", (_, env, speaker) => {
  expect(speakerIn(env)).toEqual(speaker);
});
