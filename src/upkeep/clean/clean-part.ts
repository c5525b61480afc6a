import type { Envelope } from "../../event/envelope.js";
import { present } from "../../event/present.js";
import type { EventName } from "../../event/registry.js";
import { DAY_MS } from "../../event/time.js";
import { readLine, withoutSum, writeLine } from "../../journal/line.js";
import { pack } from "../../journal/pack.js";
import { previewRewrite } from "../../journal/rewrite.js";
import { expandMessages } from "../../model/fold/expand-messages.js";
import { decisionsIn } from "../../text/prose/decision.js";
import type { KeptInFull } from "./retention.js";

/** A packed part of the journal that can go, except for a few lines. */
export interface SparePart {
  readonly file: string;
  readonly events: number;
  /** Lines that stay: declarations and decisions. */
  readonly carried: number;
  readonly carriedBytes: number;
  readonly projects: readonly string[];
}

/** Declarations of a person. Each family stays complete, so that no undone declaration comes back. */
const LASTING_FAMILIES: ReadonlySet<string> = new Set("fact pin focus rule profile thread branch".split(" "));

/** Events of other families that stay. */
const LASTING: ReadonlySet<string> = new Set<EventName>([
  "memory.rated",
  "memory.removed",
  "memory.restored",
  "project.seen",
  "session.tagged",
  "history.forgotten",
  "space.freed",
]);

/** Parts that hold nothing of the last week, nor of a session that is kept in full; oldest first. */
export function spareParts(home: string, inFull: KeptInFull, now: number): SparePart[] {
  const parts = new Map<string, Reading>();
  previewRewrite(home, {
    isPacked: true,
    line(text, file) {
      const part = parts.get(file) ?? { events: 0, isNeeded: false, carried: [], projects: new Set() };
      parts.set(file, part);
      const event = eventOf(text);
      if (event === undefined) return undefined;
      part.events++;
      part.projects.add(event.project);
      if (now - event.at <= 7 * DAY_MS || (event.session !== "" && inFull.has(event.project, event.session)))
        part.isNeeded = true;
      else if (isLasting(event)) part.carried.push(text);
      return undefined;
    },
  });
  return [...parts]
    .filter(([, part]) => !part.isNeeded && part.events > part.carried.length)
    .map(([file, { events, carried, projects }]) => ({
      file,
      events,
      carried: carried.length,
      carriedBytes: carried.length === 0 ? 0 : pack(Buffer.from(carried.join("\n"))).length,
      projects: [...projects],
    }));
}

/** The line as it stays when its part goes; undefined if it goes too, or cannot be read. */
export function carried(text: string): string | undefined {
  const event = eventOf(text);
  if (event === undefined || !isLasting(event)) return undefined;
  // Without its session, so that the place of a project keeps no empty session listed.
  return event.type === "project.seen" && event.session !== ""
    ? writeLine({ ...withoutSum(event), session: "" })
    : text;
}

interface Reading {
  events: number;
  isNeeded: boolean;
  readonly carried: string[];
  readonly projects: Set<string>;
}

function eventOf(text: string): Envelope | undefined {
  const reading = readLine(text, 0, text.length);
  if (reading.is === "malformed") return undefined;
  return reading.is === "event" ? reading.event : reading.envelope;
}

function isLasting(event: Envelope): boolean {
  const { type } = event;
  if (LASTING.has(type) || LASTING_FAMILIES.has(type.slice(0, type.indexOf(".")))) return true;
  const reading = present(event);
  return reading.is === "event" && expandMessages([reading.event]).some(isDeciding);
}

function isDeciding({ type, data }: Envelope): boolean {
  if (type !== "prompt.submitted" && type !== "message.said" && type !== "turn.ended") return false;
  const said = typeof data === "object" && data !== null ? Object.values(data) : [];
  return said.some((text) => typeof text === "string" && decisionsIn(text).length > 0);
}
