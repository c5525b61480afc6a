import { applyExport, type ExportPlan, planExport } from "../../app/layout/export-layout.js";
import { layoutNamed, layoutNames } from "../../app/layout/layout-named.js";
import { findSession } from "../../app/open.js";
import { here } from "../../app/place/here.js";
import { TidemarkError } from "../../error.js";
import { now, utcOffset } from "../../host/clock.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { agree } from "./agree.js";
import { withMemory } from "./memory.js";
import { parseChoice } from "./option.js";
import { count, print, printJson, style } from "./print.js";
import { progress } from "./progress.js";

export interface LayoutOptions {
  readonly layout?: string;
  readonly to?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `tidemark export --layout`: shows what would be written, asks where something else is in the way, and writes. */
export async function exportAsLayout(options: LayoutOptions): Promise<void> {
  if (options.to === undefined)
    throw new TidemarkError("bad-argument", "A layout is a folder of files: it needs to know where.", {
      hint: "Name the folder with --to.",
    });
  if (options.session !== undefined && options.all)
    throw new TidemarkError("bad-argument", "--session and --all exclude each other.");
  const layout = layoutNamed(parseChoice(options.layout ?? "", "--layout", layoutNames));
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
  if (!options.json) show(plan);
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

const SAID: { readonly [over in ExportPlan["files"][number]["over"]]: string } = {
  nothing: "new",
  same: "same",
  own: "update",
  layout: "replace",
  foreign: "REPLACE",
};

function show({ files, stale }: ExportPlan): void {
  if (files.length === 0) print("There is nothing to export: no session here has done anything yet.");
  for (const { path, over } of files) {
    const word = SAID[over].padEnd(8);
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
