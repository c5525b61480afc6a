import { describe, expect, test } from "vitest";
import { isTelling, topicsOf, wordsOf } from "../../../src/text/prose/topic.js";

describe("the words of a text", () => {
  test.each([
    ["Add retry to the uploads", ["add", "retry", "upload"]],
    ["parseHTTPHeader and parse_http_header", ["parse", "http", "header", "parse", "http", "header"]],
    ["src/agent/claude/hooks.ts", ["src", "agent", "claude", "hook"]],
    ["Ajoute une limite de débit à l'envoi des fichiers", ["ajoute", "limite", "débit", "envoi", "fichier"]],
    ["Les réseaux privés", ["réseau", "privé"]],
    ["GitHub and OAuth in TypeScript", ["github", "oauth", "typescript"]],
    [
      "classes, boxes, caches, matches, queries, statuses",
      ["class", "box", "cache", "match", "query", "status"],
    ],
    ["kubernetes status of redis on macOS", ["kubernetes", "status", "redis", "macos"]],
    ["at 3f2a9c1d77 on port 8080", ["port", "8080"]],
    ["what should we do about it?", []],
    ["", []],
    ["日本語のテスト", ["日本語のテスト"]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test("folding is stable: the words of the words are the words", () => {
    for (const text of ["classes of indexes and queries", "parseHeaders in src/queries/cookies.ts"]) {
      expect(wordsOf(wordsOf(text).join(" "))).toEqual(wordsOf(text));
    }
  });

  test("a very long text is read at its beginning only", () => {
    expect(wordsOf(`tide ${"x ".repeat(10_000)} mark`)).toEqual(["tide"]);
  });
});

describe("topics", () => {
  test("are what the texts share, then what is said most, without the words of every day", () => {
    const texts = [
      "Fix the retry of uploads",
      "uploads: retry with jitter",
      "add jitter tests for the upload queue",
    ];
    expect(topicsOf(texts)).toEqual(["upload", "retry", "jitter", "queue"]);
  });

  test("are few", () => {
    expect(topicsOf(["tide mark journal drain cursor pointer frame"], 3)).toEqual([
      "tide",
      "mark",
      "journal",
    ]);
  });

  test("are none where nothing is said", () => {
    expect(topicsOf(["ok, fix it", ""])).toEqual([]);
  });

  test("numbers and everyday words tell nothing", () => {
    expect(["8080", "file", "fichier", "upload"].map(isTelling)).toEqual([false, false, false, true]);
  });
});
