import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { APPEND, openPrivate, READ, replacePrivate } from "../../host/file/folder.js";

const BYTES_PER_HASH = 8;
/** 52 bits, so that a number holds the hash exactly. */
const HEX_DIGITS = 13;
const MIN_TABLE_SIZE = 1 << 12;
const EMPTY = 0;

/** The hashes of all imported rows, so that neither copies of them nor forgotten rows are imported again. */
export class ImportedRows {
  #table: Float64Array;
  #size = 0;
  #fresh: number[] = [];

  constructor(private readonly path: string) {
    const known = readNumbers(path);
    this.#table = new Float64Array(tableSize(known.length));
    for (const number of known) this.#put(number);
  }

  /** Returns false if the row was imported before. */
  add(hash: string): boolean {
    const number = Number.parseInt(hash.slice(0, HEX_DIGITS), 16) + 1;
    if (!this.#put(number)) return false;
    this.#fresh.push(number);
    return true;
  }

  /** Call it only after the journal has the new rows. */
  save(): void {
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
  let size = MIN_TABLE_SIZE;
  while (size < count * 2 + 2) size *= 2;
  return size;
}

function readNumbers(path: string): Float64Array {
  let fd: number;
  try {
    fd = openPrivate(path, READ);
  } catch {
    return new Float64Array(); // Nothing is imported yet.
  }
  try {
    const { size } = fstatSync(fd);
    const whole = size - (size % BYTES_PER_HASH);
    const bytes = Buffer.alloc(whole);
    let read = 0;
    for (let got = 1; read < whole && got > 0; read += got)
      got = readSync(fd, bytes, read, whole - read, read);
    // A torn last hash would shift all that are appended after it.
    if (whole < size) replacePrivate(path, bytes);
    return new Float64Array(bytes.buffer, bytes.byteOffset, whole / BYTES_PER_HASH);
  } finally {
    closeSync(fd);
  }
}
