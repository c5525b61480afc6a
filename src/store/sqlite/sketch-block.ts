import type { Statement } from "../../host/sqlite.js";
import { BLOCK } from "../sketch.js";
import { readBytes } from "./row.js";

/** Up to 1,024 sketches of one project and model, without gaps: where one goes, the last takes its place. */
export interface SketchBlock {
  readonly block: number;
  readonly numbers: number[];
  /** Of one sketch, in bytes; 0 until there is one. */
  width: number;
  /** With room for all that a block takes. */
  sketches: Uint8Array;
}

/** The blocks that a transaction touches: each is read once and written once. */
export class SketchBlocks {
  readonly #sql: (sql: string) => Statement;
  readonly #blocks = new Map<number, SketchBlock>();
  /** The block that takes the next sketch, by project and model. */
  readonly #open = new Map<string, SketchBlock>();

  constructor(prepare: (sql: string) => Statement) {
    this.#sql = prepare;
  }

  /** The number of the block it was put into. */
  add(project: number, model: number, n: number, sketch: Uint8Array): number {
    const block = this.#withRoom(project, model);
    const { numbers } = block;
    if (block.width === 0) {
      block.width = sketch.length;
      block.sketches = new Uint8Array(BLOCK * sketch.length);
    }
    if (sketch.length !== block.width || sketch.length % 16 !== 0)
      throw new Error("sketches of one model have one length, a multiple of 16 bytes");
    block.sketches.set(sketch, numbers.length * block.width);
    numbers.push(n);
    return block.block;
  }

  remove(number: number, n: number): void {
    const { numbers, sketches, width } = this.#read(number);
    const at = numbers.indexOf(n);
    if (at === -1) return;
    const last = numbers.pop();
    if (last === undefined || at === numbers.length) return;
    numbers[at] = last;
    sketches.copyWithin(at * width, numbers.length * width, (numbers.length + 1) * width);
  }

  /** Writes what was changed. */
  flush(): void {
    for (const { block, numbers, sketches, width } of this.#blocks.values()) {
      if (numbers.length === 0) {
        for (const table of TABLES) this.#sql(`DELETE FROM ${table} WHERE block = ?`).run(block);
        continue;
      }
      this.#sql("UPDATE sketch_block SET used = ?, newest = ? WHERE block = ?").run(
        numbers.length,
        numbers.reduce((newest, n) => Math.max(newest, n), 0),
        block,
      );
      const bytes = new Uint8Array(new Float64Array(numbers).buffer);
      this.#sql("INSERT OR REPLACE INTO sketch_number VALUES (?, ?)").run(block, bytes);
      this.#sql("INSERT OR REPLACE INTO sketch VALUES (?, ?)").run(
        block,
        sketches.subarray(0, numbers.length * width),
      );
    }
    this.#blocks.clear();
    this.#open.clear();
  }

  #withRoom(project: number, model: number): SketchBlock {
    const key = `${project} ${model}`;
    const known = this.#open.get(key);
    if (known !== undefined && known.numbers.length < BLOCK) return known;
    this.flush();
    const block = this.#read(this.#roomy(project, model) ?? this.#begin(project, model));
    this.#open.set(key, block);
    return block;
  }

  #roomy(project: number, model: number): number | undefined {
    const row = this.#sql(
      "SELECT block FROM sketch_block WHERE project = ? AND model = ? AND used < ? ORDER BY block DESC LIMIT 1",
    ).get(project, model, BLOCK);
    return row === undefined ? undefined : Number(row["block"]);
  }

  #begin(project: number, model: number): number {
    const row = this.#sql(
      "INSERT INTO sketch_block (project, model, used, newest) VALUES (?, ?, 0, 0) RETURNING block",
    ).get(project, model);
    return Number(row?.["block"]);
  }

  #read(number: number): SketchBlock {
    const known = this.#blocks.get(number);
    if (known !== undefined) return known;
    const read = (table: string) =>
      readBytes(this.#sql(`SELECT v FROM ${table} WHERE block = ?`).get(number)?.["v"]);
    const numbers = [...new Float64Array(read("sketch_number").slice().buffer)];
    const packed = read("sketch");
    const width = numbers.length === 0 ? 0 : packed.length / numbers.length;
    const sketches = new Uint8Array(BLOCK * width);
    sketches.set(packed);
    const block = { block: number, numbers, width, sketches };
    this.#blocks.set(number, block);
    return block;
  }
}

const TABLES = ["sketch_block", "sketch_number", "sketch"] as const;
