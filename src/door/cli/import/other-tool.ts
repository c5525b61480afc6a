import { type Imported, importLayout } from "../../../app/layout/import-layout.js";
import { layoutNamed, layoutNames } from "../../../app/layout/layout-named.js";
import { here } from "../../../app/place/here.js";
import { now, utcOffset } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseChoice } from "../option.js";
import { count, print, printJson, style } from "../print.js";
import { progress } from "../progress.js";
import type { ImportOptions } from "./option.js";

/** The files of another session tool. */
export function importOtherTool(folder: string, options: ImportOptions): void {
  const layout =
    options.layout === undefined
      ? undefined
      : layoutNamed(parseChoice(options.layout, "--layout", layoutNames));
  const bar = progress("Reading", "files");
  const writing = progress("Taking over");
  const imported = importLayout({
    here: here(hostEnv(), options.project ?? process.cwd()),
    folder,
    ...(layout === undefined ? {} : { layout }),
    when: { now: now(), zone: utcOffset },
    isDry: options.dryRun === true,
    onProgress: bar.report,
    onWriting: writing.report,
  });
  bar.end();
  writing.end();
  if (options.json) printJson({ ...imported, layout: imported.layout.name, applied: !options.dryRun });
  else show(imported, options.dryRun === true);
}

function show({ layout, files, known, skipped, events, sessions }: Imported, isDry: boolean): void {
  for (const path of files) print(`${style.green(isDry ? "would import" : "imported")}  ${path}`);
  for (const path of known) print(style.dim(`known already  ${path}`));
  for (const { path, reason } of skipped) print(`${style.yellow("skipped")}  ${path}: ${reason}`);
  const what = `${count(files.length, "file")} of ${layout.name}: ${count(events, "event")} in ${count(sessions.length, "session")}`;
  if (files.length > 0 && events > 0) print(`${isDry ? "Would import" : style.green("Imported")} ${what}.`);
  else if (files.length > 0) print("They tell of nothing new, and are kept as they are now.");
  else print(skipped.length > 0 ? "Nothing was imported." : "There is nothing new in it.");
}
