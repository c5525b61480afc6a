import { createHash } from "node:crypto";
import { type Checkpoint, isLight } from "../../checkpoint/checkpoint.js";
import { checkpointByHand } from "../../checkpoint/make-checkpoint.js";
import { pointName } from "../../checkpoint/name.js";
import { earlierCheckpoints, listCheckpoints } from "../../checkpoint/record.js";
import { patchTo } from "../../checkpoint/restore/difference.js";
import { stateAt } from "../../checkpoint/restore/past-state.js";
import {
  planRestore,
  type RestoreDone,
  type RestorePlan,
  requestFor,
  restoreCheckpoint,
} from "../../checkpoint/restore-checkpoint.js";
import { changedSince, LATE, reasonOf } from "../../checkpoint/text.js";
import { TidemarkError } from "../../error.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { count } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { type Answer, recorded, recordedFile } from "../answer.js";
import { type Arguments, required } from "../argument.js";
import { type CallContext, inContext } from "../context.js";
import type { Caller } from "../work.js";

const MAX_LISTED = 25;
const MAX_DIFF_CHARS = 6_000;
const MAX_PREVIEW_CHARS = 4_000;
const MAX_PREVIEW_FILES = 40;
const MAX_PREVIEWS = 20;

export async function checkpoint(args: Arguments<"checkpoint">, caller: Caller): Promise<Answer> {
  const action = args("action");
  const id = () => required("id", args("id"));
  return inContext(caller, (context) => {
    switch (action) {
      case "create":
        return create(context, args("label"));
      case "list":
        return { text: list(context) };
      case "show":
        return { text: show(context, id()) };
      case "diff":
        return { text: diff(context, id(), args("paths")) };
      case "restore":
        return restore(context, { id: id(), paths: args("paths") ?? [] }, args("confirm") === true);
    }
  });
}

function create(context: CallContext, label: string | undefined): Answer {
  const taken = checkpointByHand(context, label);
  if (taken.is === "busy")
    throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
      hint: "Try again in a moment.",
    });
  if (taken.is === "unable") throw new TidemarkError("not-found", taken.why);
  const { id, leftCount } = taken.checkpoint;
  const left = leftCount === 0 ? "" : ` ${leftCount} were left out, such as too large ones.`;
  return { text: `${id}: ${changedSince(taken.checkpoint)}.${left}`, facts: { id } };
}

function list({ home, project, place, now }: CallContext): string {
  const all = [...listCheckpoints(home, project), ...earlierCheckpoints(home, project, place.root)];
  const light = all.filter(isLight).length;
  const shown = all.filter((one) => !isLight(one)).slice(0, MAX_LISTED);
  // There are many light ones; show the last few, which undo the last prompts.
  const recent = all.filter(isLight).slice(0, MAX_LISTED - Math.min(MAX_LISTED - 5, shown.length));
  const found = [...shown, ...recent].sort((a, b) => b.at - a.at);
  if (found.length === 0) return "There is no checkpoint here yet.";
  const more = all.length - found.length;
  const head = `The checkpoints here, the newest first (${light} of ${all.length} are light: made at prompts and commands):`;
  const tail = more > 0 ? `${more} more: tidemark checkpoint list --all` : "";
  return recorded(
    head,
    found.map((one) => lineOf(one, project, now)),
    tail,
  );
}

function show(context: CallContext, id: string): string {
  const { checkpoint: found } = requestFor(context, { id, isHere: true });
  const past = stateAt(context, found)?.state;
  const lines = [
    `${lineOf(found, context.project, context.now)}`,
    `of: ${found.root}`,
    ...(past === undefined ? ["no session's state"] : pastLines(past)),
  ];
  return recorded("The checkpoint, and the work as of it:", lines, "What it would change: action diff.");
}

function pastLines({ session, work, plan }: SessionState): string[] {
  return [
    `session: ${session}`,
    ...(work.request === undefined ? [] : [`request: ${work.request}`]),
    ...(work.action === undefined ? [] : [`action: ${work.action}`]),
    ...plan.map(({ text, status }) => `${status}: ${text}`),
  ];
}

