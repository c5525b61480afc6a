import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint } from "../../checkpoint/checkpoint.js";
import { byProject } from "../../checkpoint/record.js";
import { dropCheckpoints, packCheckpoints } from "../../checkpoint/shadow/prune.js";
import { now as clock } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { append } from "../../journal/append.js";
import { rewriteJournal } from "../../journal/rewrite.js";
import { whileEmpty } from "../../model/store/empty.js";
import { refill } from "../../model/verify.js";
import { alone } from "../maintain/alone.js";
import { carried } from "./clean-part.js";
import { type CleanPlan, type CleanWish, type Leaving, planClean } from "./clean-plan.js";
import { bytesOf } from "./usage.js";

export interface Cleaned extends CleanPlan {
  /** The bytes of the data folder afterwards. */
  readonly left: number;
}

/** Removes what a plan made now says and nothing else. Killed anywhere it can be repeated. */
export function clean(
  home: string,
  env: Env,
  wish: CleanWish = { now: clock() },
  onProgress?: (events: number) => void,
): Cleaned {
  return alone(home, (renew) => {
    const plan = planClean(home, env, wish);
    const { leaving } = plan;
    dropAll(
      home,
      env,
      leaving.flatMap((one) => (one.what === "checkpoint" ? [one.checkpoint] : [])),
    );
    renew();
    for (const one of leaving)
      if (one.what === "file") rmSync(join(home, one.file.name), { recursive: true, force: true });
    const parts = new Set(leaving.flatMap((one) => (one.what === "part" ? [one.part.file] : [])));
    if (parts.size > 0) dropParts(home, parts);
    const left = bytesOf(home);
    writeDown(home, leaving, Math.max(0, plan.bytes - left), wish.now);
    if (parts.size > 0) {
      refill(home, (events) => {
        renew();
        onProgress?.(events);
      });
    }
    return { ...plan, left: bytesOf(home) };
  });
}

function dropAll(home: string, env: Env, gone: readonly Checkpoint[]): void {
  for (const [project, own] of byProject(gone)) {
    const ids = own.map(({ id }) => id);
    dropCheckpoints(home, project, ids);
    packCheckpoints(home, env, project, true);
  }
}

/** The lines that are to last stay in their part; the model is made anew without the others. */
function dropParts(home: string, parts: ReadonlySet<string>): void {
  whileEmpty(home, () =>
    rewriteJournal(home, {
      isPacked: true,
      line(text, file) {
        if (!parts.has(file)) return undefined;
        const line = carried(text);
        return line === text ? undefined : line === undefined ? {} : { line };
      },
    }),
  );
}

/** What went beyond its time is written down in every project that lost something. */
function writeDown(home: string, leaving: readonly Leaving[], bytes: number, at: number): void {
  const lost = new Map<string, { checkpoints: number; parts: number }>();
  const of = (project: string) => {
    const known = lost.get(project) ?? { checkpoints: 0, parts: 0 };
    lost.set(project, known);
    return known;
  };
  for (const one of leaving) {
    if (one.why !== "quota") continue;
    if (one.what === "checkpoint") of(one.checkpoint.project).checkpoints++;
    if (one.what === "part") for (const project of one.part.projects) of(project).parts++;
  }
  for (const [project, counts] of lost)
    append(home, [{ type: "space.freed", data: { ...counts, bytes } }], {
      at,
      project,
      session: "",
      agent: "",
    });
}
