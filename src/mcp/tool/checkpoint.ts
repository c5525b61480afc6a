import { createHash } from "node:crypto";
import type { Fields } from "../../agent/payload/fields.js";
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
import { count } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { type Answer, recorded, recordedFile } from "../answer.js";
import { choiceIn, isOn, optionalText, textIn, textsIn } from "../argument.js";
import { atDesk, type Desk } from "../desk.js";
import type { stateLines } from "../session-lines.js";
import type { Caller } from "../work.js";

const ACTIONS = ["create", "list", "show", "diff", "restore"] as const;
const MOST_LISTED = 25;
const MOST_PATCH = 6_000;

/** Keeps files and state, tells of what is kept, and brings it back. */
export async function checkpoint(args: Fields, caller: Caller): Promise<Answer> {
  const action = choiceIn(args, "action", ACTIONS);
  return atDesk(caller, (desk) => {
    switch (action) {
      case "create":
        return create(desk, optionalText(args, "label"));
      case "list":
        return { text: list(desk) };
      case "show":
        return { text: show(desk, textIn(args, "id")) };
      case "diff":
        return { text: diff(desk, textIn(args, "id"), textsIn(args, "paths")) };
      case "restore": {
        const wish = { id: textIn(args, "id"), paths: textsIn(args, "paths") ?? [] };
        return restore(desk, wish, isOn(args, "confirm"));
      }
    }
  });
}

function create(desk: Desk, label: string | undefined): Answer {
  const taken = checkpointByHand(desk, label);
  if (taken.is === "busy")
    throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
      hint: "Try again in a moment.",
    });
  if (taken.is === "unable") throw new TidemarkError("not-found", taken.why);
  const { id, leftCount } = taken.checkpoint;
  const left = leftCount === 0 ? "" : ` ${leftCount} were left out, such as too large ones.`;
  return { text: `${id}: ${changedSince(taken.checkpoint)}.${left}`, facts: { id } };
}

function list({ home, project, place, now }: Desk): string {
  const all = [...listCheckpoints(home, project), ...earlierCheckpoints(home, project, place.root)];
  const light = all.filter(isLight).length;
  const shown = all.filter((one) => !isLight(one)).slice(0, MOST_LISTED);
  // Light ones are many; the last few still say how to undo the last prompts.
  const recent = all.filter(isLight).slice(0, MOST_LISTED - Math.min(MOST_LISTED - 5, shown.length));
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

function show(desk: Desk, id: string): string {
  const { checkpoint: found } = requestFor(desk, { id, isHere: true });
  const past = stateAt(desk, found)?.state;
  const lines = [
    `${lineOf(found, desk.project, desk.now)}`,
    `of: ${found.root}`,
    ...(past === undefined ? ["no session's state"] : pastLines(past)),
  ];
  return recorded("The checkpoint, and the work as of it:", lines, "What it would change: action diff.");
}

function pastLines(past: Parameters<typeof stateLines>[0]): string[] {
  const { session, work, plan } = past;
  return [
    `session: ${session}`,
    ...(work.request === undefined ? [] : [`request: ${work.request}`]),
    ...(work.action === undefined ? [] : [`action: ${work.action}`]),
    ...plan.map(({ text, status }) => `${status}: ${text}`),
  ];
}

function diff(desk: Desk, id: string, paths: readonly string[] | undefined): string {
  const request = requestFor(desk, { id, paths: paths ?? [] });
  const { text, isCut } = patchTo(request, MOST_PATCH);
  const name = pointName(request.checkpoint, desk.project);
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

interface Wish {
  readonly id: string;
  readonly paths: readonly string[];
}

const MOST_PATCH_RESTORE = 4_000;
const MOST_FILES = 40;
const MOST_SHOWN = 20;

/** What was shown, so that nothing is brought back that nobody has seen. */
const shown = new Set<string>();

/** Shows what a restore would change, and does it when the same is confirmed. */
function restore(desk: Desk, wish: Wish, isConfirmed: boolean): Answer {
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
  const patch =
    changes.length === 0 ? "" : patchTo(requestFor(desk, wish), MOST_PATCH_RESTORE).text.trimEnd();
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
