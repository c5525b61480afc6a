import { compareEvents } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import { tellMessages } from "./fold/message/tell-message.js";
import { foldProject } from "./fold/project.js";
import {
  type Corrects,
  isCorrection,
  type KeptThreads,
  type TurnChange,
  updateThreads,
} from "./fold/thread/kept-threads.js";
import { indexDeclared, indexThreads } from "./index-memories.js";
import { isSome, projectSession } from "./project-session.js";
import { type Arrived, type ReadOptions, readArrived } from "./read-arrived.js";
import type { Writer } from "./store/writer.js";

/** The way from the journal through the folds into the read model: one batch, in one transaction. */
export function project(home: string, writer: Writer, options: ReadOptions): Arrived {
  const arrived = readArrived(home, writer, options);
  let { badLines } = arrived;
  for (const [name, sessions] of arrived.projects)
    badLines += projectArrived(home, writer, name, [...sessions.values()]);
  return { ...arrived, badLines };
}

/** Returns how many events the folds refused. */
function projectArrived(
  home: string,
  writer: Writer,
  name: string,
  sessions: readonly TidemarkEvent[][],
): number {
  const before = writer.project(name);
  let state = before;
  let refused = 0;
  const changes: TurnChange[] = [];
  for (const arrived of sessions) {
    arrived.sort(compareEvents);
    if (!isSome(arrived)) continue;
    state = foldProject(state, tellMessages(arrived));
    // The session with its turns, memories and footprint.
    const projected = projectSession(home, writer, arrived);
    if (projected === undefined) continue;
    changes.push(projected.change);
    refused += projected.refused;
  }
  if (state === undefined) return refused;
  writer.putProject(state);
  indexDeclared(writer, before, state);
  projectThreads(writer, name, changes, sessions.flat().filter(isCorrection));
  return refused;
}

/** Joins the turns that ended to the project's threads. */
function projectThreads(
  writer: Writer,
  name: string,
  changes: readonly TurnChange[],
  corrections: readonly Corrects[],
): void {
  let before: KeptThreads | undefined;
  const readThreads = () => {
    before = writer.threads(name);
    return before;
  };
  const update = updateThreads(readThreads, changes, corrections, () => writer.threadTurns(name));
  if (update === undefined) return;
  if (update.isRetold) writer.removeThreads(name);
  for (const turn of update.parted) writer.removeJoin(name, turn);
  for (const join of update.joins) writer.putJoin(name, join);
  for (const thread of update.retired) writer.retireThread(name, thread);
  writer.putThreads(name, update.kept);
  indexThreads(writer, name, before, update);
}
