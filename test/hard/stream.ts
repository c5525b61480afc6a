import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT, Replay } from "../../bench/continuity/replay.js";
import { type Line, readStream, streamNames } from "../../bench/continuity/stream.js";
import { Dice } from "../../bench/dice.js";
import { sessionCalls } from "../../bench/generate.js";
import { composeFor } from "../../src/brief/answer.js";
import { dayFiles, journalFolder } from "../../src/journal/file.js";
import type { Store } from "../../src/model/store/store.js";

export { type Line, Replay };

export interface Stream {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** The recorded streams at hand, and always one that is invented. */
export function streams(sessions = 12): Stream[] {
  const recorded = streamNames().map((name) => ({ name, lines: readStream(name) }));
  return [{ name: "invented", lines: invented(sessions) }, ...recorded];
}

/** Sessions as Claude Code would report them, one after the other, and a question at the end of each. */
function invented(sessions: number): Line[] {
  const dice = new Dice(9);
  const root = "/home/someone/photo-box";
  let at = Date.parse("2026-03-02T08:00:00Z");
  return Array.from({ length: sessions }, (_, n) => `invented-${n}`).flatMap((session) => {
    at += 40 * 60_000;
    const event = { t: "event" as const, git_branch: "main" };
    const calls = [...sessionCalls(dice, session, { root, language: "en" })].map((call): Line => {
      at += dice.between(200, 20_000);
      // As a stream's file gives it: of no type that anybody checked.
      return JSON.parse(JSON.stringify({ ...call, ...event, ts: new Date(at).toISOString() }));
    });
    const ask = { t: "ask" as const, session_id: `${session}-next`, cwd: root, source: "startup" };
    return [...calls, { ...ask, ts: new Date(at + 60_000).toISOString() }];
  });
}

/** What a stream's questions are answered with by a memory as it is now. */
export function answers(store: Store, asks: readonly Line[]): string[] {
  return asks.map((line) => {
    const { session_id: session, source = "startup", git_branch: branch, prompt } = line;
    const asker = { project: PROJECT, session, source, now: Date.parse(line.ts) };
    return composeFor(store, { ...asker, ...(branch ? { branch } : {}), ...(prompt ? { prompt } : {}) }).text;
  });
}

/** A line of a journal with its file and its session. */
export interface Written {
  readonly file: string;
  readonly text: string;
  readonly session: string;
}

/** All whole lines; one that a killed writer left torn has no checksum at its end. */
export function writtenIn(home: string): Written[] {
  return dayFiles(home).flatMap((file) =>
    readFileSync(join(journalFolder(home), file), "utf8")
      .split("\n")
      .filter((text) => /"sum":"[0-9a-f]{8}"\}$/.test(text))
      .map((text) => ({ file, text, session: String(JSON.parse(text).session) })),
  );
}

/** A data folder with nothing in it. */
export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), "tidemark-stream-"));
  mkdirSync(journalFolder(home), { mode: 0o700 });
  return home;
}

/** Appends lines as they are, each to the file it came from or to one of another day. */
export function appendLines(home: string, lines: readonly Written[], day?: string): void {
  const byFile = new Map<string, string[]>();
  for (const { file, text } of lines) {
    const name = day ?? file;
    byFile.set(name, [...(byFile.get(name) ?? []), text]);
  }
  for (const [name, texts] of byFile)
    writeFileSync(join(journalFolder(home), name), `\n${texts.join("\n")}\n`, { flag: "a", mode: 0o600 });
}
