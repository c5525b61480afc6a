import { TidemarkError } from "../../error.js";
import type { Embedder } from "./port.js";
import { remoteEmbedder } from "./remote.js";

export interface TransformersOptions {
  /** The name of a model below `folder`. */
  readonly model: string;
  readonly folder: string;
  /** The user's own spelling, if it says more: two folders may hold two models of one name. */
  readonly name?: string;
  /** Loads the package, which need not be installed. */
  load(): Promise<unknown>;
}

/** The used part of `@huggingface/transformers`. */
interface Package {
  readonly env: { allowRemoteModels?: boolean; allowLocalModels?: boolean; localModelPath?: string };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<Extract>;
}

type Extract = (texts: readonly string[], options: object) => Promise<unknown>;

/** A model in this process, loaded from the disk: nothing is ever downloaded. */
export function transformersEmbedder({ model, folder, name = model, load }: TransformersOptions): Embedder {
  let extracting: Promise<Extract> | undefined;

  async function open(): Promise<Extract> {
    const found = packageIn(await load());
    if (found === undefined) {
      throw new TidemarkError("embedder-failed", "This version of @huggingface/transformers is not known.", {
        hint: "Install version 3 or 4 of it.",
      });
    }
    Object.assign(found.env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: folder });
    try {
      return await found.pipeline("feature-extraction", model, { local_files_only: true });
    } catch (cause) {
      throw new TidemarkError("embedder-failed", `The model ${model} cannot be loaded from ${folder}.`, {
        hint: "Put its files (config.json, tokenizer.json, onnx/) into a folder of its name there.",
        cause,
      });
    }
  }

  return remoteEmbedder({
    name: `transformers:${name}`,
    model,
    async ask(texts, signal) {
      extracting ??= open();
      const extract = await extracting;
      signal?.throwIfAborted();
      return rowsOf(await extract(texts, { pooling: "mean", normalize: true }), texts.length);
    },
  });
}

/** The package may come as either form of module. */
function packageIn(found: unknown): Package | undefined {
  if (isPackage(found)) return found;
  const inner: { default?: unknown } = typeof found === "object" && found !== null ? found : {};
  return isPackage(inner.default) ? inner.default : undefined;
}

function isPackage(found: unknown): found is Package {
  if (typeof found !== "object" || found === null) return false;
  const { env, pipeline }: { env?: unknown; pipeline?: unknown } = found;
  return typeof env === "object" && env !== null && typeof pipeline === "function";
}

/** The package returns all vectors in one flat array. */
function rowsOf(answer: unknown, count: number): Float32Array[] {
  const { data }: { data?: unknown } = typeof answer === "object" && answer !== null ? answer : {};
  if (!(data instanceof Float32Array) || data.length % count !== 0) return [];
  const length = data.length / count;
  return Array.from({ length: count }, (_, n) => data.slice(n * length, (n + 1) * length));
}
