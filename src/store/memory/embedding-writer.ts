import {
  type Embedding,
  type EmbeddingModel,
  type EmbeddingWriting,
  SESSION_NUMBERS,
} from "../recall-port.js";
import { Undoable } from "./table.js";

/** The vectors of memories, for writing. */
export abstract class EmbeddingWriter extends Undoable implements EmbeddingWriting {
  putEmbeddings({ model, dimensions }: EmbeddingModel, embeddings: readonly Embedding[]): void {
    if (this.tables.models.get(model) !== dimensions) this.dropEmbeddings(model);
    this.set(this.tables.models, model, dimensions);
    for (const embedding of embeddings) {
      const { n } = embedding;
      const memories = this.tables.memories.get(Math.floor(n / SESSION_NUMBERS));
      if (memories?.has(n)) this.set(this.tables.embeddings, n, { ...embedding, model });
    }
  }

  dropEmbeddings(model: string): void {
    for (const embedding of [...this.tables.embeddings.values()])
      if (embedding.model === model) this.delete(this.tables.embeddings, embedding.n);
    this.delete(this.tables.models, model);
  }
}
