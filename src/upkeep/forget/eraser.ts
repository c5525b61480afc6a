import type { Envelope } from "../../event/envelope.js";
import { readLine, withoutSum, writeLine } from "../../journal/line.js";
import { ENCODED, eraseText, eraseUse, FORGOTTEN, type Wording } from "./erase-message.js";

/** Says what of the journal is to be forgotten. Asked twice, it answers the same. */
export interface Eraser extends Omit<Wording, "replace"> {
  /** The event without what is forgotten, the same where it holds nothing of it, undefined where all of it goes. */
  erase(event: Envelope): Envelope | undefined;
}

export interface ErasedLine {
  /** Undefined where the whole line goes. */
  readonly line?: string;
  readonly before?: Envelope;
  readonly after?: Envelope;
}

/** What becomes of a line of the journal; undefined where it stays as it is. */
export function eraseLine(text: string, eraser: Eraser): ErasedLine | undefined {
  if (eraser.needle?.test(text) === false) return undefined;
  const reading = readLine(text, 0, text.length);
  // It cannot be read, so that nothing in it can be replaced.
  if (reading.is === "malformed") return eraser.isIn(text) ? {} : undefined;
  const before = withoutSum(reading.is === "event" ? reading.event : reading.envelope);
  const after = eraser.erase(before);
  if (after === before) return undefined;
  return after === undefined ? { before } : { line: writeLine(after), before, after };
}

/** One event, by its id, and what was said of the memories found in it. */
export function eventEraser(id: string): Eraser {
  const events = new Set([id]);
  return {
    needle: new RegExp(escapePattern(id)),
    erase: (event) => (event.id === id || isOfMemory(event, events) ? undefined : event),
    isIn: (text) => text.includes(id),
  };
}

/** A session with all that names it: its tags stand in it, branches of work name it from outside. In one project, or in all. */
export function sessionEraser(session: string, events: ReadonlySet<string>, project?: string): Eraser {
  return {
    erase: (event) =>
      !isElsewhere(event, project) &&
      (event.session === session ||
        field(event, "session") === session ||
        (event.type === "session.forked" && field(event, "from") === session) ||
        isOfMemory(event, events))
        ? undefined
        : event,
    isIn: (text) => text.includes(session),
  };
}

/** A text, wherever it is said; in one project, or in all. */
export function textEraser(wording: Wording, project?: string): Eraser {
  return eraserOf(wording, project, (event) => nameable(event, eraseText(event, wording)));
}

function eraserOf(
  { replace: _, needle, ...wording }: Wording,
  project: string | undefined,
  erase: Eraser["erase"],
): Eraser {
  return {
    ...wording,
    needle: needle === undefined ? undefined : new RegExp(`${needle.source}|${ENCODED}`, needle.flags),
    erase: (event) => (isElsewhere(event, project) ? event : erase(event)),
  };
}

/** A branch of work goes by its name: it keeps one that can be typed. */
function nameable(before: Envelope, after: Envelope): Envelope {
  const { type, data } = after;
  // A branch of git is called as it is in the envelope of what was done on it.
  const isOfWork = type.startsWith("branch.") && type !== "branch.promoted";
  if (after === before || !isOfWork || typeof data !== "object" || data === null) return after;
  const named = Object.entries(data).map(([key, value]: [string, unknown]) =>
    LINES.has(key) && typeof value === "string"
      ? [key, value.replaceAll(FORGOTTEN, "forgotten")]
      : [key, value],
  );
  return { ...after, data: Object.fromEntries(named) };
}

const LINES = new Set(["branch", "from", "into"]);

/** A file: what tools did with it goes, and whoever else speaks of it no longer names it. */
export function pathEraser(wording: Wording, project?: string): Eraser {
  return eraserOf(wording, project, (event) => {
    const erased = nameable(event, eraseUse(event, wording));
    return erased !== event && event.type.startsWith("tool.") ? undefined : erased;
  });
}

/** A text as a regular expression finds it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** What was removed says its text once more. A memory goes by the id of its event, with its kind behind a dot. */
function isOfMemory(event: Envelope, events: ReadonlySet<string>): boolean {
  const memory = event.type.startsWith("memory.") ? field(event, "memory") : undefined;
  return memory !== undefined && events.has(memory.split(".", 1)[0] ?? "");
}

function field({ data }: Envelope, name: string): string | undefined {
  const found: unknown = typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

function isElsewhere(event: Envelope, project: string | undefined): boolean {
  return project !== undefined && event.project !== project;
}
