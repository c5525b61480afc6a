/** Whose protocol a model is asked by. */
export type Maker = "anthropic" | "openai" | "ollama";

/** Where a server is looked for unless an address is given. */
export const SERVERS = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434",
} as const;

/** A key for whatever model is chosen, and the makers' own variables. */
export const MODEL_KEY = "TIDEMARK_MODEL_KEY";
export const MAKER_KEY = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  ollama: undefined,
} as const;
