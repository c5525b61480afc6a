import { closeSync, constants, fstatSync, readSync, writeSync } from "node:fs";
import { openPrivate } from "./file/folder.js";

/** This device's name among authors, and a clock that never runs back. */
export interface Tick {
  readonly author: string;
  readonly clock: number;
}

const SLOT_BYTES = 16;
const SLOT_COUNT = 64;
const FIRST_LINE = /^(\d{16}) ([0-9a-z]{16})\n/;
const HEAD_BYTES = 64;
/** The latest time that a Date can hold. */
const MAX_TIME = 8.64e15;
const DEVICE_BYTES = HEAD_BYTES + SLOT_COUNT * SLOT_BYTES;
/** Where this process writes its last value. */
const OWN_SLOT = HEAD_BYTES + (process.pid % SLOT_COUNT) * SLOT_BYTES;
/** The last value of this process in each data folder, because another process may share its slot. */
const reachedIn = new Map<string, number>();

/** The device's file, open for a process that writes many events. */
export interface OpenDevice {
  tick(now: number, events: number): Tick;
  /** False if the file was removed, so that others no longer read it. */
  isThere(): boolean;
  close(): void;
}

/**
 * Advances the logical clock: the wall clock, or one more than the last value. Each process writes its own slot and reads
 * all, so a slow process never sets the clock back. If two processes get the same value, the event id decides.
 */
export function tick(home: string, now: number, events = 1): Tick {
  const device = openDevice(home);
  try {
    return device.tick(now, events);
  } finally {
    device.close();
  }
}

export function openDevice(home: string): OpenDevice {
  const fd = openPrivate(`${home}/device`, constants.O_RDWR | constants.O_CREAT);
  const read = Buffer.alloc(DEVICE_BYTES);
  // The last parsed content; usually no other process has changed it since.
  const known = Buffer.alloc(DEVICE_BYTES);
  let device = parseDevice(known);
  return {
    tick(now, events) {
      readSync(fd, read, 0, DEVICE_BYTES, 0);
      if (!read.equals(known)) {
        device = parseDevice(read);
        read.copy(known);
      }
      const { author, last } = device;
      const clock = Math.max(now, last + 1, (reachedIn.get(home) ?? 0) + 1);
      const reached = clock + events - 1;
      reachedIn.set(home, reached);
      if (author === undefined) return { author: nameDevice(fd, reached), clock };
      if (events > 0) {
        known.write(digitsOf(reached), OWN_SLOT, "latin1");
        writeSync(fd, known, OWN_SLOT, SLOT_BYTES, OWN_SLOT);
      }
      return { author, clock };
    },
    isThere: () => fstatSync(fd).nlink > 0,
    close: () => closeSync(fd),
  };
}

/** The name of the device, if it has one yet, and the last value of any process. */
function parseDevice(content: Buffer): { readonly author: string | undefined; readonly last: number } {
  const text = content.toString("latin1");
  const match = FIRST_LINE.exec(text);
  return { author: match?.[2], last: Math.max(readClock(match?.[1]), lastInSlots(text)) };
}

/** Writes the name once; later writers change only their slots. */
function nameDevice(fd: number, reached: number): string {
  const author = randomName();
  writeSync(fd, `${digitsOf(reached)} ${author}\n`, 0, "latin1");
  return author;
}

function digitsOf(clock: number): string {
  return String(clock).padStart(SLOT_BYTES, "0");
}

function lastInSlots(text: string): number {
  let last = 0;
  for (let at = HEAD_BYTES; at + SLOT_BYTES <= text.length; at += SLOT_BYTES) {
    last = Math.max(last, readClock(text.slice(at, at + SLOT_BYTES)));
  }
  return last;
}

// An unused slot is not a number, and a number beyond any date is damage.
function readClock(digits: string | undefined): number {
  const value = Number(digits);
  return value <= MAX_TIME ? value : 0;
}

/** Sortable by time: 9 characters of milliseconds, then 15 random ones. */
export function newId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(36).padStart(9, "0").slice(-9);
  return time + fiveDigits() + fiveDigits() + fiveDigits();
}

// Not secret, and loading node:crypto would slow the hook down.
function randomName(): string {
  return (fiveDigits() + fiveDigits() + fiveDigits() + fiveDigits()).slice(0, 16);
}

// Uses whole numbers, because formatting a fraction in base 36 takes ten times as long.
function fiveDigits(): string {
  return Math.floor(Math.random() * 36 ** 5)
    .toString(36)
    .padStart(5, "0");
}
