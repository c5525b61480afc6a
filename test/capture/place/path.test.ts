import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseName, isAbsolute, isWithin, projectPath } from "../../../src/capture/place/path.js";

describe("projectPath, POSIX form", () => {
  const root = "/home/ada/app";
  it.each([
    ["src/a.ts", root, "src/a.ts"],
    ["a.ts", `${root}/src`, "src/a.ts"],
    ["../a.ts", `${root}/src`, "a.ts"],
    ["./src//b/./../a.ts", root, "src/a.ts"],
    ["/home/ada/app/src/a.ts", "/", "src/a.ts"],
    ["/home/ada/app", root, "."],
    ["/home/ada/app/", root, "."],
    [".", root, "."],
    ["", root, "."],
    ["src/", root, "src"],
    ["/home/ada/app2/a.ts", root, "/home/ada/app2/a.ts"],
    ["/home/ada/App/a.ts", root, "/home/ada/App/a.ts"],
    ["..", root, "/home/ada"],
    ["../../../../../../etc/passwd", root, "/etc/passwd"],
    ["//etc///hosts", root, "/etc/hosts"],
    ["/", root, "/"],
    ["..config", root, "..config"],
    ["été/naïve 文件.ts", root, "été/naïve 文件.ts"],
    ["my docs/read me.md", root, "my docs/read me.md"],
    ["we\\ird", root, "we\\ird"],
    ["c:thing", root, "c:thing"],
    ["/home/ada/app/C:/x", root, "./C:/x"],
    ["~/notes.md", `${root}/src`, "~/notes.md"],
    ["~/a/../b", root, "~/b"],
    ["~", root, "~"],
    ["./~/x", root, "./~/x"],
    ["~backup", root, "~backup"],
    ["C:\\Users\\ada\\x.ts", root, "C:/Users/ada/x.ts"],
    ["\\\\nas\\share\\x", root, "\\\\nas/share/x"],
  ])("%j from %j is %j", (path, cwd, stored) => {
    expect(projectPath(path, cwd, root)).toBe(stored);
  });

  it("knows everything to be inside the filesystem root", () => {
    expect(projectPath("/etc/hosts", "/", "/")).toBe("etc/hosts");
  });

  it("reads a relative cwd from the root, and stays relative where nothing is known", () => {
    expect(projectPath("a.ts", "src", root)).toBe("src/a.ts");
    expect(projectPath("x/../a.ts", "", "")).toBe("a.ts");
    expect(projectPath("../a.ts", "", "")).toBe("../a.ts");
  });
});

describe("projectPath, Windows form", () => {
  const root = "C:\\Users\\Ada\\App";
  it.each([
    ["src\\a.ts", root, "src/a.ts"],
    ["src/b\\a.ts", root, "src/b/a.ts"],
    ["c:\\users\\ada\\app\\Src\\a.ts", root, "Src/a.ts"],
    ["C:/Users/Ada/App/src/a.ts", root, "src/a.ts"],
    ["C:\\Users\\Ada\\App\\", root, "."],
    ["C:\\Users\\Ada\\App2\\a.ts", root, "C:/Users/Ada/App2/a.ts"],
    ["d:\\x\\..\\y\\\\z", root, "D:/y/z"],
    ["C:a.ts", `${root}\\src`, "src/a.ts"],
    ["c:a.ts", `${root}\\src`, "src/a.ts"],
    ["D:a.ts", root, "D:/a.ts"],
    ["C:", `${root}\\src`, "src"],
    ["\\Temp\\x", root, "C:/Temp/x"],
    ["/Temp/x", root, "C:/Temp/x"],
    ["\\\\?\\C:\\Users\\Ada\\App\\src\\a.ts", root, "src/a.ts"],
    ["\\\\?\\UNC\\nas\\share\\x.ts", root, "//nas/share/x.ts"],
    ["\\\\nas\\share\\dir\\..\\x.ts", root, "//nas/share/x.ts"],
    ["\\\\nas\\share\\..\\..\\x.ts", root, "//nas/share/x.ts"],
    ["//nas/share/x.ts", root, "//nas/share/x.ts"],
    ["\\\\nas\\share\\", root, "//nas/share"],
    ["\\\\.\\pipe\\name", root, "//./pipe/name"],
    ["..\\..\\..\\..\\..", root, "C:/"],
    ["~\\notes.md", root, "~/notes.md"],
    ["Program Files\\é.txt", root, "Program Files/é.txt"],
    ["f:stream", `${root}`, "F:/stream"],
    [".\\a:stream", root, "./a:stream"],
  ])("%j from %j is %j", (path, cwd, stored) => {
    expect(projectPath(path, cwd, root)).toBe(stored);
  });

  it("has shares and long spellings as roots", () => {
    expect(projectPath("src\\a.ts", "\\\\NAS\\Share\\app", "\\\\nas\\share\\app")).toBe("src/a.ts");
    expect(projectPath("\\\\nas\\share\\app", "C:\\", "//nas/share/app")).toBe(".");
    expect(projectPath("C:\\app\\a.ts", "C:\\", "\\\\?\\C:\\app")).toBe("a.ts");
    expect(projectPath("C:\\app\\a.ts", "C:\\", "C:/App/")).toBe("a.ts");
    expect(projectPath("a.ts", "D:", "D:")).toBe("a.ts");
  });
});

