import { closeSync, constants, fstatSync, readSync, writeSync } from "node:fs";
import { DEVICE_SIZE, digitsOf, nameDevice, OWN_SLOT, readDevice, type Tick } from "./device.js";
import { openPrivate } from "./folder.js";

/** The device's file, held open: for a process that writes many events. */
export interface HeldDevice {
  tick(now: number, events: number): Tick;
  /** False once the file has lost its name: whoever holds it holds nothing that others read. */
  isThere(): boolean;
  close(): void;
}

/**
 * `ahead` values are taken at once where the clock runs before the wall's, so that a burst of events writes seldom. They
 * are given back as soon as another process has taken some behind them: what comes then is behind those.
 */
export function holdDevice(home: string, ahead = 64): HeldDevice {
  const fd = openPrivate(`${home}/device`, constants.O_RDWR | constants.O_CREAT);
  const read = Buffer.alloc(DEVICE_SIZE);
  // What was read last, with what was written since: mostly nobody else has written, and nothing is to be parsed.
  const known = Buffer.alloc(read.length);
  let size = -1;
  let author: string | undefined;
  let last = 0;
  let taken = 0;
  const look = () => {
    const got = readSync(fd, read, 0, read.length, 0);
    if (got === size && read.equals(known)) return;
    const found = readDevice(read.toString("latin1", 0, got));
    author = found.author;
    last = Math.max(last, found.last);
    taken = 0;
    read.copy(known);
    size = got;
  };
  const take = (upTo: number) => {
    const written = known.write(digitsOf(upTo), OWN_SLOT, "latin1");
    writeSync(fd, known, OWN_SLOT, written, OWN_SLOT);
    size = Math.max(size, OWN_SLOT + written);
    taken = upTo;
  };
  return {
    tick(now, events) {
      look();
      const clock = Math.max(now, last + 1);
      const reached = clock + events - 1;
      if (author === undefined) return { author: nameDevice(fd, reached), clock };
      if (events === 0) return { author, clock };
      if (reached > taken) take(clock > now ? reached + ahead : reached);
      last = reached;
      return { author, clock };
    },
    isThere: () => fstatSync(fd).nlink > 0,
    close: () => closeSync(fd),
  };
}
