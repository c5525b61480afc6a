import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FolderGroups } from "../../../src/brief/source/choice.js";

const NONE: ReadonlySet<string> = new Set();

function said(paths: readonly string[], ambiguous = NONE): string {
  const groups = new FolderGroups(ambiguous);
  for (const path of paths) groups.add(path);
  return groups.render();
}

describe("files that share their folders", () => {
  test.each([
    [["src/app/open.ts"], "src/app/open.ts"],
    [["src/app/open.ts", "src/app/tell.ts"], "src/app/: open.ts, tell.ts"],
    [["src/app/open.ts", "src/app/deep/tell.ts"], "src/app/: open.ts, deep/tell.ts"],
    [["README.md", "src/app/open.ts"], "README.md · src/app/open.ts"],
  ])("%j", (paths, text) => {
    expect(said(paths)).toBe(text);
  });

  test("a name that several files have stands beside its folder", () => {
    const text = said(["src/app/index.ts", "src/door/index.ts"], new Set(["index.ts"]));
    expect(text).toContain("app/index.ts");
    expect(text).toContain("door/index.ts");
  });

  test("a mark is said behind its file, and is part of what it costs", () => {
    const groups = new FolderGroups(NONE, (path) => (path.endsWith("b.ts") ? " (new)" : ""));
    expect(groups.costOf("src/long/b.ts")).toBe("src/long/b.ts (new)".length);
    groups.add("src/long/b.ts");
    expect(groups.render()).toBe("src/long/b.ts (new)");
  });

  test("adding a file costs just what was said, and every file can be found in the text", () => {
    const name = fc.constantFrom("open", "tell", "index", "wire", "a");
    const path = fc
      .tuple(fc.array(fc.constantFrom("src", "app", "agent", "claude"), { maxLength: 4 }), name)
      .map(([folders, base]) => [...folders, `${base}.ts`].join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 12 }), (paths) => {
        const groups = new FolderGroups(new Set(["index.ts"]));
        let size = 0;
        for (const one of paths) {
          size += groups.costOf(one);
          groups.add(one);
          expect(groups.render().length).toBe(size);
        }
        for (const one of paths) expect(groups.render()).toContain(one.split("/").at(-1));
      }),
    );
  });
});
