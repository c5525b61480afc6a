import { closeSync, fdatasyncSync, fstatSync, statSync, writeSync } from "node:fs";
import { systemCode, TidemarkError } from "../error.js";
import { DAY_MS } from "../event/time.js";
import { type OpenDevice, openDevice, type Tick } from "../host/device.js";
import { APPEND, openPrivate, secureFolder } from "../host/file/folder.js";
import { dayFile, journalFolder } from "./file.js";

/** The journal's files, open for writing. Notices a new day, a rewritten day and a moved folder with the next event. */
export interface OpenJournal {
  /** Advances the device's clock. */
  tick(at: number, events: number): Tick;
  /** Appends lines to the file of a day in a single write. */
  write(lines: string, at: number, mustSync: boolean): void;
  close(): void;
}

/** How often to check that the files still have their names. */
const LOOKUP_INTERVAL_MS = 1_000;

interface Files {
  readonly day: number;
  readonly path: string;
  readonly fd: number;
  readonly inode: number;
  readonly device: OpenDevice;
}

export function openJournal(home: string): OpenJournal {
  let files: Files | undefined;
  let lookedUpAt = 0;
  const close = () => {
    if (files === undefined) return;
    closeSync(files.fd);
    files.device.close();
    files = undefined;
  };
  const filesAt = (at: number): Files => {
    const day = Math.floor(at / DAY_MS);
    // The wall clock may also be set back.
    if (Math.abs(at - lookedUpAt) >= LOOKUP_INTERVAL_MS) {
      lookedUpAt = at;
      if (files !== undefined && !isInPlace(files)) close();
    }
    if (files !== undefined && files.day === day) return files;
    close();
    files = openFiles(home, at, day);
    return files;
  };
  const closeOnError = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      close();
      throw explain(error);
    }
  };
  return {
    tick: (at, events) => closeOnError(() => filesAt(at).device.tick(at, events)),
    write: (lines, at, mustSync) =>
      closeOnError(() => {
        if (writeTo(filesAt(at).fd, lines, mustSync)) return;
        // The day was rewritten meanwhile. The event may be in both files, but counts once by its id.
        close();
        writeTo(filesAt(at).fd, lines, mustSync);
      }),
    close,
  };
}

function openFiles(home: string, at: number, day: number): Files {
  secureFolder(home);
  secureFolder(journalFolder(home));
  const path = `${journalFolder(home)}/${dayFile(at)}`;
  const fd = openPrivate(path, APPEND);
  try {
    return { day, path, fd, inode: fstatSync(fd).ino, device: openDevice(home) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function isInPlace({ path, inode, device }: Files): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode && device.isThere();
}

/** False if the file has lost its name, so that perhaps nobody reads it any more. */
function writeTo(fd: number, lines: string, mustSync: boolean): boolean {
  const size = Buffer.byteLength(lines);
  if (writeSync(fd, lines) < size && writeSync(fd, lines) < size) {
    throw new TidemarkError("home-unwritable", "The journal took only a part of an event: is the disk full?");
  }
  if (mustSync) sync(fd);
  return fstatSync(fd).nlink > 0;
}

function sync(fd: number): void {
  try {
    fdatasyncSync(fd);
  } catch (cause) {
    const message = `The event was written, and the disk did not confirm it (${systemCode(cause)}).`;
    const hint = "Look after the disk: run tidemark verify.";
    throw new TidemarkError("home-unwritable", message, { hint, cause });
  }
}

const UNWRITABLE: { readonly [code: string]: string } = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EFBIG: "no file may grow",
  EROFS: "the disk is read-only",
  EACCES: "you have no permission",
  EPERM: "you have no permission",
  EIO: "the disk fails",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
};

function explain(error: unknown): unknown {
  const why = UNWRITABLE[systemCode(error)];
  if (why === undefined) return error;
  const message = `The journal cannot be written, because ${why}. Nothing was added.`;
  const hint = "Make room or let the data folder be written to, then try again.";
  return new TidemarkError("home-unwritable", message, { hint, cause: error });
}