function diff(context: CallContext, id: string, paths: readonly string[] | undefined): string {
  const request = requestFor(context, { id, paths: paths ?? [] });
  const { text, isCut } = patchTo(request, MAX_DIFF_CHARS);
  const name = pointName(request.checkpoint, context.project);
  if (text === "") return `Nothing differs from ${name}.`;
  const tail = isCut ? "The rest was left out; name paths to see theirs." : "";
  return recordedFile(`What a restore of ${name} would change:`, text.trimEnd().split("\n"), tail);
}

function lineOf(one: Checkpoint, project: string, now: number): string {
  const facts = [
    ago(one.at, now),
    reasonOf(one),
    ...(one.session === "" ? [] : [`session ${one.session.slice(0, 8)}`]),
    ...(one.branch === undefined ? [] : [one.branch]),
    changedSince(one),
    ...(one.isLate ? [LATE] : []),
  ];
  return `${pointName(one, project)} ${facts.join(" · ")}`;
}

interface RestoreRequest {
  readonly id: string;
  readonly paths: readonly string[];
}

/** Fingerprints of the previews that were shown, because only those may be confirmed. */
const previews = new Set<string>();

/** Shows what a restore would change, and performs it if the same preview is confirmed. */
function restore(context: CallContext, request: RestoreRequest, isConfirmed: boolean): Answer {
  const plan = planRestore(context, request);
  const id = pointName(plan.checkpoint, context.project);
  const isSame = plan.changes.length === 0 && plan.past === undefined && plan.repeats === undefined;
  if (isSame) return { text: `Nothing differs from ${id}.` };
  const key = fingerprint(context, plan);
  if (isConfirmed && previews.has(key)) return done(context, plan, restoreCheckpoint(context, plan));
  if (previews.size >= MAX_PREVIEWS) previews.clear();
  previews.add(key);
  const why = isConfirmed ? "The files are not as they were shown, so nothing was changed yet. " : "";
  return { text: preview(context, request, plan, why), facts: { id, isRestored: false } };
}

/** Equal for the same restore with the same effect. */
function fingerprint(
  { project, place }: CallContext,
  { checkpoint, what, paths, changes }: RestorePlan,
): string {
  const all = [project, place.root, checkpoint.id, checkpoint.at, what, paths, changes];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

function preview(context: CallContext, request: RestoreRequest, plan: RestorePlan, why: string): string {
  const { changes, what, past } = plan;
  const patch =
    changes.length === 0 ? "" : patchTo(requestFor(context, request), MAX_PREVIEW_CHARS).text.trimEnd();
  const files = changes
    .slice(0, MAX_PREVIEW_FILES)
    .map(({ path, change, isHindered }) => `${isHindered ? "stays" : change}: ${path}`);
  const lines = [
    ...cautions(context, plan),
    ...files,
    ...(changes.length > MAX_PREVIEW_FILES ? [`and ${changes.length - MAX_PREVIEW_FILES} more files`] : []),
    ...(past === undefined
      ? []
      : [`state back to: ${past.state.work.request ?? "before the first request"}`]),
    ...(patch === "" ? [] : patch.split("\n")),
  ];
  const id = pointName(plan.checkpoint, context.project);
  const head = `${why}A restore of ${id} (${what}) would change ${count(changes.length, "file")}:`;
  const tail =
    "Nothing was changed. If the user wants it, call again with confirm: true; the present is kept first.";
  return recordedFile(head, lines, tail);
}

/** Warnings that the list of files does not show. */
function cautions({ place }: CallContext, { checkpoint, atWork, caution, repeats }: RestorePlan): string[] {
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

function done(
  { project }: CallContext,
  { checkpoint, past, what }: RestorePlan,
  result: RestoreDone,
): Answer {
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
    facts: { id, isRestored: true, ...(before && { undo: pointName(before, project) }) },
  };
}
