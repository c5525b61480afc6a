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
    const buffer = Buffer.alloc(HEAD + SLOTS * WIDTH);
    const text = buffer.toString("latin1", 0, readSync(fd, buffer, 0, buffer.length, 0));
    const match = LINE.exec(text);
    const last = Math.max(match === null ? 0 : believed(match[1]), lastInSlots(text));
    const author = match?.[2] ?? randomName();
    const clock = Math.max(now, last + 1);
    const digits = String(clock + events - 1).padStart(WIDTH, "0");
    // The author is written once: later writers touch a slot alone.
    if (match === null) writeSync(fd, `${digits} ${author}\n`, 0, "latin1");
    else if (events > 0) writeSync(fd, digits, HEAD + (process.pid % SLOTS) * WIDTH, "latin1");
    return { author, clock };
  } finally {
    closeSync(fd);
  }
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
  return time + randomName().slice(0, 15);
}

// Names events and devices apart; nothing secret depends on it, and loading node:crypto would cost the hook dearly.
function randomName(): string {
  let name = "";
  while (name.length < 16) name += Math.random().toString(36).slice(2, 10);
  return name.slice(0, 16);
}
