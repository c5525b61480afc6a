/** One question to a language model, in plain text. */
export interface Question {
  readonly system?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** Maximum tokens of the answer. */
  readonly most: number;
  readonly signal?: AbortSignal;
}

/** Tokens of an answer, as far as the server counts them. */
export interface Usage {
  readonly asked?: number;
  readonly answered?: number;
}

export interface Answer {
  readonly text: string;
  /** Whether it ended by itself, reached its limit, or was stopped by the caller. Defaults to `done`. */
  readonly end?: "done" | "full" | "stopped";
  readonly usage?: Usage;
}

/** Dollars per million tokens. */
export interface Price {
  readonly in: number;
  readonly out: number;
}

/** A language model behind some maker's protocol. */
export interface LanguageModel {
  /** `anthropic:claude-…`, `openai:…`, `ollama:…`: recorded with its summaries. */
  readonly name: string;
  /** Undefined if unknown; zeros on this machine. */
  readonly price?: Price;
  /** Passes each piece to `onText`. Throws `model-failed` with a hint if there is no answer. */
  ask(question: Question, onText?: (piece: string) => void): Promise<Answer>;
}
