import type { EmbeddingModel, EmbeddingReading, Near, StoredMemory } from "../recall-port.js";
import { nearest } from "../sketch.js";
import type { Tables } from "./table.js";

/** The vectors of memories, for reading. */
export abstract class EmbeddingReader implements EmbeddingReading {
  protected readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  embeddingsAt(numbers: readonly number[], model: string): Map<number, Uint8Array> {
    return new Map(
      numbers.flatMap((n) => {
        const embedding = this.tables.embeddings.get(n);
        return embedding?.model === model ? [[n, embedding.v] as const] : [];
      }),
    );
  }

  nearestSketches(project: string, model: string, sketch: Uint8Array, limit: number): Near[] {
    const embeddings = this.allMemories(project).flatMap(({ n }) => {
      const embedding = this.tables.embeddings.get(n);
      return embedding?.model === model ? [embedding] : [];
    });
    const blocks = embeddings.map((embedding) => ({ sketches: embedding.sketch, count: 1 }));
    return nearest(blocks, sketch, limit).flatMap(({ block, distance }) => {
      const found = embeddings[block];
      return found === undefined ? [] : [{ n: found.n, distance }];
    });
  }

  unembedded(project: string | undefined, model: string, limit: number): StoredMemory[] {
    const modelOf = ({ n }: StoredMemory) => this.tables.embeddings.get(n)?.model;
    const missing = this.allMemories(project).filter((memory) => modelOf(memory) !== model);
    const none = missing.filter((memory) => modelOf(memory) === undefined);
    const others = missing.filter((memory) => modelOf(memory) !== undefined);
    return [...none, ...others].slice(0, limit);
  }

  embeddingState(): (EmbeddingModel & { readonly count: number })[] {
    const embeddings = [...this.tables.embeddings.values()];
    return [...this.tables.models]
      .map(([model, dimensions]) => {
        const count = embeddings.filter((embedding) => embedding.model === model).length;
        return { model, dimensions, count };
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => (a.model < b.model ? -1 : 1));
  }

  /** Of one project, or of all: the highest number first. */
  protected allMemories(project?: string): StoredMemory[] {
    return [...this.tables.memories.values()]
      .flatMap((memories) => [...memories.values()])
      .filter((memory) => project === undefined || memory.project === project)
      .sort((a, b) => b.n - a.n);
  }
}
