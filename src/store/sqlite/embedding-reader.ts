import type { Statement } from "../../host/sqlite.js";
import { type EmbeddingModel, type EmbeddingReading, type Near, SESSION_BITS } from "../recall-port.js";
import { nearest } from "../sketch.js";
import { readBytes } from "./row.js";

/** Blocks: a quarter of a million sketches. What is older is found by its words. */
const LOOKED_THROUGH = 256;

/** The vectors of memories, for reading. The sketches of a project stand packed, a block for each 1,024. */
export abstract class EmbeddingReader implements Omit<EmbeddingReading, "unembedded"> {
  protected readonly sql: (sql: string) => Statement;

  constructor(prepare: (sql: string) => Statement) {
    this.sql = prepare;
  }

  embeddingsAt(numbers: readonly number[], model: string): Map<number, Uint8Array> {
    const rows = this.sql(
      `SELECT e.n, e.v FROM json_each(?) asked CROSS JOIN embedding e ON e.n = asked.value
       CROSS JOIN sketch_block b ON b.block = e.block WHERE b.model = ?`,
    ).all(JSON.stringify(numbers), this.number("model", model));
    return new Map(rows.map((row) => [Number(row["n"]), readBytes(row["v"])]));
  }

  nearestSketches(project: string, model: string, sketch: Uint8Array, limit: number): Near[] {
    const rows = this.sql(
      `SELECT s.block, b.used, s.v FROM sketch_block b JOIN sketch s ON s.block = b.block
       WHERE b.project = ? AND b.model = ? ORDER BY b.newest DESC LIMIT ?`,
    ).all(this.number("project", project), this.number("model", model), LOOKED_THROUGH);
    const blocks = rows.map((row) => ({ sketches: readBytes(row["v"]), count: Number(row["used"]) }));
    const numbers = new Map<number, Float64Array>();
    return nearest(blocks, sketch, limit).flatMap(({ block, slot, distance }) => {
      const known = numbers.get(block) ?? this.numbersIn(Number(rows[block]?.["block"]));
      numbers.set(block, known);
      const n = known[slot];
      return n === undefined ? [] : [{ n, distance }];
    });
  }

  embeddingState(): (EmbeddingModel & { readonly count: number })[] {
    return this.sql(
      `SELECT n.name, m.dimensions, sum(b.used) AS count FROM embedding_model m
       JOIN name n ON n.n = m.model JOIN sketch_block b ON b.model = m.model GROUP BY m.model ORDER BY n.name`,
    )
      .all()
      .map((row) => ({
        model: String(row["name"]),
        dimensions: Number(row["dimensions"]),
        count: Number(row["count"]),
      }));
  }

  /** The numbers of memories that a model has yet to embed. */
  protected unembeddedNumbers(project: string | undefined, model: string, limit: number): number[] {
    const [ofProject, ...values] = project === undefined ? [""] : ["WHERE s.project = ?", project];
    const numbers = this.sql(
      `SELECT u.n FROM unembedded u JOIN session s ON s.n = u.n >> ${SESSION_BITS} ${ofProject} ORDER BY u.n DESC LIMIT ?`,
    )
      .all(...values, limit)
      .map((row) => Number(row["n"]));
    for (const block of this.#blocksOfOthers(project, model)) {
      if (numbers.length >= limit) break;
      numbers.push(...[...this.numbersIn(block)].sort((a, b) => b - a));
    }
    return numbers.slice(0, limit);
  }

  protected numbersIn(block: number): Float64Array {
    const bytes = readBytes(this.sql("SELECT v FROM sketch_number WHERE block = ?").get(block)?.["v"]);
    return new Float64Array(bytes.slice().buffer);
  }

  /** The number behind a name; 0, which is nobody's, where it has none. */
  protected number(kind: "project" | "model", name: string): number {
    return Number(this.sql("SELECT n FROM name WHERE kind = ? AND name = ?").get(kind, name)?.["n"] ?? 0);
  }

  #blocksOfOthers(project: string | undefined, model: string): number[] {
    const [ofProject, ...values] =
      project === undefined ? [""] : ["AND project = ?", this.number("project", project)];
    return this.sql(`SELECT block FROM sketch_block WHERE model <> ? ${ofProject} ORDER BY block DESC`)
      .all(this.number("model", model), ...values)
      .map((row) => Number(row["block"]));
  }
}
