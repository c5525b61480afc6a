import { closeSync, constants, readSync, writeSync } from "node:fs";
import { openPrivate } from "./folder.js";

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

/**
 * Advances the logical clock by a number of events: the wall clock, or one more than the last value where the wall
 * clock stands or went back. Each process writes into a slot of its own and reads them all: one that was slow cannot take
 * back what another has written meanwhile, so the events of a session never change their order.
 * Two processes may get the same value; the event id then decides, the same way everywhere.
 */
export function tick(home: string, now: number, events = 1): Tick {
  const fd = openPrivate(`${home}/device`, constants.O_RDWR | constants.O_CREAT);
  try {
    const buffer = Buffer.alloc(DEVICE_SIZE);
    const { author, last } = readDevice(
      buffer.toString("latin1", 0, readSync(fd, buffer, 0, buffer.length, 0)),
    );
    const clock = Math.max(now, last + 1, (reachedIn.get(home) ?? 0) + 1);
    const reached = clock + events - 1;
    reachedIn.set(home, reached);
    if (author === undefined) return { author: nameDevice(fd, reached), clock };
    if (events > 0) writeSync(fd, digitsOf(reached), OWN_SLOT, "latin1");
    return { author, clock };
  } finally {
    closeSync(fd);
  }
}

/** What this process has reached in each data folder: another one may have the same slot. */
const reachedIn = new Map<string, number>();

export const DEVICE_SIZE = HEAD + SLOTS * WIDTH;
/** Where this process writes what it has reached. */
export const OWN_SLOT = HEAD + (process.pid % SLOTS) * WIDTH;

/** What the device's file says: its name, unless nobody has given it one, and the last value of any process. */
export function readDevice(text: string): { readonly author: string | undefined; readonly last: number } {
  const match = LINE.exec(text);
  return { author: match?.[2], last: Math.max(match === null ? 0 : believed(match[1]), lastInSlots(text)) };
}

/** Gives the device its name. Written once: later writers touch a slot alone. */
export function nameDevice(fd: number, reached: number): string {
  const author = randomName();
  writeSync(fd, `${digitsOf(reached)} ${author}\n`, 0, "latin1");
  return author;
}

/** A value as it stands in the file. */
export function digitsOf(clock: number): string {
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

// What nobody has written to yet is no number, and what no date has was damaged.
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
