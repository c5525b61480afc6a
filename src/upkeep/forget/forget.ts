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
import { alone } from "../maintain/alone.js";
import { eraseLine } from "./eraser.js";
import { forgetCopies } from "./forget-copy.js";
import { beginForgetting, endForgetting, unfinishedForgetting } from "./forget-note.js";
import { type Counted, Tally } from "./forget-tally.js";
import type { ForgetTarget } from "./forget-target.js";

export interface ForgetGround {
  readonly home: string;
  readonly env: Env;
  /** Where it is asked for. */
  readonly project: string;
}

/** What would go. */
export interface ForgetPlan extends Counted {
  readonly checkpoints: number;
  /** Files in checkpoints. */
  readonly files: number;
  /** Other files of the data folder, which go or go without it. */
  readonly copies: readonly string[];
  /** Files that sessions were exported into, which are written anew or removed. */
  readonly exports: readonly string[];
  /** What holds it and stays: it is the user's own, or cannot be read. */
  readonly left: readonly string[];
  /** Of a path: how many events say its bare name, which may be that of another file. */
  readonly bare: number;
}

export interface Forgotten extends ForgetPlan {
  /** False where there was nothing to forget. */
  readonly applied: boolean;
  /** Events that said it again meanwhile. */
  readonly again: number;
  /** Exported files that were written anew, and those that were removed. */
  readonly exported: { readonly written: readonly string[]; readonly removed: readonly string[] };
  /** Exported files that were changed by others since, or are not where they were. */
  readonly astray: readonly string[];
}

export interface ForgetMeans {
  readonly render: RenderExport;
  readonly onProgress?: (events: number) => void;
}

const ROUNDS = 3;

/** Looks for something in every copy. Nothing is changed. */
export function planForget(ground: ForgetGround, target: ForgetTarget): ForgetPlan {
  return look(ground, target).plan;
}

/** Forgets it in every copy. Killed anywhere it can be done again. */
export function forget(ground: ForgetGround, target: ForgetTarget, means: ForgetMeans): Forgotten {
  const { home, env, project } = ground;
  const { plan, concern } = look(ground, target);
  const nothing = { written: [], removed: [] };
  if (isNothing(plan) && unfinishedForgetting(home) === undefined)
    return { ...plan, applied: false, again: 0, exported: nothing, astray: [] };
  return alone(home, (renew) => {
    beginForgetting(home, { by: target.by, at: now() });
    // The journal last: as long as it knows a session or an event, who was interrupted can name it again.
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
      means.onProgress?.(events);
    });
    const exports = writeExportsAnew(ground, concern, means.render);
    endForgetting(home);
    return { ...plan, applied: true, again, ...exports };
  });
}

/** Whether there is nothing to forget. */
export function isNothing({ events, checkpoints, copies, exports }: ForgetPlan): boolean {
  return events + checkpoints + copies.length + exports.length === 0;
}

function look({ home, env }: ForgetGround, target: ForgetTarget): { plan: ForgetPlan; concern: Concern } {
  const tally = new Tally();
  const { unread } = previewRewrite(home, rewriteOf(target, tally));
  const { isIn } = target.eraser;
  const { found, left } = forgetCopies(home, { isIn, isTrial: true });
  const own = target.isOwn === undefined ? [] : allCheckpoints(home).filter(target.isOwn);
  const { checkpoints, files } = inCheckpoints(home, env, target, true);
  // What an interrupted one has taken out of the journal already may still stand in any export.
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

/** What was exported says it, too, until it is written anew. */
function writeExportsAnew(
  { home, project }: ForgetGround,
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

/** Of journal, database and all files beside them. Says how many events said it again meanwhile. */
function forgetInMemory(home: string, target: ForgetTarget): number {
  for (let round = 1; ; round++) {
    whileEmpty(home, () => {
      rewriteJournal(home, rewriteOf(target));
      forgetCopies(home, { isIn: target.eraser.isIn });
    });
    // A hook that was at work meanwhile may have said it once more.
    const again = previewRewrite(home, rewriteOf(target)).lines;
    if (again === 0 || round === ROUNDS) return again;
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

/** A session's own checkpoints go with it, bytes and all. */
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
