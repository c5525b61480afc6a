import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readWordTable, tableEmbedder } from "../../../src/recall/embedder/table.js";
import { runsWild } from "../../growth.js";
import { dot } from "./dot.js";

const bytes = readFileSync(resolve(import.meta.dirname, "../../../asset/glove40k.i8"));
const table = tableEmbedder(() => bytes);

/** A table of the given words in the file's form; the vector of word n has n + 1 at place n. */
function smallTable(words: readonly string[]): Uint8Array {
  const text = Buffer.from(words.join("\n"));
  const start = Math.ceil((4 + text.length) / 4) * 4;
  const file = Buffer.alloc(start + words.length * 104);
  file.writeUInt32LE(text.length, 0);
  text.copy(file, 4);
  words.forEach((_, n) => {
    file.writeFloatLE(0.5, start + 4 * n);
    file.writeInt8(n + 1, start + 4 * words.length + 100 * n + n);
  });
  return file;
}

describe("the file of words", () => {
  test("has every word at its rank", () => {
    const words = bytes.toString("utf8", 4, 4 + bytes.readUInt32LE(0)).split("\n");
    const read = readWordTable(bytes);
    expect(read.size).toBe(words.length);
    // Letters beyond ASCII are never asked for: no word of code or of English has them.
    const wrong = words.filter((word, rank) => /^[ -~]+$/.test(word) && read.find(word) !== rank);
    expect(wrong).toEqual([]);
    for (const word of ["", "zzzyx", "the ", "THE", "é", "\n"]) expect(read.find(word)).toBe(-1);
  });

  test("gives scale and row, also from the middle of a larger buffer", () => {
    const small = smallTable(["alpha", "be", "gamma"]);
    const larger = new Uint8Array(small.length + 3);
    larger.set(small, 3);
    for (const file of [small, larger.subarray(3)]) {
      const read = readWordTable(file);
      expect(read.size).toBe(3);
      const { scale, row } = read.at(read.find("gamma"));
      expect([scale, row[2], row[1]]).toEqual([0.5, 3, 0]);
    }
  });

  test("is refused when it is cut", () => {
    expect(() => readWordTable(bytes.subarray(0, bytes.length - 7))).toThrow("damaged");
    expect(() => readWordTable(new Uint8Array(8))).toThrow("damaged");
  });

  test("is not read before it is needed, and then once", () => {
    let reads = 0;
    const lazy = tableEmbedder(() => {
      reads++;
      return bytes;
    });
    expect([lazy.name, lazy.dimensions, reads]).toEqual(["glove40k", 100, 0]);
    lazy.embedNow("hello");
    lazy.embedNow("world");
    expect(reads).toBe(1);
  });
});

describe("the table as embedder", () => {
  const near = (a: string, b: string) => dot(table.embedNow(a), table.embedNow(b));

  test("sets texts of one meaning near each other", () => {
    const upload = "the upload fails with a timeout";
    expect(near(upload, "file transfer crashed, no response in time")).toBeGreaterThan(
      near(upload, "choose a colour for the banner"),
    );
    expect(near("fix the login bug", "repair the sign-in error")).toBeGreaterThan(
      near("fix the login bug", "paint the garden fence"),
    );
  });

  test("takes identifiers apart and keeps plurals as they are", () => {
    expect(near("uploadTimeout", "upload timeout")).toBeCloseTo(1, 5);
    expect(near("src/upload_timeout.ts", "src upload timeout ts")).toBeCloseTo(1, 5);
    expect(table.rankOf("uploads")).not.toBe(table.rankOf("upload"));
    expect(near("tests", "test")).toBeLessThan(0.999);
  });

  test("gives length 1, and zeros where it knows no word", () => {
    const known = table.embedNow("where is the config");
    expect(dot(known, known)).toBeCloseTo(1, 5);
    for (const text of ["", "zzzyx qqqq", "日本語", "…"]) {
      expect(table.embedNow(text).every((value) => value === 0)).toBe(true);
    }
  });

  test("what any text is about counts for nothing", () => {
    expect(near("deploy the server", "choose a colour")).toBeLessThan(0.5);
  });

  test("the slow way gives the same as the quick one", async () => {
    const texts = ["one thing", "another thing"];
    expect(await table.embed(texts, "memory")).toEqual(texts.map((text) => table.embedNow(text)));
  });

  test("compares words", () => {
    const likeness = (a: string, b: string) =>
      table.likenesses(table.rankOf(a), Int32Array.of(table.rankOf(b)))[0];
    expect(likeness("error", "errors")).toBeGreaterThan(0.6);
    expect(likeness("upload", "download")).toBeGreaterThan(likeness("upload", "banana") ?? 1);
    expect(likeness("upload", "zzzyx")).toBe(0);
    expect(likeness("upload", "upload")).toBeCloseTo(1, 5);
    const ranks = Int32Array.of(table.rankOf("download"), table.rankOf("banana"), -1);
    const [near = 0, far = 0, none] = table.nearnesses(["upload"], ranks);
    expect(near).toBeGreaterThan(far);
    expect(none).toBe(0);
    expect(table.weightsOf(Int32Array.of(0, 30_000, -1))[1]).toBeGreaterThan(0.9);
  });

  test("takes no longer for each of 10,000 short texts than for each of a few", () => {
    const texts = Array.from(
      { length: 10_000 },
      (_, n) => `the upload of photo ${n} fails with a timeout in src/retryQueue.ts`,
    );
    const embedSome = (size: number) => {
      for (const text of texts.slice(0, size)) table.embedNow(text);
    };
    expect(runsWild(texts.length, embedSome)).toBe(false);
  });
});
