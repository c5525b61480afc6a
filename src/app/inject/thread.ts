import { type Situation, threadLimit } from "../../compose/situation.js";
import { relevantThreads } from "../../fold/thread/thread-relevance.js";
import { hotThread, type RecentThreads, type Thread } from "../../fold/thread/thread-state.js";
import type { BranchSight } from "../branch/branch-sight.js";
import type { About } from "./about.js";
import type { Asker } from "./asker.js";

/** The threads to tell of: by the words of a prompt, by the focus, or by the files that were worked on. */
export function threadsFor(
  threads: RecentThreads | undefined,
  {
    words,
    focus,
    asker,
    base,
    sight,
  }: {
    words: readonly string[];
    focus: readonly string[];
    asker: Asker;
    base: About;
    sight: BranchSight | undefined;
  },
): Pick<Situation, "threads" | "hot" | "known"> {
  if (threads === undefined) return { threads: [] };
  const own = threads.recent.findLast(({ sessions }) => sessions.includes(base.about?.session ?? ""));
  if (base.kind === "handover") {
    return { threads: [], ...(own === undefined ? {} : { hot: own }) };
  }
  const { branch, now } = asker;
  // Long after, the last session is one of many: what else was worked on counts as much as what shares its files.
  const files = base.kind === "later" ? [] : (base.about?.turn.edited ?? []);
  const isSeen = ({ sessions }: Thread) => sight === undefined || sessions.some(sight.isOn);
  const found = relevantThreads(
    { ...threads, recent: threads.recent.filter(isSeen) },
    { words, focus, files: words.length > 0 ? [] : files, now, ...(branch === undefined ? {} : { branch }) },
    threadLimit(base.elapsed),
  );
  const hot = sight === undefined ? hotThread(threads) : own;
  const topics = new Set([...found, ...(hot === undefined ? [] : [hot])].flatMap((thread) => thread.topics));
  const known = words.find((word) => topics.has(word));
  return {
    threads: found,
    ...(hot === undefined ? {} : { hot }),
    ...(known === undefined ? {} : { known }),
  };
}
