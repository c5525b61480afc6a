import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gitChanges } from "../../../src/brief/source/changes.js";
import { english } from "../../../src/render/english.js";
import { french } from "../../../src/render/french.js";

describe("gitChanges", () => {
  const changes = {
    count: 3,
    subjects: ["Answer recall", "Test the hook", "Mend it"],
    files: ["src/agent/claude/hooks.ts", "README.md", "src/agent/claude/wire.ts"],
  };

  test("says how many commits, which, and where", () => {
    const [source] = gitChanges(changes, english);
    expect(source?.render(200)).toBe(
      "Since then: 3 commits (Answer recall; Test the hook; Mend it), most in src/agent/claude",
    );
    expect(gitChanges(changes, french)[0]?.render(200)).toBe(
      "Depuis: 3 commits (Answer recall; Test the hook; Mend it), surtout dans src/agent/claude",
    );
    expect(source?.render(source.minimum)).toBe("Since then: 3 commits");
  });

  test("says one as one, and nothing of none", () => {
    expect(gitChanges({ count: 1, subjects: ["x"], files: ["a.ts"] }, english)[0]?.render(80)).toBe(
      "Since then: 1 commit (x), most in a.ts",
    );
    expect(gitChanges({ count: 0, subjects: [], files: [] }, english)).toEqual([]);
    expect(gitChanges(undefined, english)).toEqual([]);
  });

  test("keeps to its room and to one line, whatever the subjects", () => {
    const text = fc.string({ unit: "binary", maxLength: 90 });
    fc.assert(
      fc.property(fc.array(text), fc.array(text), fc.nat(400), (subjects, files, extra) => {
        const [source] = gitChanges({ count: subjects.length + 1, subjects, files }, english);
        const room = (source?.minimum ?? 0) + extra;
        const said = String(source?.render(room) ?? "");
        expect(said.length).toBeLessThanOrEqual(room);
        expect(said).toMatch(/^Since then: \d+ commits?/);
        expect(said).not.toContain("\n");
      }),
    );
  });
});
