import { TidemarkError } from "../../error.js";
import { now, utcOffset } from "../../host/clock.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { withMemory } from "../../project/command/open.js";
import { here } from "../../project/here.js";
import { findSession } from "../../project/open.js";
import { agree } from "../../terminal/agree.js";
import { parseChoice } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { applyExport, type ExportPlan, planExport } from "./export-layout.js";
import { type Imported, importLayout } from "./import-layout.js";
import type { Layout } from "./layout.js";
import { LAYOUTS, layoutNames } from "./layouts.js";

export interface LayoutOptions {
  readonly layout?: string;
  readonly to?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `tidemark export --layout`: shows what would be written, asks before it replaces foreign files, and writes. */
export async function exportAsLayout(options: LayoutOptions): Promise<void> {
  if (options.to === undefined)
    throw new TidemarkError("bad-argument", "A layout is a folder of files: it needs to know where.", {
      hint: "Name the folder with --to.",
    });
  if (options.session !== undefined && options.all)
    throw new TidemarkError("bad-argument", "--session and --all exclude each other.");
  const layout = layoutIn(options.layout ?? "");
  const bar = progress("Reading what happened");
  const plan = planExport({
    home: dataHome(hostEnv()),
    layout,
    folder: options.to,
    ...(await scopeOf(options)),
    when: { now: now(), zone: utcOffset },
    onProgress: bar.report,
  });
  bar.end();
  const foreign = plan.files.filter(({ over }) => over === "foreign");
  if (!options.json) showPlan(plan);
  if (options.dryRun || plan.files.length === 0) {
    if (options.json) printJson(report(plan));
    return;
  }
  if (foreign.length > 0 && !options.yes) {
    if (options.json) printJson(report(plan));
    await agree(`Replace ${count(foreign.length, "file")} that ${layout.name} did not write?`, !options.json);
  }
  const writing = progress("Writing", "files");
  const done = applyExport(plan, writing.report);
  writing.end();
  if (options.json) printJson({ ...report(plan), applied: true, ...done });
  else {
    for (const copy of done.backups) print(style.dim(`kept what was there as ${copy}`));
    print(`${style.green("Exported")} ${count(plan.files.length, "file")} to ${plan.folder}`);
  }
}

/** The project here, every project, or one session with the project it is of. */
async function scopeOf({ session, all }: LayoutOptions): Promise<{ project?: string; session?: string }> {
  if (session !== undefined) {
    return withMemory((opened) => {
      const found = findSession(opened, session);
      return { project: found.project, session: found.session };
    });
  }
  if (all) return {};
  return { project: here(hostEnv(), process.cwd()).project };
}

const OVER: { readonly [over in ExportPlan["files"][number]["over"]]: string } = {
  nothing: "new",
  same: "same",
  own: "update",
  layout: "replace",
  foreign: "REPLACE",
};

function showPlan({ files, stale }: ExportPlan): void {
  if (files.length === 0) print("There is nothing to export: no session here has done anything yet.");
  for (const { path, over } of files) {
    const word = OVER[over].padEnd(8);
    print(`${over === "foreign" ? style.red(word) : style.dim(word)} ${path}`);
  }
  for (const path of stale) print(`${style.dim("remove  ")} ${path}`);
}

function report({ layout, folder, files, stale }: ExportPlan) {
  return {
    layout: layout.name,
    folder,
    applied: false,
    files: files.map(({ path, bytes, over }) => ({ path, bytes: bytes.length, over })),
    stale,
  };
}

interface ImportOptions {
  readonly layout?: string;
  readonly project?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `tidemark import` of a folder with the files of another session tool. */
export function importOtherTool(folder: string, options: ImportOptions): void {
  const bar = progress("Reading", "files");
  const writing = progress("Taking over");
  const imported = importLayout({
    here: here(hostEnv(), options.project ?? process.cwd()),
    folder,
    layout: options.layout === undefined ? undefined : layoutIn(options.layout),
    when: { now: now(), zone: utcOffset },
    isDry: options.dryRun === true,
    onProgress: bar.report,
    onWriting: writing.report,
  });
  bar.end();
  writing.end();
  if (options.json) printJson({ ...imported, layout: imported.layout.name, applied: !options.dryRun });
  else showImported(imported, options.dryRun === true);
}

function showImported({ layout, files, known, skipped, events, sessions }: Imported, isDry: boolean): void {
  for (const path of files) print(`${style.green(isDry ? "would import" : "imported")}  ${path}`);
  for (const path of known) print(style.dim(`known already  ${path}`));
  for (const { path, reason } of skipped) print(`${style.yellow("skipped")}  ${path}: ${reason}`);
  const what = `${count(files.length, "file")} of ${layout.name}: ${count(events, "event")} in ${count(sessions.length, "session")}`;
  if (files.length > 0 && events > 0) print(`${isDry ? "Would import" : style.green("Imported")} ${what}.`);
  else if (files.length > 0) print("They tell of nothing new, and are kept as they are now.");
  else print(skipped.length > 0 ? "Nothing was imported." : "There is nothing new in it.");
}

function layoutIn(name: string): Layout {
  return LAYOUTS[parseChoice(name, "--layout", layoutNames)];
}
