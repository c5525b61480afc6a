import * as v from "valibot";
import type { Envelope } from "../../event/envelope.js";
import { readLine, withoutSum, writeLine } from "../../journal/line.js";
import { ENCODED, eraseText, eraseUse, FORGOTTEN, type Wording } from "./erase-message.js";

/** Decides what is forgotten of the journal; the same every time. */
export interface Eraser extends Omit<Wording, "replace"> {
  /** Returns the same event if nothing in it is forgotten, and undefined if all of it is. */
  erase(event: Envelope): Envelope | undefined;
}

export interface ErasedLine {
  /** Undefined if the whole line goes. */
  readonly line?: string;
  readonly before?: Envelope;
  readonly after?: Envelope;
}

/** Undefined if the line stays as it is. */
export function eraseLine(text: string, eraser: Eraser): ErasedLine | undefined {
  if (eraser.needle?.test(text) === false) return undefined;
  const reading = readLine(text, 0, text.length);
  // Nothing can be replaced in a line that cannot be read.
  if (reading.is === "malformed") return eraser.isIn(text) ? {} : undefined;
  const before = withoutSum(reading.is === "event" ? reading.event : reading.envelope);
  const after = eraser.erase(before);
  if (after === before) return undefined;
  return after === undefined ? { before } : { line: writeLine(after), before, after };
}

/** Forgets an event by its id, and all events about its memories. */
export function eventEraser(id: string): Eraser {
  const events = new Set([id]);
  return {
    needle: new RegExp(escapePattern(id)),
    erase: (event) =>
      event.id === id || isOfMemory(event, events) || notedFrom(event).events.includes(id)
        ? undefined
        : event,
    isIn: (text) => text.includes(id),
  };
}

/** Forgets a session and every event that names it, in one project or in all. */
export function sessionEraser(session: string, events: ReadonlySet<string>, project?: string): Eraser {
  return {
    erase: (event) =>
      !isElsewhere(event, project) &&
      (event.session === session ||
        field(event, "session") === session ||
        notedFrom(event).session === session ||
        (event.type === "session.forked" && field(event, "from") === session) ||
        isOfMemory(event, events))
        ? undefined
        : event,
    isIn: (text) => text.includes(session),
  };
}

/** Forgets a text, in one project or in all. */
export function textEraser(wording: Wording, project?: string): Eraser {
  return eraserOf(wording, project, (event) => withTypableName(event, eraseText(event, wording)));
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

/** Keeps the name of a branch of work typable, because people refer to it. */
function withTypableName(before: Envelope, after: Envelope): Envelope {
  const { type, data } = after;
  // Git branches keep the name that envelopes carry.
  const isOfWork = type.startsWith("branch.") && type !== "branch.promoted";
  if (after === before || !isOfWork || typeof data !== "object" || data === null) return after;
  const named = Object.entries(data).map(([key, value]: [string, unknown]) =>
    ["branch", "from", "into"].includes(key) && typeof value === "string"
      ? [key, value.replaceAll(FORGOTTEN, "forgotten")]
      : [key, value],
  );
  return { ...after, data: Object.fromEntries(named) };
}

/** Forgets a file: its tool calls go, and other events no longer name it. */
export function pathEraser(wording: Wording, project?: string): Eraser {
  return eraserOf(wording, project, (event) => {
    const erased = withTypableName(event, eraseUse(event, wording));
    return erased !== event && event.type.startsWith("tool.") ? undefined : erased;
  });
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The id of a memory is the id of its event, a dot and its kind. */
function isOfMemory(event: Envelope, events: ReadonlySet<string>): boolean {
  const memory = event.type.startsWith("memory.") ? field(event, "memory") : undefined;
  return memory !== undefined && events.has(memory.split(".", 1)[0] ?? "");
}

/** The session and the events that a model's note rests on: what it says goes with them. */
function notedFrom({ type, data }: Envelope): {
  readonly session?: string;
  readonly events: readonly string[];
} {
  if (type !== "fact.declared") return { events: [] };
  const read = v.safeParse(NOTED, data);
  return read.success ? read.output.origin : { events: [] };
}

const NOTED = v.object({ origin: v.object({ session: v.string(), events: v.array(v.string()) }) });

function field({ data }: Envelope, name: string): string | undefined {
  const found: unknown = typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

function isElsewhere(event: Envelope, project: string | undefined): boolean {
  return project !== undefined && event.project !== project;
}
