/** One question to a language model: plain texts, because that is all that a summary or a chat needs. */
export interface Question {
  readonly system?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** The longest answer, in tokens. */
  readonly most: number;
  readonly signal?: AbortSignal;
}

/** What an answer cost, as the server says; undefined where it does not. */
export interface Usage {
  readonly asked?: number;
  readonly answered?: number;
}

export interface Answer {
  readonly text: string;
  /** Whether it ended by itself, at its longest, or was cut off by the asker. By itself unless given. */
  readonly end?: "done" | "full" | "stopped";
  readonly usage?: Usage;
}

/** Dollars for a million tokens. */
export interface Price {
  readonly in: number;
  readonly out: number;
}

/** A language model behind some maker's protocol. */
export interface LanguageModel {
  /** `anthropic:claude-…`, `openai:…`, `ollama:…`: kept with what it wrote. */
  readonly name: string;
  /** Undefined where nobody said it; zeros where it runs on this machine. */
  readonly price?: Price;
  /** Asks and hands over each piece as it comes. Throws `model-failed` with a hint where there is no answer. */
  ask(question: Question, onText?: (piece: string) => void): Promise<Answer>;
}
