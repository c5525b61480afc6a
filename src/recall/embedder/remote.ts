import { TidemarkError } from "../../error.js";
import { inModelForm } from "./model-form.js";
import type { Embedder, TextKind } from "./port.js";
import { normalise } from "./vector.js";

/** A model that runs in another process. */
export interface Remote {
  readonly name: string;
  readonly model: string;
  /** Gives the vectors of some texts, or whatever else was answered: it is not believed. */
  ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly unknown[]>;
}

const BATCH = 64;
// Models read a few thousand tokens; a memory that is longer has said what it is about by then.
const LONGEST = 6_000;
const MOST_CHARACTERS = 100_000;
const MOST_DIMENSIONS = 16_384;

/** Hands texts over in portions and looks closely at what comes back. */
export function remoteEmbedder({ name, model, ask }: Remote): Embedder {
  let dimensions: number | undefined;

  async function embedPortion(texts: readonly string[], signal: AbortSignal | undefined) {
    const answers = await ask(texts, signal);
    if (answers.length !== texts.length)
      throw wrong(name, `${answers.length} vectors for ${texts.length} texts`);
    return answers.map((answer) => {
      const vector = readVector(name, answer);
      dimensions ??= vector.length;
      if (vector.length !== dimensions)
        throw wrong(name, `vectors of ${dimensions} and of ${vector.length} numbers`);
      return normalise(vector);
    });
  }

  return {
    name,
    get dimensions() {
      return dimensions;
    },
    batch: BATCH,
    async embed(texts, kind, signal) {
      const vectors: Float32Array[] = [];
      for (const portion of portions(texts.map((text) => prepare(model, text, kind)))) {
        signal?.throwIfAborted();
        vectors.push(...(await embedPortion(portion, signal)));
      }
      return vectors;
    },
  };
}

/** Servers refuse a text without anything in it. */
function prepare(model: string, text: string, kind: TextKind): string {
  return inModelForm(model, text.trim() === "" ? "-" : text.slice(0, LONGEST), kind);
}

function* portions(texts: readonly string[]): Generator<string[]> {
  let portion: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (portion.length >= BATCH || (portion.length > 0 && characters + text.length > MOST_CHARACTERS)) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(text);
    characters += text.length;
  }
  if (portion.length > 0) yield portion;
}

function readVector(name: string, answer: unknown): Float32Array {
  if (!Array.isArray(answer) && !(answer instanceof Float32Array))
    throw wrong(name, "something else than vectors");
  if (answer.length === 0 || answer.length > MOST_DIMENSIONS)
    throw wrong(name, `vectors of ${answer.length} numbers`);
  const vector = new Float32Array(answer.length);
  for (let n = 0; n < vector.length; n++) {
    const value: unknown = answer[n];
    if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(name, "vectors with gaps");
    vector[n] = value;
  }
  return vector;
}

function wrong(name: string, what: string): TidemarkError {
  return new TidemarkError("embedder-failed", `${name} gave ${what}.`, {
    hint: "Is it a model for embeddings? Choose another with TIDEMARK_EMBEDDER.",
  });
}
