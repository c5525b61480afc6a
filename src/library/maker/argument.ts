import type { Json } from "../../event/json.js";

/** What the arguments of a call say; their text where it is no JSON. */
export function inputOf(written: string): Json {
  try {
    return JSON.parse(written);
  } catch {
    // A model may write what it likes: the text itself is then the input.
    return written;
  }
}

/** OpenAI takes arguments as a text. Where they came as one that reads differently, that one is kept beside. */
export function argumentsOf(input: Json): string {
  return JSON.stringify(input);
}
