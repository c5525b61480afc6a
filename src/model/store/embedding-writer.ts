import type { Database, Names } from "./database.js";
import { readBytes } from "./read.js";

/** An embedding model by name. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

/** The vector of a memory as its model packs it, and its signature: a few bits that are quick to compare. */
export interface Embedding {
  readonly n: number;
  readonly v: Uint8Array;
  /** A multiple of 16 bytes, with the same length for all vectors of a model. */
  readonly signature: Uint8Array;
}

/** Writes the vectors of memories. A memory either has one vector or is listed as unembedded. */
export class EmbeddingWriter {
  readonly #blocks: SignatureBlocks;
  /** New memories of this transaction, to be listed with one statement. */
  readonly #unembedded = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly names: Names,
  ) {
    this.#blocks = new SignatureBlocks(db);
  }

  /** Replaces the vectors these memories have of any model. Skips memories that are gone. */
  put({ model, dimensions }: EmbeddingModel, embeddings: readonly Embedding[]): void {
    const key = this.names.number("model", model);
    const known = this.db.sql("SELECT dimensions FROM embedding_model WHERE model = ?").get(key);
    if (known !== undefined && Number(known["dimensions"]) !== dimensions) this.removeModel(model);
    this.db.sql("INSERT OR REPLACE INTO embedding_model VALUES (?, ?)").run(key, dimensions);
    for (const { n, v, signature } of embeddings) {
      const project = this.db.sql("SELECT project FROM memory WHERE n = ?").get(n)?.["project"];
      if (project === undefined) continue;
      this.removeVector(n);
      const block = this.#blocks.add(Number(project), key, n, signature);
      this.db.sql("INSERT INTO embedding VALUES (?, ?, ?)").run(n, block, v);
    }
  }

  /** Removes all vectors of a model. */
  removeModel(model: string): void {
    this.#blocks.flush();
    const key = this.names.number("model", model);
    const OF_MODEL = "block IN (SELECT block FROM sketch_block WHERE model = ?)";
    this.db.sql(`INSERT OR IGNORE INTO unembedded SELECT n FROM embedding WHERE ${OF_MODEL}`).run(key);
    for (const table of ["embedding", "sketch", "sketch_number", "sketch_block"])
      this.db.sql(`DELETE FROM ${table} WHERE ${OF_MODEL}`).run(key);
    this.db.sql("DELETE FROM embedding_model WHERE model = ?").run(key);
  }

  /** Lists a new memory as unembedded. */
  enqueue(n: number): void {
    this.#unembedded.add(n);
  }

  /** Removes a memory's vector, or its entry in the list of unembedded ones. */
  removeVector(n: number): void {
    const isListed =
      this.#unembedded.delete(n) ||
      Number(this.db.sql("DELETE FROM unembedded WHERE n = ?").run(n).changes) > 0;
    const row = isListed ? undefined : this.db.sql("SELECT block FROM embedding WHERE n = ?").get(n);
    if (row === undefined) return;
    this.#blocks.remove(Number(row["block"]), n);
    this.db.sql("DELETE FROM embedding WHERE n = ?").run(n);
  }

  flush(): void {
    this.#blocks.flush();
    if (this.#unembedded.size === 0) return;
    this.db
      .sql("INSERT OR IGNORE INTO unembedded SELECT value FROM json_each(?)")
      .run(JSON.stringify([...this.#unembedded]));
    this.#unembedded.clear();
  }
}

const BLOCK_SIZE = 1_024;
const BLOCK_TABLES = ["sketch_block", "sketch_number", "sketch"] as const;

/** Up to 1,024 signatures of one project and model, without gaps: the last one fills the place of a removed one. */
interface SignatureBlock {
  readonly block: number;
  readonly numbers: number[];
  /** The length of one signature in bytes; 0 while the block is empty. */
  width: number;
  /** Has room for a full block. */
  signatures: Uint8Array;
}

/** The blocks that a transaction touches. Each is read once and written once. */
export class SignatureBlocks {
  readonly #blocks = new Map<number, SignatureBlock>();
  /** The block for the next signature, by project and model. */
  readonly #open = new Map<string, SignatureBlock>();

  constructor(private readonly db: Database) {}

  /** Returns the number of the block. */
  add(project: number, model: number, n: number, signature: Uint8Array): number {
    const block = this.#withRoom(project, model);
    const { numbers } = block;
    if (block.width === 0) {
      block.width = signature.length;
      block.signatures = new Uint8Array(BLOCK_SIZE * signature.length);
    }
    if (signature.length !== block.width || signature.length % 16 !== 0)
      throw new Error("signatures of one model have one length, a multiple of 16 bytes");
    block.signatures.set(signature, numbers.length * block.width);
    numbers.push(n);
    return block.block;
  }

  remove(number: number, n: number): void {
    const { numbers, signatures, width } = this.#read(number);
    const at = numbers.indexOf(n);
    if (at === -1) return;
    const last = numbers.pop();
    if (last === undefined || at === numbers.length) return;
    numbers[at] = last;
    signatures.copyWithin(at * width, numbers.length * width, (numbers.length + 1) * width);
  }

  flush(): void {
    for (const { block, numbers, signatures, width } of this.#blocks.values()) {
      if (numbers.length === 0) {
        for (const table of BLOCK_TABLES) this.db.sql(`DELETE FROM ${table} WHERE block = ?`).run(block);
        continue;
      }
      const newest = numbers.reduce((max, n) => Math.max(max, n), 0);
      this.db
        .sql("UPDATE sketch_block SET used = ?, newest = ? WHERE block = ?")
        .run(numbers.length, newest, block);
      const bytes = new Uint8Array(new Float64Array(numbers).buffer);
      this.db.sql("INSERT OR REPLACE INTO sketch_number VALUES (?, ?)").run(block, bytes);
      this.db
        .sql("INSERT OR REPLACE INTO sketch VALUES (?, ?)")
        .run(block, signatures.subarray(0, numbers.length * width));
    }
    this.#blocks.clear();
    this.#open.clear();
  }

  #withRoom(project: number, model: number): SignatureBlock {
    const key = `${project} ${model}`;
    const known = this.#open.get(key);
    if (known !== undefined && known.numbers.length < BLOCK_SIZE) return known;
    this.flush();
    const withRoom = this.db.sql(
      "SELECT block FROM sketch_block WHERE project = ? AND model = ? AND used < ? ORDER BY block DESC LIMIT 1",
    );
    const create = this.db.sql(
      "INSERT INTO sketch_block (project, model, used, newest) VALUES (?, ?, 0, 0) RETURNING block",
    );
    const row = withRoom.get(project, model, BLOCK_SIZE) ?? create.get(project, model);
    const block = this.#read(Number(row?.["block"]));
    this.#open.set(key, block);
    return block;
  }

  #read(number: number): SignatureBlock {
    const known = this.#blocks.get(number);
    if (known !== undefined) return known;
    const read = (table: string) =>
      readBytes(this.db.sql(`SELECT v FROM ${table} WHERE block = ?`).get(number)?.["v"]);
    const numbers = [...new Float64Array(read("sketch_number").slice().buffer)];
    const packed = read("sketch");
    const width = numbers.length === 0 ? 0 : packed.length / numbers.length;
    const signatures = new Uint8Array(BLOCK_SIZE * width);
    signatures.set(packed);
    const block = { block: number, numbers, width, signatures };
    this.#blocks.set(number, block);
    return block;
  }
}
