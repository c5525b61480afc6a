import { join } from "node:path";
import { forgetInCheckpoints } from "../../checkpoint/forget.js";
import { checkpointFolder } from "../../checkpoint/keeping.js";
import { dropCheckpoints, packCheckpoints } from "../../checkpoint/prune.js";
import { TidemarkError } from "../../error.js";
import { now, utcOffset } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { isSecureFolder } from "../../host/folder.js";
import { append } from "../../journal/append.js";
import { eraseLine } from "../../journal/forget.js";
import { lookThrough, type Rewrite, rewriteJournal } from "../../journal/rewrite.js";
import { whileEmpty } from "../../store/sqlite/empty.js";
import { byProject, keptCheckpoints, renameSessions } from "../checkpoint/kept-checkpoints.js";
import { exportAgain } from "../layout/export-again.js";
import { alone } from "../model/alone.js";
import { refill } from "../model/refill.js";
import { forgetCopies } from "./forget-copy.js";
import { beginForgetting, endForgetting } from "./forget-note.js";
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
  /** What holds it and stays: it is the user's own, or cannot be read. */
  readonly left: readonly string[];
}

export interface Forgotten extends ForgetPlan {
  /** Events that said it again meanwhile. */
  readonly again: number;
  /** Files of exported layouts that were written anew or removed. */
  readonly exported: readonly string[];
}

const ROUNDS = 3;

/** Looks for something in every copy. Nothing is changed. */
export function planForget({ home, env }: ForgetGround, target: ForgetTarget): ForgetPlan {
  const tally = new Tally();
  const { unread } = lookThrough(home, rewriteOf(target, tally));
  const { found, left } = forgetCopies(home, { isIn: target.eraser.isIn, isTrial: true });
  const own = target.isOwn === undefined ? [] : keptCheckpoints(home).filter(target.isOwn);
  const { checkpoints, files } = inCheckpoints(home, env, target, true);
  return {
    ...tally.counted(),
    checkpoints: own.length + checkpoints,
    files,
    copies: found,
    left: [...left, ...unread.map((file) => `journal/${file}`)],
  };
}

/** Forgets it in every copy. Killed anywhere it can be done again. */
export function forget(
  ground: ForgetGround,
  target: ForgetTarget,
  onProgress?: (events: number) => void,
): Forgotten {
  const { home, env, project } = ground;
  const plan = planForget(ground, target);
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
      onProgress?.(events);
    });
    const { exported, left } = writeExportsAnew(home);
    endForgetting(home);
    return { ...plan, left: [...plan.left, ...left], again, exported };
  });
}

/** What was exported says it, too, until it is written anew. */
function writeExportsAnew(home: string): { exported: string[]; left: string[] } {
  const again = exportAgain(home, { now: now(), zone: utcOffset });
  const below = (folder: string, paths: readonly string[]) => paths.map((path) => join(folder, path));
  return {
    exported: again.flatMap(({ folder, written, removed }) => below(folder, [...written, ...removed])),
    left: again.flatMap(({ folder, left }) => below(folder, left)),
  };
}

/** Of journal, database and all files beside them. Says how many events said it again meanwhile. */
function forgetInMemory(home: string, target: ForgetTarget): number {
  for (let round = 1; ; round++) {
    whileEmpty(home, () => {
      rewriteJournal(home, rewriteOf(target));
      forgetCopies(home, { isIn: target.eraser.isIn });
    });
    // A hook that was at work meanwhile may have said it once more.
    const again = lookThrough(home, rewriteOf(target)).lines;
    if (again === 0 || round === ROUNDS) return again;
  }
}

function rewriteOf({ eraser }: ForgetTarget, tally?: Tally): Rewrite {
  return {
    ...(eraser.needles === undefined ? {} : { needles: eraser.needles }),
    ...(eraser.within === undefined ? {} : { within: eraser.within }),
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
  for (const [project, own] of byProject(keptCheckpoints(home).filter(isOwn))) {
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
