import { closeSync, fdatasyncSync, fstatSync, statSync, writeSync } from "node:fs";
import { systemCode, TidemarkError } from "../error.js";
import type { Envelope } from "../event/envelope.js";
import { EVENTS } from "../event/events.js";
import type { EventName } from "../event/registry.js";
import { uptime } from "../host/clock.js";
import { newId } from "../host/device.js";
import { APPEND, openPrivate, secureFolder } from "../host/folder.js";
import { type HeldDevice, holdDevice } from "../host/held-device.js";
import type { Scene } from "./append.js";
import { dayFile, journalFolder } from "./file.js";
import { Frame } from "./frame.js";
import type { OpenJson } from "./open-json.js";

/** An event before its envelope, its data already written as JSON, or but for one text. */
export interface WrittenDraft {
  readonly type: EventName;
  readonly json: string | OpenJson;
}

/** What stays the same from event to event; the same object each time, so that it is written as JSON once. */
export type StillScene = Omit<Scene, "at">;

export type Appended = Pick<Envelope, "id" | "at" | "clock">;

/**
 * The journal held open, for a process that lives long and writes much: `append` without opening and closing files.
 * Whatever happens to the files meanwhile (a new day, a day written anew, a folder moved away) is noticed with the next event.
 */
export interface HeldJournal {
  append(drafts: readonly WrittenDraft[], scene: StillScene, at: number, isDurable: boolean): Appended[];
  close(): void;
}

const DAY = 86_400_000;
/** How often the files are looked for under their names, in milliseconds. */
const LOOK = 1_000;
/** How often a file is asked whether it still has a name. Whoever writes a day anew waits six times as long for latecomers. */
const ASK = 50;

interface Held {
  readonly day: number;
  readonly path: string;
  readonly fd: number;
  readonly inode: number;
  readonly device: HeldDevice;
  /** When it was last known to have its name. */
  askedAt: number;
}

export function holdJournal(home: string): HeldJournal {
  const frame = new Frame();
  let held: Held | undefined;
  let lookedAt = 0;
  let scene: StillScene | undefined;
  let sceneJson = "";
  const close = () => {
    if (held === undefined) return;
    closeSync(held.fd);
    held.device.close();
    held = undefined;
  };
  const open = (at: number): Held => {
    const day = Math.floor(at / DAY);
    // A clock that was set back counts as well.
    if (Math.abs(at - lookedAt) >= LOOK) {
      lookedAt = at;
      if (held !== undefined && !isInPlace(held)) close();
    }
    if (held !== undefined && held.day === day) return held;
    close();
    held = openFiles(home, at, day);
    return held;
  };
  const append: HeldJournal["append"] = (drafts, still, at, isDurable) => {
    const { author, clock } = open(at).device.tick(at, drafts.length);
    if (still !== scene) {
      scene = still;
      sceneJson = jsonOf(still);
    }
    const appended: Appended[] = [];
    frame.begin();
    for (const { type, json } of drafts) {
      const event = { id: newId(at), at, clock: clock + appended.length };
      const what = `{"id":"${event.id}","type":"${type}","v":${EVENTS[type].version},"at":${at},"clock":${event.clock}`;
      const head = `${what},"author":"${author}",${sceneJson},"data":`;
      frame.add(typeof json === "string" ? head + json : { ...json, before: head + json.before });
      appended.push(event);
    }
    const bytes = frame.bytes();
    // The day was written anew meanwhile: said once more into the new file, because an event counts once.
    if (!write(open(at), bytes, isDurable)) {
      close();
      write(open(at), bytes, isDurable);
    }
    return appended;
  };
  return {
    append(...args) {
      try {
        return append(...args);
      } catch (error) {
        close();
        throw explain(error);
      }
    },
    close,
  };
}

function openFiles(home: string, at: number, day: number): Held {
  secureFolder(home);
  secureFolder(journalFolder(home));
  const path = `${journalFolder(home)}/${dayFile(at)}`;
  const askedAt = uptime();
  const fd = openPrivate(path, APPEND);
  try {
    return { day, path, fd, inode: fstatSync(fd).ino, device: holdDevice(home), askedAt };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function isInPlace({ path, inode, device }: Held): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode && device.isThere();
}

/** False where the file lost its name meanwhile, and nobody may be left to carry over what was written into it. */
function write(held: Held, bytes: Buffer, isDurable: boolean): boolean {
  const { fd } = held;
  if (writeSync(fd, bytes) < bytes.length && writeSync(fd, bytes) < bytes.length) {
    throw new TidemarkError("home-unwritable", "The journal took only a part of an event: is the disk full?");
  }
  if (isDurable) sync(fd);
  const time = uptime();
  if (time - held.askedAt < ASK && !isDurable) return true;
  held.askedAt = time;
  return fstatSync(fd).nlink > 0;
}

function sync(fd: number): void {
  try {
    fdatasyncSync(fd);
  } catch (cause) {
    const message = `The event was written, and the disk did not confirm it (${systemCode(cause)}).`;
    throw new TidemarkError("home-unwritable", message, {
      hint: "Look after the disk: run tidemark verify.",
      cause,
    });
  }
}

/** In the order in which an envelope has them, so that nobody can tell a held journal's line from another. */
function jsonOf({ project, session, agent, branch, head, dir }: StillScene): string {
  return JSON.stringify({ project, session, agent, branch, head, dir }).slice(1, -1);
}

const UNWRITABLE = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "EMFILE",
  "ENFILE",
  "EFBIG",
]);

function explain(error: unknown): unknown {
  const code = systemCode(error);
  if (!UNWRITABLE.has(code)) return error;
  return new TidemarkError("home-unwritable", `The journal cannot be written (${code}): nothing was added.`, {
    hint: "Make room or let the data folder be written to, then try again.",
    cause: error,
  });
}
