import type { Statement } from "../../host/sqlite.js";
import type { Embedding, EmbeddingModel, EmbeddingWriting } from "../recall-port.js";
import { Numbering } from "./numbering.js";
import { SketchBlocks } from "./sketch-block.js";

/** The vectors of memories, for writing. A memory has one vector, or is on the list of those that have none. */
export abstract class EmbeddingWriter extends Numbering implements EmbeddingWriting {
  readonly #blocks: SketchBlocks;
  /** Memories of this transaction: to be listed all at once. */
  readonly #waiting = new Set<number>();

  constructor(prepare: (sql: string) => Statement) {
    super(prepare);
    this.#blocks = new SketchBlocks(prepare);
  }

  putEmbeddings({ model, dimensions }: EmbeddingModel, embeddings: readonly Embedding[]): void {
    const key = this.name("model", model);
    const known = this.sql("SELECT dimensions FROM embedding_model WHERE model = ?").get(key)?.["dimensions"];
    if (known !== undefined && Number(known) !== dimensions) this.dropEmbeddings(model);
    this.sql("INSERT OR REPLACE INTO embedding_model VALUES (?, ?)").run(key, dimensions);
    for (const { n, v, sketch } of embeddings) {
      const project = this.sql("SELECT project FROM memory WHERE n = ?").get(n)?.["project"];
      if (project === undefined) continue;
      this.dropEmbedding(n);
      const block = this.#blocks.add(Number(project), key, n, sketch);
      this.sql("INSERT INTO embedding VALUES (?, ?, ?)").run(n, block, v);
    }
  }

  dropEmbeddings(model: string): void {
    this.#blocks.flush();
    const key = this.name("model", model);
    const OF_MODEL = "block IN (SELECT block FROM sketch_block WHERE model = ?)";
    this.sql(`INSERT OR IGNORE INTO unembedded SELECT n FROM embedding WHERE ${OF_MODEL}`).run(key);
    for (const table of ["embedding", "sketch", "sketch_number", "sketch_block"])
      this.sql(`DELETE FROM ${table} WHERE ${OF_MODEL}`).run(key);
    this.sql("DELETE FROM embedding_model WHERE model = ?").run(key);
  }

  /** Puts a memory on the list of those to be embedded. */
  protected awaitEmbedding(n: number): void {
    this.#waiting.add(n);
  }

  /** Leaves nothing of a memory: neither its vector nor its place on the list. */
  protected dropEmbedding(n: number): void {
    const isListed =
      this.#waiting.delete(n) || Number(this.sql("DELETE FROM unembedded WHERE n = ?").run(n).changes) > 0;
    const row = isListed ? undefined : this.sql("SELECT block FROM embedding WHERE n = ?").get(n);
    if (row === undefined) return;
    this.#blocks.remove(Number(row["block"]), n);
    this.sql("DELETE FROM embedding WHERE n = ?").run(n);
  }

  /** Writes what was held back to be written once. */
  flush(): void {
    this.#blocks.flush();
    if (this.#waiting.size === 0) return;
    this.sql("INSERT OR IGNORE INTO unembedded SELECT value FROM json_each(?)").run(
      JSON.stringify([...this.#waiting]),
    );
    this.#waiting.clear();
  }
}
