/** Some models need to know whether a text is a query or a document. */
export type TextKind = "memory" | "question";

/** Turns texts into vectors that are near if the meanings are. */
export interface Embedder {
  /** Stored with each vector: those of different models cannot be compared. */
  readonly name: string;
  /** Undefined until a remote model has answered once. */
  readonly dimensions: number | undefined;
  /** The best number of texts per call. */
  readonly batch: number;
  /** One vector of length 1 for each text, in order; all zeros if the model does not know the text. */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>;
}
