import { appendFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";

const DAY = 86_400_000;

/** A data folder with nothing in its journal. */
export function freshHome(): string {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-journal-")), "home");
  mkdirSync(journalFolder(home), { recursive: true, mode: 0o700 });
  return home;
}

/** Appends events to the journal of a day, each in a frame of its own. */
export function write(home: string, list: readonly TidemarkEvent[], day = 0): void {
  if (list.length === 0) return;
  const text = list.map((event) => `\n${writeLine(event)}\n`).join("");
  appendFileSync(join(journalFolder(home), dayFile(day * DAY)), text, { mode: 0o600 });
}
