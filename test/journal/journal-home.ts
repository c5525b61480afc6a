import { appendFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Draft, TidemarkEvent } from "../../src/event/registry.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import { drain } from "../../src/model/drain.js";
import type { Store } from "../../src/model/store/store.js";

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

/** Events that arrive in portions, cut at these places and drained one by one, in the journals of so many days. */
export function arrive(
  home: string,
  store: Store,
  list: readonly TidemarkEvent[],
  cuts: readonly number[],
  days = 1,
): void {
  let from = 0;
  for (const [index, to] of [...cuts]
    .sort((a, b) => a - b)
    .concat(list.length)
    .entries()) {
    write(home, list.slice(from, to), index % days);
    from = Math.max(from, to);
    drain(home, store);
  }
}

export function idOf(n: number): string {
  return `e${String(n).padStart(3, "0")}`;
}

/** The n-th event, a second after the one before. */
export function eventOf(n: number, draft: Draft, session = "s", project = "p"): TidemarkEvent {
  const scene = { author: "a", project, session, agent: "claude" };
  return { ...draft, id: idOf(n), v: 1, at: n * 1_000, clock: n, ...scene };
}
