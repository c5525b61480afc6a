import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { APPEND, openPrivate, READ } from "../../host/file/folder.js";
import { replacePrivate } from "../../host/file/private-file.js";

const BYTES = 8;
// Of 52 bits, so that a number holds it exactly.
const DIGITS = 13;
const SMALLEST = 1 << 12;
const EMPTY = 0;

/**
 * Which rows of agents' records were told, in every run: copies of them are not told again, and neither is what was
 * forgotten since. Only hashes are kept, eight bytes each, in memory as on disk.
 */
export class ToldRows {
  #table: Float64Array;
  #size = 0;
  #fresh: number[] = [];

  constructor(private readonly path: string) {
    const kept = readNumbers(path);
    this.#table = new Float64Array(tableSize(kept.length));
    for (const number of kept) this.#put(number);
  }

  /** By its hash. False where it was told before; from now on it was. */
  add(hash: string): boolean {
    const number = Number.parseInt(hash.slice(0, DIGITS), 16) + 1;
    if (!this.#put(number)) return false;
    this.#fresh.push(number);
    return true;
  }

  /** Writes down what was added. To be done when the journal has it. */
  keep(): void {
    if (this.#fresh.length === 0) return;
    const bytes = Buffer.from(Float64Array.from(this.#fresh).buffer);
    this.#fresh = [];
    const fd = openPrivate(this.path, APPEND);
    try {
      writeSync(fd, bytes);
    } finally {
      closeSync(fd);
    }
  }

  #put(number: number): boolean {
    const table = this.#table;
    const mask = table.length - 1;
    let at = number % table.length;
    for (; table[at] !== EMPTY; at = (at + 1) & mask) if (table[at] === number) return false;
    table[at] = number;
    this.#size += 1;
    if (this.#size * 2 > table.length) this.#grow();
    return true;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Float64Array(before.length * 2);
    this.#size = 0;
    for (const number of before) if (number !== EMPTY) this.#put(number);
  }
}

function tableSize(count: number): number {
  let size = SMALLEST;
  while (size < count * 2 + 2) size *= 2;
  return size;
}

function readNumbers(path: string): Float64Array {
  let fd: number;
  try {
    fd = openPrivate(path, READ);
  } catch {
    return new Float64Array(); // None were told yet.
  }
  try {
    const { size } = fstatSync(fd);
    const whole = size - (size % BYTES);
    const bytes = Buffer.alloc(whole);
    let read = 0;
    for (let got = 1; read < whole && got > 0; read += got)
      got = readSync(fd, bytes, read, whole - read, read);
    // A last one that was torn would shift all that come after it.
    if (whole < size) replacePrivate(path, bytes);
    return new Float64Array(bytes.buffer, bytes.byteOffset, whole / BYTES);
  } finally {
    closeSync(fd);
  }
}
