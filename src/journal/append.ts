import { TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { EVENTS, isDurable } from "../event/events.js";
import type { Draft } from "../event/registry.js";
import { newId } from "../host/device.js";
import { writeLine } from "./line.js";
import { type OpenJournal, openJournal } from "./open-journal.js";

/** The fields that all events of one call share. */
export interface EventContext {
  readonly at: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly head?: string;
  readonly dir?: string;
}

/** Opens the journal, appends events and closes it. */
export function append(home: string, drafts: readonly Draft[], context: EventContext): Envelope[] {
  if (drafts.length === 0) return [];
  return inJournal(home, (journal) => appendTo(journal, drafts, context));
}

/** Appends events to an open journal. `mustSync` waits for the disk even if no event is durable. */
export function appendTo(
  journal: OpenJournal,
  drafts: readonly Draft[],
  context: EventContext,
  mustSync = false,
): Envelope[] {
  const { author, clock } = journal.tick(context.at, drafts.length);
  const events = drafts.map((draft, index) => seal(draft, context, author, clock + index));
  write(journal, events, context.at, mustSync);
  return events;
}

/** Writes complete events into the journal of a day. */
export function writeEvents(home: string, events: readonly Envelope[], at: number): void {
  inJournal(home, (journal) => write(journal, events, at, false));
}

function inJournal<T>(home: string, work: (journal: OpenJournal) => T): T {
  const journal = openJournal(home);
  try {
    return work(journal);
  } finally {
    journal.close();
  }
}

function write(journal: OpenJournal, events: readonly Envelope[], at: number, mustSync: boolean): void {
  // The first newline ends a line that a killed writer left unfinished. With two newlines between lines, damage to one
  // newline does not join two lines.
  const lines = `\n${events.map(writeLine).join("\n\n")}\n`;
  journal.write(lines, at, mustSync || events.some(({ type }) => isDurable(type)));
}

function seal({ type, data }: Draft, context: EventContext, author: string, clock: number): Envelope {
  // Unknown events are tolerated on reading, but a defect on writing.
  if (!Object.hasOwn(EVENTS, type)) throw new TidemarkError("event-unknown", `There is no event "${type}".`);
  const v = EVENTS[type].version;
  const { at, project, session, agent, branch, head, dir } = context;
  return { id: newId(at), type, v, at, clock, author, project, session, agent, branch, head, dir, data };
}
