import { join } from "node:path";
import { forgetInCheckpoints } from "../../checkpoint/forget/forget.js";
import { allCheckpoints, byProject, renameSessions } from "../../checkpoint/record.js";
import { dropCheckpoints, packCheckpoints } from "../../checkpoint/shadow/prune.js";
import { checkpointFolder } from "../../checkpoint/shadow/storage.js";
import { TidemarkError } from "../../error.js";
import { exportsAgain } from "../../extra/extras.js";
import { now, utcOffset } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { isSecureFolder } from "../../host/file/folder.js";
import { append } from "../../journal/append.js";
import { previewRewrite, type Rewrite, rewriteJournal } from "../../journal/rewrite.js";
import { whileEmpty } from "../../model/store/empty.js";
import { openStore } from "../../model/store/open.js";
import { refill } from "../../model/verify.js";
import {
  type Concern,
  concernedFiles,
  exportFilesAgain,
  type RenderExport,
} from "../../session/export-session.js";
import { exclusively } from "../maintain/exclusively.js";
import { eraseLine } from "./eraser.js";
import { forgetCopies } from "./forget-copy.js";
import { beginForgetting, endForgetting, unfinishedForgetting } from "./forget-note.js";
import { type Counted, Tally } from "./forget-tally.js";
import type { ForgetTarget } from "./forget-target.js";

export interface ForgetContext {
  readonly home: string;
  readonly env: Env;
  /** The project that records the forgetting. */
  readonly project: string;
}

export interface ForgetPlan extends Counted {
  readonly checkpoints: number;
  /** Files in checkpoints. */
  readonly files: number;
  /** Other files of the data folder, which are removed or changed. */
  readonly copies: readonly string[];
  /** Exported files, which are rewritten or removed. */
  readonly exports: readonly string[];
  /** Files that stay although they match: they are the user's, or cannot be read. */
  readonly left: readonly string[];
  /** For a path, the number of events with its bare name, which may mean another file. */
  readonly bare: number;
}

export interface Forgotten extends ForgetPlan {
  /** False if there was nothing to forget. */
  readonly applied: boolean;
  /** Events with the same content that were recorded meanwhile. */
  readonly again: number;
  readonly exported: { readonly written: readonly string[]; readonly removed: readonly string[] };
  /** Exported files that were changed or moved since. */
  readonly astray: readonly string[];
}

export interface ForgetOptions {
  readonly render: RenderExport;
  readonly onProgress?: (events: number) => void;
}

const MAX_ROUNDS = 3;

/** Searches every copy and changes nothing. */
export function planForget(context: ForgetContext, target: ForgetTarget): ForgetPlan {
  return search(context, target).plan;
}

/** Forgets something in every copy. It can be repeated if it is killed. */
export function forget(context: ForgetContext, target: ForgetTarget, options: ForgetOptions): Forgotten {
  const { home, env, project } = context;
  const { plan, concern } = search(context, target);
  const nothing = { written: [], removed: [] };
  if (isNothing(plan) && unfinishedForgetting(home) === undefined)
    return { ...plan, applied: false, again: 0, exported: nothing, astray: [] };
  return exclusively(home, (renew) => {
    beginForgetting(home, { by: target.by, at: now() });
    // The journal last, so that the target can be named again after an interruption.
    dropOwn(home, env, target);
    inCheckpoints(home, env, target, false);
    if (target.rename !== undefined) renameSessions(home, target.rename);
    renew();
    const again = forgetInMemory(home, target);
    renew();
    const data = { by: target.by, events: plan.events };
    append(home, [{ type: "history.forgotten", data }], { at: now(), project, session: "", agent: "" });
    refill(home, (events) => {
      renew();
      options.onProgress?.(events);
    });
    const exports = rewriteExports(context, concern, options.render);
    endForgetting(home);
    return { ...plan, applied: true, again, ...exports };
  });
}

export function isNothing({ events, checkpoints, copies, exports }: ForgetPlan): boolean {
  return events + checkpoints + copies.length + exports.length === 0;
}

function search({ home, env }: ForgetContext, target: ForgetTarget): { plan: ForgetPlan; concern: Concern } {
  const tally = new Tally();
  const { unread } = previewRewrite(home, rewriteOf(target, tally));
  const { isIn } = target.eraser;
  const { found, left } = forgetCopies(home, isIn, true);
  const own = target.isOwn === undefined ? [] : allCheckpoints(home).filter(target.isOwn);
  const { checkpoints, files } = inCheckpoints(home, env, target, true);
  // After an interruption any export may hold what is already gone from the journal.
  const isAny = unfinishedForgetting(home) !== undefined;
  const concern = { isIn, has: (project: string, session: string) => isAny || tally.has(project, session) };
  const plan = {
    ...tally.counted(),
    checkpoints: own.length + checkpoints,
    files,
    copies: found,
    exports: concernedFiles(home, concern),
    left: [...left, ...unread.map((file) => `journal/${file}`)],
    bare: target.bare === undefined ? 0 : previewRewrite(home, rewriteOf({ eraser: target.bare })).lines,
  };
  return { plan, concern };
}

function rewriteExports(
  { home, project }: ForgetContext,
  concern: Concern,
  render: RenderExport,
): Pick<Forgotten, "exported" | "astray"> {
  const when = { now: now(), zone: utcOffset };
  const again = exportsAgain.flatMap((write) => write(home, when));
  const store = openStore(home);
  try {
    const files = exportFilesAgain({ home, store, project, now: now() }, concern, render);
    const below = (part: "written" | "removed" | "left") =>
      again.flatMap((one) => one[part].map((path) => join(one.folder, path)));
    return {
      exported: {
        written: [...below("written"), ...files.written],
        removed: [...below("removed"), ...files.removed],
      },
      astray: [...below("left"), ...files.left],
    };
  } finally {
    store.close();
  }
}

/** Returns how many matching events were recorded meanwhile. */
function forgetInMemory(home: string, target: ForgetTarget): number {
  for (let round = 1; ; round++) {
    whileEmpty(home, () => {
      rewriteJournal(home, rewriteOf(target));
      forgetCopies(home, target.eraser.isIn);
    });
    // A hook may have recorded it once more meanwhile.
    const again = previewRewrite(home, rewriteOf(target)).lines;
    if (again === 0 || round === MAX_ROUNDS) return again;
  }
}

function rewriteOf({ eraser }: Pick<ForgetTarget, "eraser">, tally?: Tally): Rewrite {
  return {
    needle: eraser.needle,
    within: eraser.within,
    line(text) {
      const erased = eraseLine(text, eraser);
      if (erased !== undefined) tally?.count(erased);
      return erased;
    },
  };
}

function inCheckpoints(home: string, env: Env, { files }: ForgetTarget, isTrial: boolean) {
  if (files === undefined || !isSecureFolder(checkpointFolder(home))) return { checkpoints: 0, files: 0 };
  return forgetInCheckpoints(home, env, { ...files, isTrial });
}

/** Removes a session's own checkpoints with their bytes. */
function dropOwn(home: string, env: Env, { isOwn }: ForgetTarget): void {
  if (isOwn === undefined) return;
  for (const [project, own] of byProject(allCheckpoints(home).filter(isOwn))) {
    dropCheckpoints(
      home,
      project,
      own.map(({ id }) => id),
    );
    const { is } = packCheckpoints(home, env, project, true);
    if (is === "packed") continue;
    throw new TidemarkError(
      "checkpoint-failed",
      "Checkpoints were dropped, but their bytes are still there.",
      {
        hint: "Run it again in a moment.",
      },
    );
  }
}
