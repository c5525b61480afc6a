import { TidemarkError } from "../../error.js";
import { ServerFailure } from "../../host/http.js";
import type { Embedder, TextKind } from "./port.js";
import { normalise } from "./vector.js";

export interface Remote {
  readonly name: string;
  readonly model: string;
  /** Returns the server's answer for some texts, unchecked. */
  ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly unknown[]>;
}

/** Statuses of a rejected input, e.g. one that is too long. */
const REFUSALS: readonly unknown[] = [400, 413, 422];
const BATCH = 64;
// Models read a few thousand tokens; by then a longer memory has shown its subject.
const MAX_CHARS = 6_000;
/** A text that every server accepts. */
const PLAIN = "-";
const MAX_CHARACTERS = 100_000;
const MAX_DIMENSIONS = 16_384;

/** Sends texts in batches and validates the answers. */
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

  /** A text that the server rejects gets zeros, so that the others still get their vectors. */
  async function embedOneByOne(
    texts: readonly string[],
    refusal: ServerFailure,
    signal: AbortSignal | undefined,
  ) {
    const found: (Float32Array | undefined)[] = [];
    for (const text of texts)
      found.push(texts.length === 1 ? undefined : await embedUnlessRefused(text, signal));
    // If the server rejects everything, the texts are not the cause.
    if (found.every((vector) => vector === undefined) && !(await embedUnlessRefused(PLAIN, signal)))
      throw refusal;
    return found.map((vector) => vector ?? new Float32Array(dimensions ?? 0));
  }

  async function embedUnlessRefused(text: string, signal: AbortSignal | undefined) {
    try {
      return (await embedPortion([text], signal))[0];
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
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
        try {
          vectors.push(...(await embedPortion(portion, signal)));
        } catch (error) {
          if (kind === "question" || !isRefusal(error)) throw error;
          vectors.push(...(await embedOneByOne(portion, error, signal)));
        }
      }
      return vectors;
    },
  };
}

function isRefusal(error: unknown): error is ServerFailure {
  return error instanceof ServerFailure && REFUSALS.includes(error.details.status);
}

/** Servers reject empty texts. */
function prepare(model: string, text: string, kind: TextKind): string {
  return inModelForm(model, text.trim() === "" ? PLAIN : text.slice(0, MAX_CHARS), kind);
}

function* portions(texts: readonly string[]): Generator<string[]> {
  let portion: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (portion.length >= BATCH || (portion.length > 0 && characters + text.length > MAX_CHARACTERS)) {
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
  if (answer.length === 0 || answer.length > MAX_DIMENSIONS)
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
    hint: "Is it a model for embeddings? Choose another: tidemark embed --help",
  });
}

interface Form {
  readonly model: RegExp;
  readonly memory: string;
  readonly question: string;
}

const SEARCH = "Represent this sentence for searching relevant passages: ";

/** Prefixes that models were trained with. Without them they find less. */
const FORMS: readonly Form[] = [
  { model: /nomic-embed-text/i, memory: "search_document: ", question: "search_query: " },
  { model: /(?:^|[/-])e5-(?!.*instruct)/i, memory: "passage: ", question: "query: " },
  { model: /mxbai-embed|arctic-embed|bge-(?:small|base|large)-en/i, memory: "", question: SEARCH },
  {
    model: /embedding-?gemma/i,
    memory: "title: none | text: ",
    question: "task: search result | query: ",
  },
  {
    model: /qwen3-embedding/i,
    memory: "",
    question: "Instruct: Find what was said or done before that answers the question\nQuery: ",
  },
];

function inModelForm(model: string, text: string, kind: TextKind): string {
  return `${FORMS.find((form) => form.model.test(model))?.[kind] ?? ""}${text}`;
}
