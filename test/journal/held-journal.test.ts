import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventName } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { holdJournal, type WrittenDraft } from "../../src/journal/held-journal.js";
import { readLine } from "../../src/journal/read-line.js";
import { freshHome } from "./journal-home.js";

const NOON = Date.UTC(2026, 5, 1, 12);
const scene = { project: "p", session: "s", agent: "bot", branch: "main" };
const said = (text: string): WrittenDraft => ({ type: "message.said", json: JSON.stringify({ text }) });
/** The same with the text still to be written as JSON. */
const saidOpen = (text: string): WrittenDraft => ({
  type: "message.said",
  json: { before: '{"text":', text, after: "}" },
});

function linesOf(home: string, at = NOON): string[] {
  const text = readFileSync(join(journalFolder(home), dayFile(at)), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

function textsOf(home: string, at = NOON): string[] {
  return linesOf(home, at).flatMap((line) => {
    const reading = readLine(line, 0, line.length);
    return reading.is === "event" && reading.event.type === "message.said" ? [reading.event.data.text] : [];
  });
}

describe("a journal held open", () => {
  test.each([
    ["as JSON", said],
    ["as a text", saidOpen],
  ])("writes the very lines that a plain append writes, whatever is in them: %s", (_, said) => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (texts) => {
        const [one, other] = [freshHome(), freshHome()];
        const held = holdJournal(one);
        held.append(texts.map(said), scene, NOON, false);
        held.close();
        const type: EventName = "message.said";
        append(
          other,
          texts.map((text) => ({ type, data: { text } })),
          { ...scene, at: NOON },
        );
        const bare = (home: string) =>
          linesOf(home).map((line) => {
            expect(readLine(line, 0, line.length).is).toBe("event");
            const { id: _, author: __, sum: ___, ...rest } = JSON.parse(line);
            return JSON.stringify(rest);
          });
        expect(bare(one)).toEqual(bare(other));
      }),
      { numRuns: 15 },
    );
  });

  test("takes events that are larger than its room, and small ones after them", () => {
    const home = freshHome();
    const held = holdJournal(home);
    const texts = ["a".repeat(100_000), "\0\n".repeat(40_000), "é".repeat(80_000), "small"];
    for (const text of texts) held.append([said(text), saidOpen(text)], scene, NOON, false);
    held.append(texts.map(saidOpen), scene, NOON, true);
    held.close();
    expect(textsOf(home)).toEqual([...texts.flatMap((text) => [text, text]), ...texts]);
  });

  test("goes into the next day's file when the day changes, and back with a clock that was set back", () => {
    const home = freshHome();
    const held = holdJournal(home);
    const next = NOON + 86_400_000;
    held.append([said("today")], scene, NOON, false);
    held.append([said("tomorrow")], scene, next, false);
    held.append([said("again")], scene, NOON, false);
    held.close();
    expect(textsOf(home)).toEqual(["today", "again"]);
    expect(textsOf(home, next)).toEqual(["tomorrow"]);
  });

  test("notices a day that was written anew, and says into the new file what it wrote into the old one", async () => {
    const home = freshHome();
    const held = holdJournal(home);
    held.append([said("before")], scene, NOON, false);
    const path = join(journalFolder(home), dayFile(NOON));
    writeFileSync(`${path}.new`, readFileSync(path), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    await new Promise((resolve) => setTimeout(resolve, 60));
    held.append([said("after")], scene, NOON, false);
    held.append([said("later")], scene, NOON, false);
    held.close();
    expect(textsOf(home)).toEqual(["before", "after", "later"]);
  });

  test("begins a data folder anew that was taken away, and one that was moved", async () => {
    const home = freshHome();
    const held = holdJournal(home);
    held.append([said("gone")], scene, NOON, false);
    rmSync(home, { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 60));
    held.append([said("removed")], scene, NOON, false);
    expect(textsOf(home)).toEqual(["removed"]);
    renameSync(home, `${home}-moved`);
    // Its files still have names, so they are looked for by these once in a while.
    held.append([said("moved")], scene, NOON + 1_000, false);
    expect(textsOf(home)).toEqual(["moved"]);
    held.close();
  });

  test("is closed to others, and leaves no file open", () => {
    const home = freshHome();
    const before = openFiles();
    const held = holdJournal(home);
    held.append([said("x")], scene, NOON, false);
    expect(statSync(join(journalFolder(home), dayFile(NOON))).mode & 0o077).toBe(0);
    held.close();
    held.close();
    expect(openFiles()).toBe(before);
  });

  test("says what to do where nothing can be written, and writes again when it can", () => {
    const home = join(dirname(freshHome()), "data");
    const held = holdJournal(home);
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "journal"), "");
    expect(() => held.append([said("x")], scene, NOON, false)).toThrow(/not a folder/);
    rmSync(join(home, "journal"));
    held.append([said("y")], scene, NOON, false);
    held.close();
    expect(textsOf(home)).toEqual(["y"]);
  });
});

function openFiles(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}
