import { closeSync, constants, readSync, writeSync } from "node:fs";
import { openPrivate } from "./folder.js";

/** This device's name among authors, and a clock that never runs back. */
export interface Tick {
  readonly author: string;
  readonly clock: number;
}

const WIDTH = 16;
const LINE = /^(\d{16}) ([0-9a-z]{16})\n/;

/**
 * Advances the logical clock by a number of events: the wall clock, or one more than the last value where the wall
 * clock stands or went back.
 * Two processes may get the same value; the event id then decides, the same way everywhere.
 */
export function tick(home: string, now: number, events = 1): Tick {
  const fd = openPrivate(`${home}/device`, constants.O_RDWR | constants.O_CREAT);
  try {
    const buffer = Buffer.alloc(64);
    const match = LINE.exec(buffer.toString("latin1", 0, readSync(fd, buffer, 0, 64, 0)));
    const last = match?.[1] === undefined ? 0 : Number(match[1]);
    const author = match?.[2] ?? randomName();
    const clock = Math.max(now, last + 1);
    const digits = String(clock + events - 1).padStart(WIDTH, "0");
    // The author is written once: later writers touch the digits alone.
    writeSync(fd, match === null ? `${digits} ${author}\n` : digits, 0, "latin1");
    return { author, clock };
  } finally {
    closeSync(fd);
  }
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
