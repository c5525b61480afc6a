import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TidemarkError } from "../error.js";
import { journalFolder } from "../journal/file.js";
import { drain } from "../model/drain.js";
import { databasePath, onStore } from "../model/store/open.js";
import type { Cursor, Store } from "../model/store/store.js";
import { missingEvents } from "../model/verify.js";
import { bytesOf } from "../upkeep/clean/usage.js";
import type { Finding } from "../upkeep/finding.js";

const NAME = "memory";
/** A larger journal is read through by `verify` alone: it takes its time. */
const READ_AT_ONCE = 100e6;
const REPAIR =
  "Restore the journal's files from a backup if you can, then run: tidemark rebuild. Until then the database knows what they said.";

/** Whether the journal and the database are whole, and what was set aside because they were not. */
export function checkMemory(home: string): Finding[] {
  if (!existsSync(home)) return [];
  const path = databasePath(home);
  const isThere = existsSync(path) || existsSync(journalFolder(home));
  const present = isThere ? checkPresent(home) : [good("nothing recorded yet")];
  return [...present, ...checkAside(path)];
}

function checkPresent(home: string): Finding[] {
  try {
    const { store, findings } = onStore(home, { isChecked: true }, (opened) => {
      drain(home, opened);
      return { store: opened, findings: describe(home, opened) };
    });
    store.close();
    return findings;
  } catch (error) {
    const hint = error instanceof TidemarkError ? hintFor(error) : undefined;
    return [{ name: NAME, ok: false, detail: messageOf(error), hint }];
  }
}

/** Elsewhere the hint is to come here. */
function hintFor({ code, hint }: TidemarkError): string | undefined {
  return code === "home-unwritable" ? "Mend what is said of the data folder, then run this again." : hint;
}

function describe(home: string, store: Store): Finding[] {
  const { events, sessions, badLines } = store.counts();
  const gone = store.cursors().filter((cursor) => isGone(home, cursor));
  const findings = gone.map(({ file }) => bad(`${file} is gone from the journal`, REPAIR));
  const missing =
    gone.length > 0 || bytesOf(journalFolder(home)) > READ_AT_ONCE ? 0 : missingEvents(home, store);
  if (missing > 0) {
    const what = missing === 1 ? "1 event that was recorded is" : `${missing} events that were recorded are`;
    findings.push(bad(`${what} damaged in the journal since`, REPAIR));
  }
  if (badLines > 0) {
    const places = badLines === 1 ? "1 damaged place" : `${badLines} damaged places`;
    findings.push(bad(`${places} in the journal, left out`, "See them: tidemark verify"));
  }
  return findings.length > 0 ? findings : [good(`${events} events in ${sessions} sessions`)];
}

function checkAside(path: string): Finding[] {
  const damaged = `${path}.damaged`;
  const old = `${path}.old`;
  return [
    ...(existsSync(damaged)
      ? [
          bad(
            `a damaged database was set aside on ${dayOf(damaged)} and made anew from the journal`,
            `Prove the new one: tidemark verify. Then ${damaged} can be deleted.`,
          ),
        ]
      : []),
    ...(existsSync(old)
      ? [
          bad(
            `a database that knows more than the journal was kept on ${dayOf(old)}`,
            `Restore the journal's files from a backup if you can, run tidemark rebuild, then delete ${old}. Until then it is the only copy of what they said.`,
          ),
        ]
      : []),
  ];
}

function isGone(home: string, { file, offset }: Cursor): boolean {
  return offset > 0 && file.includes(".jsonl") && !existsSync(join(journalFolder(home), file));
}

function dayOf(path: string): string {
  return lstatSync(path).ctime.toISOString().slice(0, 10);
}

function good(detail: string): Finding {
  return { name: NAME, ok: true, detail };
}

function bad(detail: string, hint: string): Finding {
  return { name: NAME, ok: "warn", detail, hint };
}
