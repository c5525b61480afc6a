import { createHash } from "node:crypto";
import { LATE } from "../../checkpoint/checkpoint-text.js";
import { pointName } from "../../checkpoint/point-name.js";
import { patchTo } from "../../checkpoint/restore/difference.js";
import {
  planRestore,
  type RestoreDone,
  type RestorePlan,
  requestFor,
  restoreCheckpoint,
} from "../../checkpoint/restore-checkpoint.js";
import { count } from "../../terminal/print.js";
import { type Answer, recorded, recordedFile } from "../answer.js";
import type { Desk } from "../desk.js";

interface Wish {
  readonly id: string;
  readonly paths: readonly string[];
}

const MOST_PATCH = 4_000;
const MOST_FILES = 40;
const MOST_SHOWN = 20;

/** What was shown, so that nothing is brought back that nobody has seen. */
const shown = new Set<string>();

/** Shows what a restore would change, and does it when the same is confirmed. */
export function restore(desk: Desk, wish: Wish, isConfirmed: boolean): Answer {
  const plan = planRestore(desk, wish);
  const id = pointName(plan.checkpoint, desk.project);
  const isSame = plan.changes.length === 0 && plan.past === undefined && plan.repeats === undefined;
  if (isSame) return { text: `Nothing differs from ${id}.` };
  const key = fingerprint(desk, plan);
  if (isConfirmed && shown.has(key)) return done(desk, plan, restoreCheckpoint(desk, plan));
  if (shown.size >= MOST_SHOWN) shown.clear();
  shown.add(key);
  const why = isConfirmed ? "The files are not as they were shown, so nothing was changed yet. " : "";
  return { text: preview(desk, wish, plan, why), facts: { id, isRestored: false } };
}

/** The same restore of the same checkpoint, with the same effect. */
function fingerprint({ project, place }: Desk, { checkpoint, what, paths, changes }: RestorePlan): string {
  const all = [project, place.root, checkpoint.id, checkpoint.at, what, paths, changes];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

function preview(desk: Desk, wish: Wish, plan: RestorePlan, why: string): string {
  const { changes, what, past } = plan;
  const patch = changes.length === 0 ? "" : patchTo(requestFor(desk, wish), MOST_PATCH).text.trimEnd();
  const files = changes
    .slice(0, MOST_FILES)
    .map(({ path, change, isHindered }) => `${isHindered ? "stays" : change}: ${path}`);
  const lines = [
    ...cautions(desk, plan),
    ...files,
    ...(changes.length > MOST_FILES ? [`and ${changes.length - MOST_FILES} more files`] : []),
    ...(past === undefined
      ? []
      : [`state back to: ${past.state.work.request ?? "before the first request"}`]),
    ...(patch === "" ? [] : patch.split("\n")),
  ];
  const id = pointName(plan.checkpoint, desk.project);
  const head = `${why}A restore of ${id} (${what}) would change ${count(changes.length, "file")}:`;
  const tail =
    "Nothing was changed. If the user wants it, call again with confirm: true; the present is kept first.";
  return recordedFile(head, lines, tail);
}

/** What should be known before and cannot be seen from the files. */
function cautions({ place }: Desk, { checkpoint, atWork, caution, repeats }: RestorePlan): string[] {
  return [
    ...atWork.map(
      ({ agent, session }) => `beware: ${agent} session ${session.slice(0, 8)} is at work here now`,
    ),
    ...(repeats === undefined ? [] : ["beware: this restore was begun before and not finished"]),
    ...(checkpoint.isLate ? [`beware: ${LATE}`] : []),
    ...(caution.madeOn === undefined
      ? []
      : [`beware: made on branch ${caution.madeOn}, now on ${place.branch}`]),
    ...caution.missing.slice(0, 5).map(({ path }) => `beware: it cannot bring back ${path}`),
    ...caution.bare.slice(0, 5).map((path) => `beware: the .git of ${path} does not come back`),
  ];
}

function done({ project }: Desk, { checkpoint, past, what }: RestorePlan, result: RestoreDone): Answer {
  const { files, before } = result;
  const id = pointName(checkpoint, project);
  const refused = files?.refused ?? [];
  const said = [
    ...(files === undefined ? [] : [`${count(files.written, "file")} written, ${files.deleted} deleted`]),
    ...(past === undefined || what === "files" ? [] : ["state brought back"]),
  ].join(", ");
  const undo = before === undefined ? "" : ` To undo it, restore ${pointName(before, project)}.`;
  const head = `${refused.length === 0 ? "Restored" : "Restored in part"} ${id}: ${said}.${undo} Read files again before you change them.`;
  const lines = refused.map(({ path, why }) => `left as it is (${why}): ${path}`);
  return {
    text: lines.length === 0 ? head : recorded(head, lines),
    facts: { id, isRestored: true, ...(before === undefined ? {} : { undo: pointName(before, project) }) },
  };
}
