/** Whoever hears a summary as it is written. */
export interface Listener {
  /** Hands a piece on. Never throws. */
  hear(piece: string): void;
  /** Throws what the listener has thrown, once nothing can be lost by it. */
  rethrow(): void;
}

/** A listener that fails hears no more; what is under way goes on. */
export function listenerOf(onText: (piece: string) => void = () => {}): Listener {
  let thrown: { readonly error: unknown } | undefined;
  return {
    hear(piece) {
      if (thrown !== undefined) return;
      try {
        onText(piece);
      } catch (error) {
        thrown = { error };
      }
    },
    rethrow() {
      if (thrown !== undefined) throw thrown.error;
    },
  };
}
