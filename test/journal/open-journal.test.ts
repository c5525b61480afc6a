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
import type { Draft } from "../../src/event/registry.js";
import { append, appendTo } from "../../src/journal/append.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { readLine } from "../../src/journal/line.js";
import { openJournal } from "../../src/journal/open-journal.js";
import { freshHome } from "./journal-home.js";

const NOON = Date.UTC(2026, 5, 1, 12);
const scene = { project: "p", session: "s", agent: "bot", branch: "main" };
const said = (text: string): Draft => ({ type: "message.said", data: { text } });

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

describe("a journal that stays open", () => {
  test("writes the very lines that a plain append writes, whatever is in them", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (texts) => {
        const [one, other] = [freshHome(), freshHome()];
        const journal = openJournal(one);
        appendTo(journal, texts.map(said), { ...scene, at: NOON });
        journal.close();
        append(other, texts.map(said), { ...scene, at: NOON });
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

  test("takes large events, and small ones after them", () => {
    const home = freshHome();
    const journal = openJournal(home);
    const texts = ["a".repeat(100_000), "\0\n".repeat(40_000), "é".repeat(80_000), "small"];
    for (const text of texts) appendTo(journal, [said(text), said(text)], { ...scene, at: NOON });
    appendTo(journal, texts.map(said), { ...scene, at: NOON }, true);
    journal.close();
    expect(textsOf(home)).toEqual([...texts.flatMap((text) => [text, text]), ...texts]);
  });

  test("goes into the next day's file when the day changes, and back with a clock that was set back", () => {
    const home = freshHome();
    const journal = openJournal(home);
    const next = NOON + 86_400_000;
    appendTo(journal, [said("today")], { ...scene, at: NOON });
    appendTo(journal, [said("tomorrow")], { ...scene, at: next });
    appendTo(journal, [said("again")], { ...scene, at: NOON });
    journal.close();
    expect(textsOf(home)).toEqual(["today", "again"]);
    expect(textsOf(home, next)).toEqual(["tomorrow"]);
  });

  test("notices a day that was rewritten, and says into the new file what it wrote into the old one", async () => {
    const home = freshHome();
    const journal = openJournal(home);
    appendTo(journal, [said("before")], { ...scene, at: NOON });
    const path = join(journalFolder(home), dayFile(NOON));
    writeFileSync(`${path}.new`, readFileSync(path), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    await new Promise((resolve) => setTimeout(resolve, 60));
    appendTo(journal, [said("after")], { ...scene, at: NOON });
    appendTo(journal, [said("later")], { ...scene, at: NOON });
    journal.close();
    expect(textsOf(home)).toEqual(["before", "after", "later"]);
  });

  test("starts a data folder again that was removed, and one that was moved", async () => {
    const home = freshHome();
    const journal = openJournal(home);
    appendTo(journal, [said("gone")], { ...scene, at: NOON });
    rmSync(home, { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 60));
    appendTo(journal, [said("removed")], { ...scene, at: NOON });
    expect(textsOf(home)).toEqual(["removed"]);
    renameSync(home, `${home}-moved`);
    // Its files still have names, so only the lookup once a second notices.
    appendTo(journal, [said("moved")], { ...scene, at: NOON + 1_000 });
    expect(textsOf(home)).toEqual(["moved"]);
    journal.close();
  });

  test("is closed to others, and leaves no file open", () => {
    const home = freshHome();
    const before = openFiles();
    const journal = openJournal(home);
    appendTo(journal, [said("x")], { ...scene, at: NOON });
    expect(statSync(join(journalFolder(home), dayFile(NOON))).mode & 0o077).toBe(0);
    journal.close();
    journal.close();
    expect(openFiles()).toBe(before);
  });

  test("says what to do where nothing can be written, and writes again when it can", () => {
    const home = join(dirname(freshHome()), "data");
    const journal = openJournal(home);
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "journal"), "");
    expect(() => appendTo(journal, [said("x")], { ...scene, at: NOON })).toThrow(/not a folder/);
    rmSync(join(home, "journal"));
    appendTo(journal, [said("y")], { ...scene, at: NOON });
    journal.close();
    expect(textsOf(home)).toEqual(["y"]);
  });
});

function openFiles(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}
