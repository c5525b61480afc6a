import { describe, expect, test } from "vitest";
import { readCodeLine } from "../../../src/text/prose/code-line.js";

describe("the line of codes at the end of a message", () => {
  test("is read and taken out", () => {
    const message =
      "The login works.\n\ntidemark: dec:pnpm-because-the-lockfile-is-smaller-not-npm next:write-docs done:login block:need:a-token\n";
    expect(readCodeLine(message)).toEqual({
      prose: "The login works.",
      codes: [
        { kind: "dec", text: "pnpm", reason: "the lockfile is smaller", rejected: ["npm"] },
        { kind: "next", text: "write docs", rejected: [] },
        { kind: "done", text: "login", rejected: [] },
        { kind: "block", text: "need:a token", rejected: [] },
      ],
    });
  });

  test.each([
    ["`tidemark: next:write-docs`", "", ["write docs"]],
    ["Done.\n  tidemark: rule:never-push-to-main", "Done.", ["never push to main"]],
    ["Fait.\ntidemark: next:écrire-la-documentation", "Fait.", ["écrire la documentation"]],
  ])("%j", (message, prose, texts) => {
    const read = readCodeLine(message);
    expect([read.prose, read.codes.map(({ text }) => text)]).toEqual([prose, texts]);
  });

  test.each([
    "I would write tidemark: next:write-docs",
    "tidemark: next:write-docs\nAnd then the tests.",
    "tidemark: next:write-docs and the tests",
    "tidemark: nothing:of-note",
    "tidemark: next:",
    "tidemark:next:write-docs",
    "tidemark is a tool",
    "",
  ])("is not in %j", (message) => {
    expect(readCodeLine(message)).toEqual({ prose: message, codes: [] });
  });
});
