import { describe, expect, it } from "vitest";
import { countNames, namesIn } from "../../../src/text/words/name.js";

describe("names in a text", () => {
  it.each([
    ["call parseHeader() twice", ["parseHeader"]],
    ["MAX_SIZE and max_size", ["MAX_SIZE", "max_size"]],
    ["await fs.readFile(path)", ["fs.readFile"]],
    ["run it with --dry-run", ["--dry-run"]],
    ["see #412", ["#412"]],
    ["the HTTPServer class", ["HTTPServer"]],
    ["base64url or utf8", ["base64url"]],
    ["le test retryUpload échoue", ["retryUpload"]],
    ["x = $scope.value", ["$scope.value"]],
  ])("%s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each([
    "a plain sentence, with Words and ACRONYMS",
    "src/app/open.ts and README.md",
    "https://example.com/page",
    "commit deadbeef01",
    "e.g. this",
    "v2",
    "--help",
    "#1",
  ])("none in: %s", (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it("counts", () => {
    expect([...countNames("foo_bar, foo_bar and fooBar")]).toEqual([
      ["foo_bar", 2],
      ["fooBar", 1],
    ]);
  });
});
