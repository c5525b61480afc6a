import type { Thread } from "../../model/fold/thread/thread-state.js";
import { clean, joinFitting, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { line, naming, type Origin, origin, type Source, textLine } from "../source.js";

const TITLE = 60;
const TOPICS = 4;
const ORIGINS: readonly Origin[] = [origin("user", ["prompt.submitted"]), origin("agent", ["turn.ended"])];

/** The latest line of work: its title and subject. */
export function hotThread(thread: Thread | undefined, phrases: Phrases): Source[] {
  if (thread === undefined) return [];
  const title = quoted(thread);
  const topics = thread.topics.slice(0, TOPICS).map(clean).filter(Boolean).join(", ");
  const full = topics === "" ? title : `${title} · ${topics}`;
  return [
    naming(
      [{ item: threadItem(thread.id), text: title }],
      line({
        key: "thread",
        priority: 88,
        label: phrases.thread,
        minimum: title.length,
        ideal: full.length,
        because: "the thread worked on last",
        origins: ORIGINS,
        body: (room) => (full.length <= room ? full : title),
      }),
    ),
  ];
}

/** The outcome, if the session itself is no longer described. */
export function threadSummary(thread: Thread | undefined, phrases: Phrases, ideal: number): Source[] {
  const text = clean(thread?.summary ?? "");
  // A thread without a summary has its request there, which is its title.
  if (text === "" || clean(thread?.title ?? "").startsWith(text.slice(0, TITLE / 2))) return [];
  return [
    textLine({
      key: "thread-summary",
      priority: 58,
      label: phrases.stand,
      text,
      least: 60,
      ideal,
      because: "how that thread was left",
      origins: ORIGINS,
    }),
  ];
}

/** Other relevant lines of work. They get at least `least` characters even if other sources want more. */
export function otherThreads(
  threads: readonly Thread[],
  label: string,
  { least, ideal }: { readonly least: number; readonly ideal: number },
): Source[] {
  // Several in a line are distinguished by their beginnings.
  const length = threads.length > 2 ? SHORT_TITLE : TITLE;
  const titled = threads
    .map((thread) => ({ item: threadItem(thread.id), text: quoted(thread, length) }))
    .filter(({ text }) => text.length > 4);
  const titles = titled.map(({ text }) => text);
  const [first] = titles;
  if (first === undefined) return [];
  const all = titles.join(BETWEEN).length;
  const minimum = Math.max(first.length, Math.min(all, Math.floor(least)));
  return [
    naming(
      titled,
      line({
        key: "threads",
        priority: 42,
        label,
        minimum,
        ideal: Math.max(minimum, Math.min(all, Math.floor(ideal))),
        because: "other threads that bear on it, the most relevant first",
        origins: ORIGINS,
        body: (room) => joinFitting(titles, BETWEEN, room),
      }),
    ),
  ];
}

/** The item of a thread. */
export function threadItem(id: string): string {
  return `thread:${id}`;
}

const SHORT_TITLE = 40;
const BETWEEN = " · ";

function quoted({ title }: Thread, length = TITLE): string {
  return `"${shorten(clean(title), length)}"`;
}
