import type { Memory, MemoryKind } from "../fold/memory/memory-state.js";

/** A memory with its number: those before and after it in its session have the numbers before and after. */
export interface StoredMemory extends Memory {
  readonly n: number;
  readonly project: string;
}

/** Which memories have a term. */
export interface MemoryMatches {
  readonly term: string;
  /** Newest session first, and in it the last first. */
  readonly numbers: readonly number[];
  /** There are more. */
  readonly isCapped: boolean;
}

export interface MemoryCounts {
  readonly memories: number;
  /** Kinds that have none are left out. */
  readonly kinds: { readonly [kind in MemoryKind]?: number };
}

export interface LatestFilter {
  readonly kind?: MemoryKind;
  readonly limit: number;
}

/** A model that gives vectors, by its name. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

/** The vector of a memory, in the form its model gives it, and a few bits of it that are quick to compare. */
export interface Embedding {
  readonly n: number;
  readonly v: Uint8Array;
  /** A multiple of 16 bytes, of one length for all of a model. */
  readonly sketch: Uint8Array;
}

/** A memory whose sketch is near: by how many bits it differs. */
export interface Near {
  readonly n: number;
  readonly distance: number;
}

/** A program's session may go on for years: so many messages nobody adds, and a million such sessions can be told apart. */
export const SESSION_BITS = 24;

/** How many numbers a session has: a memory's session is that of `floor(n / SESSION_NUMBERS)`. */
export const SESSION_NUMBERS = 2 ** SESSION_BITS;

/** What can be recalled, as the store gives it. Nothing here crosses from one project into another. */
export interface MemoryReading {
  /**
   * Brings the index of terms up to the last memory, or as far as the time allows: what is left out then is not found.
   * Whoever looks for terms does this first, without a limit, unless it was done with one before.
   */
  indexMemories(expired?: () => boolean): void;
  /** One answer a term, in their order; `within` is a term that all must have besides. */
  matchMemories(project: string, terms: readonly string[], limit: number, within?: string): MemoryMatches[];
  /** In the order of the numbers; those that are none are left out. */
  memoriesAt(numbers: readonly number[]): StoredMemory[];
  /** A session's, in their order; of session "" what stands outside of sessions, by id. */
  memories(project: string, session: string): StoredMemory[];
  /** Newest first, by their time. */
  latestMemories(project: string, filter: LatestFilter): StoredMemory[];
  /** Those whose ids begin so, by id; at most 100. */
  findMemories(project: string, prefix: string): StoredMemory[];
  memoryCounts(project: string): MemoryCounts;
  /** In bytes: what is indexed, of all projects, and what the index of its terms takes. */
  memoryIndexSize(): { text: number; index: number };
}

export interface EmbeddingReading {
  /** By number; memories that this model has not embedded are left out. */
  embeddingsAt(numbers: readonly number[], model: string): Map<number, Uint8Array>;
  /** The memories of a project whose sketches differ least, nearest first; of very many the newest are looked through. */
  nearestSketches(project: string, model: string, sketch: Uint8Array, limit: number): Near[];
  /**
   * Memories that this model has yet to embed, of one project or of all: those without any vector, newest first, and
   * then those with one of another model, in no order.
   */
  unembedded(project: string | undefined, model: string, limit: number): StoredMemory[];
  /** By the name of the model. */
  embeddingState(): (EmbeddingModel & { readonly count: number })[];
}

export interface MemoryWriting {
  /** After the last of the session. Ids that are there already are passed over, as is what a session has no number for. */
  addMemories(project: string, session: string, memories: readonly Memory[]): void;
  /** All of a session, in the place of what was there: as far as they are the same, they stay. */
  retellMemories(project: string, session: string, memories: readonly Memory[]): void;
  /** What stands outside of sessions: added, or put in the place of the one with its id. */
  putMemory(project: string, memory: Memory): void;
  dropMemory(project: string, id: string): void;
  /** What stands outside of sessions, by kind. */
  shelvedIds(project: string, kind: MemoryKind): string[];
}

export interface EmbeddingWriting {
  /** In the place of what another model made of these memories. Memories that are gone are passed over. */
  putEmbeddings(model: EmbeddingModel, embeddings: readonly Embedding[]): void;
  dropEmbeddings(model: string): void;
}
