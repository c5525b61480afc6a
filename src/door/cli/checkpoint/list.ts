import { type Checkpoint, isLight } from "../../../checkpoint/checkpoint.js";
import { earlierCheckpoints } from "../../../checkpoint/earlier.js";
import { listCheckpoints } from "../../../checkpoint/list.js";
import { pointName } from "../../../checkpoint/point-name.js";
import { now } from "../../../host/clock.js";
import { parseCount } from "../option.js";
import { count, print, printJson, style } from "../print.js";
import { ago } from "../time.js";
import { changedSince, checkpointJson, LATE, reasonOf } from "./describe.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, requireNone } from "./option.js";

/** Lists the checkpoints of this project, newest first, then those of a project that was here before. */
export async function list(values: readonly string[], options: CheckpointOptions): Promise<void> {
  requireNone(values, "list");
  const limit = parseCount(options.limit, "--limit");
  await atDesk(({ home, project, place }) => {
    const { session } = options;
    const all = [...listCheckpoints(home, project), ...earlierCheckpoints(home, project, place.root)];
    const wanted = all
      .filter((checkpoint) => options.all || !isLight(checkpoint))
      .filter((checkpoint) => session === undefined || checkpoint.session.startsWith(session));
    const found = wanted.slice(0, limit);
    if (options.json) {
      printJson(found.map((checkpoint) => checkpointJson(checkpoint, project)));
      return;
    }
    const time = now();
    for (const checkpoint of found) print(lineOf(checkpoint, time, { project, root: place.root }));
    if (found.length === 0) print("No checkpoint matches. Make one: tidemark checkpoint");
    const more = wanted.length - found.length;
    if (more > 0) print(style.dim(`and ${more} more: --limit ${wanted.length}`));
    const light = all.filter(isLight).length;
    if (!options.all && light > 0)
      print(style.dim(`${count(light, "light one")}, made at prompts and commands: --all`));
  });
}

/** One checkpoint on one line. */
function lineOf(
  checkpoint: Checkpoint,
  time: number,
  { project, root }: { readonly project: string; readonly root: string },
): string {
  const { at, session, branch } = checkpoint;
  const name = pointName(checkpoint, project);
  const facts = [
    ...(session === "" ? [] : [`session ${session.slice(0, 8)}`]),
    ...(branch === undefined ? [] : [branch]),
    changedSince(checkpoint),
    ...(checkpoint.isLate ? [LATE] : []),
    ...(checkpoint.root === root ? [] : [checkpoint.root]),
    ...(checkpoint.project === project ? [] : ["of the project that was here before"]),
  ];
  return `${style.bold(name.padEnd(5))} ${ago(at, time).padEnd(16)} ${reasonOf(checkpoint).slice(0, 80)}  ${style.dim(facts.join(" · "))}`;
}
