import { basename, dirname, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { boundsWith, CAP } from "../capture/bound.js";
import { markPlaceRecorded } from "../capture/place/identify-project.js";
import { hash64 } from "../capture/place/path.js";
import { projectSeen } from "../capture/record.js";
import { TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { EVENTS } from "../event/events.js";
import { compareEvents } from "../event/order.js";
import { messageIn } from "../event/present.js";
import { readEvent, type TidemarkEvent } from "../event/registry.js";
import { mapTexts } from "../event/text.js";
import { secureFolder } from "../host/file/folder.js";
import { readTree } from "../host/file/tree.js";
import { append, writeEvents } from "../journal/append.js";
import { journalFolder } from "../journal/file.js";
import { redactMessage } from "../library/message/redact-message.js";
import { eachEvent } from "../model/history.js";
import type { Here } from "../project/here.js";
import type { Redact } from "../redact/redactor.js";

export interface ImportedSession {
  readonly session: string;
  readonly events: number;
  readonly known: number;
  /** Invalid events, events of a newer Tidemark, and events of other sessions. */
  readonly skipped: number;
  /** Declarations that would hold beyond the session, skipped without trust. */
  readonly untrusted: number;
}

interface ImportRequest {
  readonly here: Here;
  readonly file: string;
  readonly now: number;
  readonly isDry: boolean;
  /** Also take over pins, rules and other declarations. */
  readonly isTrusted?: boolean;
}

const MAX_IMPORT_BYTES = 256 * 1_048_576;
const EVENTS_PER_WRITE = 500;

/** Imports an exported session as one that is over. Events keep their ids: importing it twice changes nothing. */
export function importSession(request: ImportRequest): ImportedSession {
  const { here, file, now, isDry, isTrusted = false } = request;
  const { session, events, origin, all } = readExport(resolve(file), here.redact);
  const found = isTrusted ? events : events.flatMap(ofSession);
  const known = new Set<string>();
  for (const one of new Set([session, ...origin.map((event) => event.session)]))
    eachEvent(here.home, { session: one }, ({ id }) => known.add(id));
  const ended = endOf(found, here.project, now);
  const fresh = [...origin, ...found, ...ended]
    .filter(({ id }) => !known.has(id))
    .map((event) => ours(event, here, now));
  const isAll = [...origin, ...found].every(({ id }) => known.has(id));
  if (!isDry && !isAll) write(here, fresh, now);
  return {
    session,
    events: isAll ? 0 : fresh.length,
    known: found.filter(({ id }) => known.has(id)).length,
    skipped: all - events.length,
    untrusted: events.length - found.length,
  };
}

/** Declarations about the project or about other sessions. */
const BEYOND_SESSION = /^(?:pin|rule|profile|focus|fact|memory|thread|branch|project|history|layout)\./;

/** Anybody can write a file: only facts that an agent noted in the session are believed, and supersede nothing. */
function ofSession(event: TidemarkEvent): TidemarkEvent[] {
  if (!BEYOND_SESSION.test(event.type) || event.type === "memory.recalled") return [event];
  if (event.type !== "fact.declared" || event.data.by !== "agent") return [];
  const { supersedes: _, ...data } = event.data;
  return [{ ...event, data }];
}

function readExport(file: string, redact: Redact) {
  const { format, version, state, events, origin } = parsed(file);
  const session: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, "session") : undefined;
  if (format !== "tidemark-session" || typeof session !== "string" || !Array.isArray(events))
    throw notOurs(file);
  if (version !== 1)
    throw new TidemarkError("bad-argument", `${file} was exported by a newer Tidemark.`, {
      hint: "Bring this one up to date first.",
    });
  const good = knownIn(events).filter((event) => event.session === session);
  if (good.length === 0) throw notOurs(file);
  // Only the messages that this session continues are believed of other sessions.
  const before = knownIn(Array.isArray(origin) ? origin : []).filter(
    ({ type, session: other }) =>
      other !== session && (type === "message.added" || type === "session.forked"),
  );
  return { session: boundsWith(redact).boundName(session), events: good, origin: before, all: events.length };
}

function knownIn(values: readonly unknown[]): TidemarkEvent[] {
  return values.flatMap((value) => {
    const reading = readEvent(value);
    return reading.is === "event" ? [reading.event] : [];
  });
}

function parsed(file: string): {
  readonly [K in "format" | "version" | "state" | "events" | "origin"]?: unknown;
} {
  const bytes = readTree(dirname(file), basename(file), MAX_IMPORT_BYTES);
  if (typeof bytes === "string") throw new TidemarkError("bad-argument", `${file}: ${bytes}.`);
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_IMPORT_BYTES }) : bytes;
    const value: unknown = JSON.parse(plain.toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw notOurs(file);
}

/** Converts an event to what this device would have written: redacted and cut, in this project, without a process. */
function ours(event: Envelope, { project, redact }: Here, now: number): Envelope {
  const bounds = boundsWith(redact);
  const { id, type, v, at, clock, author, session, agent, branch, head, dir, data } = bounded(event, redact);
  return {
    id,
    type,
    v,
    at: Math.min(at, now),
    clock: Math.min(clock, now),
    author: bounds.boundName(author),
    project,
    session: bounds.boundName(session),
    agent: bounds.boundName(agent),
    branch: branch === undefined ? undefined : bounds.boundName(branch),
    head: head === undefined ? undefined : bounds.boundName(head),
    dir,
    data: type === "session.started" ? withoutProcess(data) : data,
  };
}

/** A message is kept whole, because the program that added it reads it back. */
function bounded(event: Envelope, redact: Redact): Envelope {
  const message = messageIn(event);
  if (message !== undefined) return { ...message, data: redactMessage(message.data, redact) };
  return mapTexts(event, (text) => boundsWith(redact).bound(text, CAP.summary));
}

function withoutProcess(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== "pid" && key !== "pidSince"));
}

/** The end of the session, unless it has one. Its id depends on the last event alone, so that it is added once. */
function endOf(events: readonly TidemarkEvent[], project: string, now: number): Envelope[] {
  const last = [...events].sort(compareEvents).at(-1);
  if (last === undefined || last.type === "session.ended") return [];
  const { id, at, clock, author, session, agent } = last;
  const type = "session.ended";
  const data = { reason: "imported" };
  const own = `${id.slice(0, 9)}X${hash64(`${id} ended`).slice(0, 14)}`;
  const times = { at: Math.min(at, now), clock: clock + 1 };
  return [{ id: own, type, v: EVENTS[type].version, ...times, author, project, session, agent, data }];
}

function write(here: Here, events: readonly Envelope[], now: number): void {
  const { home, redact, project, learned, place } = here;
  secureFolder(home);
  secureFolder(journalFolder(home));
  if (learned !== undefined) {
    append(home, [projectSeen(learned, boundsWith(redact))], { at: now, project, session: "", agent: "" });
    markPlaceRecorded(home, place);
  }
  for (let from = 0; from < events.length; from += EVENTS_PER_WRITE)
    writeEvents(home, events.slice(from, from + EVENTS_PER_WRITE), now);
}

function notOurs(file: string): TidemarkError {
  return new TidemarkError("bad-argument", `${file} is no session that Tidemark exported.`, {
    hint: "It reads what tidemark export ID --output FILE wrote as JSON, or a folder of another session tool.",
  });
}
