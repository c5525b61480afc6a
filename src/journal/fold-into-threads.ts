import { type KeptThreads, type TurnChange, updateThreads } from "../fold/thread/kept-threads.js";
import type { Corrects } from "../fold/thread/thread-correction.js";
import type { Writer } from "../store/port.js";
import { shelveThreads } from "./shelve.js";

/** Tells the turns that ended into the project's threads. */
export function foldIntoThreads(
  writer: Writer,
  project: string,
  changes: readonly TurnChange[],
  corrections: readonly Corrects[],
): void {
  let before: KeptThreads | undefined;
  const update = updateThreads(
    () => {
      before = writer.threads(project);
      return before;
    },
    changes,
    corrections,
    () => writer.threadTurns(project),
  );
  if (update === undefined) return;
  if (update.isRetold) writer.dropThreads(project);
  for (const turn of update.parted) writer.dropJoin(project, turn);
  for (const join of update.joins) writer.putJoin(project, join);
  for (const thread of update.retired) writer.retireThread(project, thread);
  writer.putThreads(project, update.kept);
  shelveThreads(writer, project, before, update);
}
