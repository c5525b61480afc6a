import { closeSync, fdatasyncSync, fstatSync, writeSync } from "node:fs";
import { TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { EVENTS, isDurable } from "../event/events.js";
import type { Draft } from "../event/registry.js";
import { newId, tick } from "../host/device.js";
import { APPEND, openPrivate, secureFolder } from "../host/folder.js";
import { dayFile, journalFolder } from "./file.js";
import { writeLine } from "./line.js";

/** What the events of one call have in common. */
export interface Scene {
  readonly at: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly head?: string;
  readonly dir?: string;
}

/**
 * Appends events with a single write. The frame begins with a newline, so that a tail torn by a dying writer
 * never swallows the first line of the next one.
 */
export function append(home: string, drafts: readonly Draft[], scene: Scene): Envelope[] {
  if (drafts.length === 0) return [];
  secureFolder(home);
  secureFolder(journalFolder(home));
  const { author, clock } = tick(home, scene.at, drafts.length);
  const events = drafts.map((draft, index) => seal(draft, scene, author, clock + index));
  writeEvents(home, events, scene.at);
  return events;
}

/** Writes events that have their envelopes into the journal of a day. */
export function writeEvents(home: string, events: readonly Envelope[], at: number): void {
  // Two newlines between lines: if one of them is damaged, the lines around it still stand apart.
  const frame = Buffer.from(`\n${events.map(writeLine).join("\n\n")}\n`);
  const path = `${journalFolder(home)}/${dayFile(at)}`;
  const mustSync = events.some(({ type }) => isDurable(type));
  // The day was written anew between opening and writing: said once more, because an event counts once.
  if (!write(path, frame, mustSync)) write(path, frame, mustSync);
}

/** False where the file lost its name meanwhile. */
function write(path: string, frame: Buffer, mustSync: boolean): boolean {
  const fd = openPrivate(path, APPEND);
  try {
    if (writeSync(fd, frame) < frame.length && writeSync(fd, frame) < frame.length) {
      throw new TidemarkError(
        "home-unwritable",
        "The journal took only a part of an event: is the disk full?",
      );
    }
    if (mustSync) fdatasyncSync(fd);
    return fstatSync(fd).nlink > 0;
  } finally {
    closeSync(fd);
  }
}

function seal(draft: Draft, scene: Scene, author: string, clock: number): Envelope {
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
    ...(scene.branch === undefined ? {} : { branch: scene.branch }),
    ...(scene.head === undefined ? {} : { head: scene.head }),
    ...(scene.dir === undefined ? {} : { dir: scene.dir }),
    data: draft.data,
  };
}

// Tolerated on reading, a defect on writing.
function unknown(type: string): never {
  throw new TidemarkError("event-unknown", `There is no event "${type}".`);
}
