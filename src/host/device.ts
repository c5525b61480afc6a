import { closeSync, constants, fstatSync, readSync, writeSync } from "node:fs";
import { openPrivate } from "./file/folder.js";

/** This device's name among authors, and a clock that never runs back. */
export interface Tick {
  readonly author: string;
  readonly clock: number;
}

const WIDTH = 16;
const SLOTS = 64;
const LINE = /^(\d{16}) ([0-9a-z]{16})\n/;
const HEAD = 64;
const FIVE_DIGITS = 36 ** 5;
/** The last moment that a date can be. */
const LATEST = 8.64e15;

/** The device's file, open for a process that writes many events. */
export interface OpenDevice {
  tick(now: number, events: number): Tick;
  /** False if the file has lost its name: others no longer read what is written into it. */
  isThere(): boolean;
  close(): void;
}

/**
 * Advances the logical clock by a number of events: the wall clock, or one more than the last value if the wall clock
 * stands still or went back. Each process writes into a slot of its own and reads them all: a slow process cannot take
 * back what another has written meanwhile, so the events of a session never change their order.
 * Two processes may get the same value; the event id then decides, the same way everywhere.
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
  const read = Buffer.alloc(DEVICE_SIZE);
  // The content as it was parsed last, with what was written since: mostly no other process has changed it.
  const known = Buffer.alloc(DEVICE_SIZE);
  let device = parseDevice(known);
  return {
    tick(now, events) {
      readSync(fd, read, 0, DEVICE_SIZE, 0);
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
        writeSync(fd, known, OWN_SLOT, WIDTH, OWN_SLOT);
      }
      return { author, clock };
    },
    isThere: () => fstatSync(fd).nlink > 0,
    close: () => closeSync(fd),
  };
}

/** The last value of this process in each data folder: another process may write into the same slot. */
const reachedIn = new Map<string, number>();

const DEVICE_SIZE = HEAD + SLOTS * WIDTH;
/** Where this process writes its last value. */
const OWN_SLOT = HEAD + (process.pid % SLOTS) * WIDTH;

/** The device's name, if it has one yet, and the last value of any process. */
function parseDevice(content: Buffer): { readonly author: string | undefined; readonly last: number } {
  const text = content.toString("latin1");
  const match = LINE.exec(text);
  return { author: match?.[2], last: Math.max(match === null ? 0 : believed(match[1]), lastInSlots(text)) };
}

/** Gives the device its name. It is written once: later writers touch a slot alone. */
function nameDevice(fd: number, reached: number): string {
  const author = randomName();
  writeSync(fd, `${digitsOf(reached)} ${author}\n`, 0, "latin1");
  return author;
}

function digitsOf(clock: number): string {
  return String(clock).padStart(WIDTH, "0");
}

function lastInSlots(text: string): number {
  let last = 0;
  for (let at = HEAD; at + WIDTH <= text.length; at += WIDTH) {
    const value = believed(text.slice(at, at + WIDTH));
    if (value > last) last = value;
  }
  return last;
}

// A slot that nobody has written to is not a number, and a number beyond any date is damage.
function believed(digits: string | undefined): number {
  const value = Number(digits);
  return value <= LATEST ? value : 0;
}

/** Sortable by time, unique by chance: 9 characters of milliseconds, 15 of randomness. */
export function newId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(36).padStart(9, "0").slice(-9);
  return time + fiveDigits() + fiveDigits() + fiveDigits();
}

// Names devices apart; nothing secret depends on it, and loading node:crypto would cost the hook dearly.
function randomName(): string {
  return (fiveDigits() + fiveDigits() + fiveDigits() + fiveDigits()).slice(0, 16);
}

// Of whole numbers: to write a fraction in base 36 takes ten times as long.
function fiveDigits(): string {
  return Math.floor(Math.random() * FIVE_DIGITS)
    .toString(36)
    .padStart(5, "0");
}
