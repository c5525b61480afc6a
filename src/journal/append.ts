import { TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { EVENTS, isDurable } from "../event/events.js";
import type { Draft } from "../event/registry.js";
import { newId } from "../host/device.js";
import { writeLine } from "./line.js";
import { type OpenJournal, openJournal } from "./open-journal.js";

/** What the events of one call have in common. */
export interface EventContext {
  readonly at: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly head?: string;
  readonly dir?: string;
}

/** Appends events to a journal that is opened for them alone. */
export function append(home: string, drafts: readonly Draft[], scene: EventContext): Envelope[] {
  if (drafts.length === 0) return [];
  return inJournal(home, (journal) => appendTo(journal, drafts, scene));
}

/** Appends events to an open journal. `mustSync` has them on the disk when this returns, whatever they are. */
export function appendTo(
  journal: OpenJournal,
  drafts: readonly Draft[],
  scene: EventContext,
  mustSync = false,
): Envelope[] {
  const { author, clock } = journal.tick(scene.at, drafts.length);
  const events = drafts.map((draft, index) => seal(draft, scene, author, clock + index));
  write(journal, events, scene.at, mustSync);
  return events;
}

/** Writes events that have their envelopes into the journal of a day. */
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
  // A newline first: a line that a dying writer left unfinished never swallows the first line of the next writer.
  // Two newlines between lines: if one of them is damaged, the lines around it still stand apart.
  const lines = `\n${events.map(writeLine).join("\n\n")}\n`;
  journal.write(lines, at, mustSync || events.some(({ type }) => isDurable(type)));
}

function seal(draft: Draft, scene: EventContext, author: string, clock: number): Envelope {
  const { version } = EVENTS[draft.type] ?? unknown(draft.type);
  return {
    id: newId(scene.at),
    type: draft.type,
    v: version,
    at: scene.at,
    clock,
    author,
    project: scene.project,
    session: scene.session,
    agent: scene.agent,
    branch: scene.branch,
    head: scene.head,
    dir: scene.dir,
    data: draft.data,
  };
}

// Tolerated on reading, a defect on writing.
function unknown(type: string): never {
  throw new TidemarkError("event-unknown", `There is no event "${type}".`);
}
