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
import { exclusively } from "../maintain/exclusively.js";
import { carried } from "./clean-part.js";
import { type CleanOptions, type CleanPlan, type Leaving, planClean } from "./clean-plan.js";
import { bytesOf } from "./usage.js";

export interface Cleaned extends CleanPlan {
  /** The size of the data folder afterwards. */
  readonly left: number;
}

/** Makes a plan and removes what it lists. It can be repeated if it is killed. */
export function clean(
  home: string,
  env: Env,
  options: CleanOptions = { now: clock() },
  onProgress?: (events: number) => void,
): Cleaned {
  return exclusively(home, (renew) => {
    const plan = planClean(home, env, options);
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
    recordFreed(home, leaving, Math.max(0, plan.bytes - left), options.now);
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
    dropCheckpoints(
      home,
      project,
      own.map(({ id }) => id),
    );
    packCheckpoints(home, env, project, true);
  }
}

/** Lasting lines stay in their part; the model is rebuilt without the others. */
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

/** Records in every project what it lost to the quota. */
function recordFreed(home: string, leaving: readonly Leaving[], bytes: number, at: number): void {
  const lost = new Map<string, { checkpoints: number; parts: number }>();
  const lossOf = (project: string) => {
    const loss = lost.get(project) ?? { checkpoints: 0, parts: 0 };
    lost.set(project, loss);
    return loss;
  };
  for (const one of leaving) {
    if (one.why !== "quota") continue;
    if (one.what === "checkpoint") lossOf(one.checkpoint.project).checkpoints++;
    if (one.what === "part") for (const project of one.part.projects) lossOf(project).parts++;
  }
  for (const [project, counts] of lost)
    append(home, [{ type: "space.freed", data: { ...counts, bytes } }], {
      at,
      project,
      session: "",
      agent: "",
    });
}
