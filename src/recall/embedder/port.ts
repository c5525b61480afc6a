/** Some models want to be told whether a text is looked for or looked through. */
export type TextKind = "memory" | "question";

/** Turns texts into vectors whose nearness is nearness of meaning. */
export interface Embedder {
  /** Kept with each vector: those of different models cannot be compared. */
  readonly name: string;
  /** Undefined until a model that runs elsewhere has answered once. */
  readonly dimensions: number | undefined;
  /** How many texts are best handed over at once. */
  readonly batch: number;
  /** One vector of length 1 for each text, in their order; all zeros where the model knows nothing of a text. */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>;
}
