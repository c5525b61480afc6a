import { here } from "../../../app/place/here.js";
import { importSession } from "../../../app/session/import-session.js";
import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { count, print, printJson, style } from "../print.js";
import type { ImportOptions } from "./option.js";

/** What `export` wrote of one session, on this machine or a colleague's. */
export function importExported(file: string, options: ImportOptions): void {
  const { layout, project, dryRun = false, trust = false, json } = options;
  if (layout !== undefined)
    throw new TidemarkError("bad-argument", "--layout is for a folder of another tool, and this is a file.");
  const place = here(hostEnv(), project ?? process.cwd());
  const { session, events, known, skipped, untrusted } = importSession({
    here: place,
    file,
    now: now(),
    isDry: dryRun,
    isTrusted: trust,
  });
  if (json) {
    printJson({ session, events, known, skipped, untrusted, applied: !dryRun && events > 0 });
    return;
  }
  if (untrusted > 0)
    print(
      `${style.yellow("left out")} ${count(untrusted, "declaration")} in it (pins, rules, decisions of a person); ` +
        "if you know who wrote it: --trust",
    );
  if (skipped > 0)
    print(`${style.yellow("skipped")}  ${skipped} of its events: they are of a newer Tidemark, or damaged`);
  if (events === 0) {
    print("There is nothing new in it.");
    return;
  }
  const what = `session ${session.slice(0, 8)}: ${count(events, "event")}`;
  print(`${dryRun ? "Would import" : style.green("Imported")} ${what}.`);
  if (!dryRun) print(style.dim(`Undo: tidemark forget --session ${session.slice(0, 8)}`));
}