describe("projectPath, for any path", () => {
  const name = fc.oneof(
    fc.constantFrom("..", ".", "", "~", "C:", "c:x", "UNC", "?", "a b", "é", "src"),
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll("\0", "")),
  );
  const separator = fc.constantFrom("/", "\\", "//", "\\\\");
  const start = fc.constantFrom(
    "",
    "/",
    "C:\\",
    "c:/",
    "C:",
    "\\\\",
    "\\\\?\\",
    "\\\\?\\UNC\\",
    "//",
    "\\",
    "~/",
  );
  const path = fc
    .tuple(start, fc.array(fc.tuple(name, separator), { maxLength: 6 }))
    .map(([head, rest]) => head + rest.flat().join(""));
  const root = fc.constantFrom("/", "/home/ada/app", "C:\\", "C:\\app", "\\\\nas\\share\\app", "//?/C:/app");
  // The last one is a share only where a backslash says so.
  const place = root.map((text) => (text.startsWith("//") ? `\\\\${text.slice(2)}` : text));

  it("is the same when done twice", () => {
    fc.assert(
      fc.property(path, place, fc.constantFrom("", "/sub", "/../x"), (given, top, below) => {
        const once = projectPath(given, top + below, top);
        expect(projectPath(once, top, top)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("never leaves the root by name, and never ends in a separator but for roots", () => {
    fc.assert(
      fc.property(path, place, (given, top) => {
        const stored = projectPath(given, top, top);
        if (isAbsolute(stored) || stored.startsWith("~")) return;
        expect(stored).not.toMatch(/^(\.\.(\/|$)|\/)/);
        expect(stored).not.toMatch(/\/$/);
        expect(stored).not.toBe("");
      }),
      { numRuns: 3000 },
    );
  });

  it("stores what is below the root relative", () => {
    const plain = fc.array(fc.stringMatching(/^[a-zé ]{1,6}$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(plain, place, (names, top) => {
        const tail = names.join("/");
        expect(projectPath(`${top}/${tail}`, "/elsewhere", top)).toBe(tail);
      }),
    );
  });
});

describe("the smaller words", () => {
  it.each([
    ["/a/b c", "b c"],
    ["/a/b/", "b"],
    ["/", ""],
    ["C:\\a\\b", "b"],
    ["C:\\", ""],
    ["\\\\nas\\share\\dir", "dir"],
    ["/a/b\\c", "b\\c"],
  ])("baseName of %j is %j", (path, last) => {
    expect(baseName(path)).toBe(last);
  });

  it.each([
    ["/a", true],
    ["C:\\a", true],
    ["c:/a", true],
    ["\\\\nas\\x", true],
    ["C:a", false],
    ["\\a", false],
    ["a/b", false],
    ["~/a", false],
    ["", false],
  ])("isAbsolute of %j is %j", (path, absolute) => {
    expect(isAbsolute(path)).toBe(absolute);
  });

  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/ab", "/a", false],
    ["/a/../b", "/a", false],
    ["/a", "/", true],
    ["c:\\A\\b", "C:/a", true],
    ["C:\\a", "/", false],
  ])("isWithin of %j and %j is %j", (path, folder, within) => {
    expect(isWithin(path, folder)).toBe(within);
  });
});
