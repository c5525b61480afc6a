import type { Thread } from "../../fold/thread-state.js";
import { clean, joinFitting, shorten } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import type { Source } from "../source.js";
import { line, textLine } from "./line.js";

const TITLE = 60;
const TOPICS = 4;

/** The line of work that was on last: its title and what it is about. */
export function hotThread(thread: Thread | undefined, phrases: Phrases): Source[] {
  if (thread === undefined) return [];
  const title = quoted(thread);
  const topics = thread.topics.slice(0, TOPICS).map(clean).filter(Boolean).join(", ");
  const full = topics === "" ? title : `${title} · ${topics}`;
  return [
    line({
      key: "thread",
      priority: 88,
      label: phrases.thread,
      minimum: title.length,
      ideal: full.length,
      because: "the thread worked on last",
      body: (room) => (full.length <= room ? full : title),
    }),
  ];
}

/** What came of it, where the session itself is no longer spoken of. */
export function threadSummary(thread: Thread | undefined, phrases: Phrases, ideal: number): Source[] {
  const text = clean(thread?.summary ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "thread-summary",
      priority: 58,
      label: phrases.stand,
      text,
      ideal,
      because: "how that thread was left",
    }),
  ];
}

/** Other lines of work that bear on the question. */
export function otherThreads(threads: readonly Thread[], phrases: Phrases, ideal: number): Source[] {
  const titles = threads.map(quoted).filter((title) => title.length > 4);
  const [first] = titles;
  if (first === undefined) return [];
  return [
    line({
      key: "threads",
      priority: 42,
      label: phrases.threads,
      minimum: first.length,
      ideal: Math.max(first.length, Math.min(titles.join(" · ").length, ideal)),
      because: "other threads that bear on it, the most relevant first",
      body: (room) => joinFitting(titles, " · ", room),
    }),
  ];
}

function quoted({ title }: Thread): string {
  return `"${shorten(clean(title), TITLE)}"`;
}
