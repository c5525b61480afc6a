import { existsSync } from "node:fs";
import { join } from "node:path";
import { releasePidLock, renewPidLock, takePidLock } from "../host/file/lock.js";
import { isWritable, unwritable } from "../host/file/writable.js";
import type { Embedding, EmbeddingModel } from "../model/store/embedding-writer.js";
import type { Store } from "../model/store/store.js";
import { packVector } from "./embedder/packed-vector.js";
import type { Embedder } from "./embedder/port.js";

export interface EmbedOptions {
  readonly onProgress?: (embedded: number) => void;
  readonly signal?: AbortSignal;
}

export interface Embedded {
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly embedded: number;
}

/** The progress of the vectors. */
export interface EmbeddingStatus {
  readonly memories: number;
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly embedded: number;
  /** Models with vectors left over. */
  readonly others: readonly (EmbeddingModel & { readonly count: number })[];
}

const ALONE = { tries: 1, pause: 0, stale: 10 * 60_000 } as const;
// A batch may wait for a server longer than a lock lives, so the lock is renewed meanwhile.
const RENEWAL = 60_000;

/**
 * Brings the vectors up to the chosen model, batch by batch: a killed run loses one batch. Vectors of other models
 * stay until all is done. Undefined if another process is embedding.
 */
export async function embed(
  home: string,
  store: Store,
  embedder: Embedder,
  options: EmbedOptions = {},
): Promise<Embedded | undefined> {
  const lock = join(home, "embed.lock");
  if (!takePidLock(lock, ALONE)) {
    if (!existsSync(lock) && !isWritable(home)) throw unwritable(home);
    return undefined;
  }
  const renewal = setInterval(renew, RENEWAL, lock);
  try {
    let embedded = 0;
    for (let last: number | undefined; ; ) {
      const batch = store.embeddings.missing(undefined, embedder.name, embedder.batch);
      const first = batch[0]?.n;
      // The same batch again means it could not be stored: going on would never end.
      if (first === undefined || first === last) break;
      last = first;
      const texts = batch.map(({ text }) => text);
      const vectors = await embedder.embed(texts, "memory", options.signal);
      const packed = batch.flatMap(({ n }, place) => {
        const vector = vectors[place];
        return vector === undefined ? [] : [{ n, ...packVector(vector) }];
      });
      keep(store, { model: embedder.name, dimensions: vectors[0]?.length ?? 0 }, packed);
      embedded += batch.length;
      // The machine slept, and another process took over.
      if (!renewPidLock(lock)) return undefined;
      options.onProgress?.(embedded);
    }
    dropOthers(store, embedder.name);
    return { model: embedder.name, dimensions: embedder.dimensions, embedded };
  } finally {
    clearInterval(renewal);
    releasePidLock(lock);
  }
}

export function embeddingStatus(
  store: Store,
  embedder: Pick<Embedder, "name" | "dimensions">,
): EmbeddingStatus {
  const state = store.embeddings.models();
  const own = state.find(({ model }) => model === embedder.name);
  return {
    memories: store.projects().reduce((sum, { project }) => sum + store.memories.counts(project).memories, 0),
    model: embedder.name,
    dimensions: own?.dimensions ?? embedder.dimensions,
    embedded: own?.count ?? 0,
    others: state.filter((other) => other !== own),
  };
}

function keep(store: Store, model: EmbeddingModel, embeddings: readonly Embedding[]): void {
  const known = store.embeddings.models().find((other) => other.model === model.model);
  store.transact((writer) => {
    // Another model took over the name: its vectors cannot be compared with the old ones.
    if (known !== undefined && known.dimensions !== model.dimensions)
      writer.embeddings.removeModel(model.model);
    writer.embeddings.put(model, embeddings);
  });
}

function dropOthers(store: Store, name: string): void {
  const others = store.embeddings.models().filter(({ model }) => model !== name);
  if (others.length === 0) return;
  store.transact((writer) => {
    for (const { model } of others) writer.embeddings.removeModel(model);
  });
}

function renew(lock: string): void {
  try {
    renewPidLock(lock);
  } catch {
    // A full disk: the next run may succeed.
  }
}
