import type { Thread } from "../../fold/thread/thread-state.js";

/** A thread for programs, without what only joining needs. */
export function threadJson(thread: Thread, hot: string | undefined) {
  const { id, title, topics, summary, files, branches, sessions, turns, firstAt, lastAt, work } = thread;
  return {
    id,
    title,
    hot: id === hot,
    topics,
    summary,
    files,
    branches,
    sessions,
    turns,
    firstAt,
    lastAt,
    ...(work === undefined ? {} : { work }),
  };
}
