import { openItems } from "../../model/fold/session/status.js";
import type { Thread } from "../../model/fold/thread/thread-state.js";
import { clean, joinFitting, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { wordsOf } from "../../text/prose/topic.js";
import type { Language } from "../../text/words/language.js";
import { line, naming, type Origin, origin, type Source } from "../source.js";
import type { Unfinished } from "../unfinished.js";

const TITLE = 60;
const TOPICS = 4;
/** In less room the title is enough. */
const TOPICS_ROOM = 800;
const ORIGINS: readonly Origin[] = [origin("user", ["prompt.submitted"]), origin("agent", ["turn.ended"])];

/** The latest line of work: its title, and its subjects that the title does not name. */
export function hotThread(thread: Thread | undefined, phrases: Phrases, room: number): Source[] {
  if (thread === undefined) return [];
  const title = quoted(thread);
  const titled = new Set(wordsOf(thread.title));
  const topics = thread.topics
    .filter((topic) => !titled.has(topic))
    .slice(0, TOPICS)
    .map(clean)
    .filter(Boolean)
    .join(", ");
  const full = topics === "" || room < TOPICS_ROOM ? title : `${title} · ${topics}`;
  return [
    naming(
      [threadItem(thread.id), standItem(thread.id)].map((item) => ({ item, text: title })),
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

interface Others {
  /** The characters they get even if other sources want more. */
  readonly least: number;
  readonly ideal: number;
  /** The one thing that a thread left open, if any. */
  readonly left?: (thread: Thread) => string | undefined;
}

/** Other relevant lines of work, each unfinished one with one thing that it left open. */
export function otherThreads(
  threads: readonly Thread[],
  label: string,
  { least, ideal, left = () => undefined }: Others,
): Source[] {
  // Several in a line are distinguished by their beginnings.
  const length = threads.length > 2 ? SHORT_TITLE : TITLE;
  const titled = threads
    .filter(({ title }, at) => threads.findIndex((other) => other.title === title) === at)
    .map((thread) => ({ item: threadItem(thread.id), text: quoted(thread, length), left: left(thread) }))
    .filter(({ text }) => text.length > 4)
    .map(({ item, text, left }) => ({ item, text: left === undefined ? text : `${text} (${left})` }));
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

/** The item of a thread that was named. */
export function threadItem(id: string): string {
  return `thread:${id}`;
}

/** The item of a thread of which the session was told where it stands. */
export function standItem(id: string): string {
  return `stand:${id}`;
}

/** The first thing that a line of work left open. */
export function openThing({ plan, checks, files }: Unfinished, phrases: Phrases): string | undefined {
  const words = WORDS[phrases.language];
  const [task] = openItems(plan);
  const check = checks.at(-1);
  const file = files.at(-1);
  if (task !== undefined) return `${words.task}: ${shorten(clean(task.text), TASK_CHARS)}`;
  if (check !== undefined) return `${words.check}: ${shorten(clean(check.command), NAME_CHARS)}`;
  if (file === undefined) return undefined;
  return `${words.file}: ${shorten(clean(file.slice(file.lastIndexOf("/") + 1)), NAME_CHARS)}`;
}

const TASK_CHARS = 40;
const NAME_CHARS = 26;
const WORDS: { readonly [L in Language]: { readonly [T in "task" | "check" | "file"]: string } } = {
  en: { task: "open", check: "failing", file: "not committed" },
  fr: { task: "ouvert", check: "en échec", file: "non commité" },
};

const SHORT_TITLE = 36;
const BETWEEN = " · ";

function quoted({ title }: Thread, length = TITLE): string {
  return `"${shorten(clean(title), length)}"`;
}
