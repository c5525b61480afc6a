import { messageOf } from "../error.js";
import type { Home } from "../home/open-home.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import { readTrunk } from "../host/git/git-branch.js";
import { lookAround } from "../host/world.js";
import type { Store } from "../model/store/store.js";
import { defaultEmbedder } from "./default-embedder.js";
import type { Embedder } from "./embedder/port.js";
import { chosenEmbedder, configuredChoice, configuredEmbedder } from "./embedder.js";
import { RELATIVE } from "./feature.js";
import { DEFAULT_LIMIT, type RecallFilter, type RecallOptions, recall } from "./recall.js";
import type { Recalled, Recollection } from "./recollection.js";
import { startEmbedding } from "./start-embedding.js";

/** The context of a question. */
export interface RecallContext {
  readonly home: string;
  readonly env: Env;
  readonly store: Store;
  readonly project: string;
  readonly place: Place;
}

export interface AskedRecall {
  readonly query: string;
  readonly now: number;
  readonly limit?: number;
  readonly filter?: RecallFilter;
  /** The session that asks. */
  readonly asking?: string;
  readonly everywhere?: boolean;
}

/** The similarity sources for one question. */
export interface Similarity extends Pick<RecallOptions, "words" | "vector"> {
  /** The model whose vectors are made in the background, if it is the one asked. */
  readonly model?: string;
  /** Why the chosen embedder is not used fully. */
  readonly trouble?: string;
}

/** A person waits for the answer, and the words alone find most of it. */
const TIMEOUT_MS = 2_000;

/** Answers from memory, best first, from one project or from all. */
export function askRecall(context: RecallContext, asked: AskedRecall, similarity: Similarity): Recalled {
  const { home, env, store, project, place } = context;
  const { query, everywhere = false, asking, ...rest } = asked;
  const { words, vector, model } = similarity;
  const options: RecallOptions = { ...rest, words, vector };
  const here: RecallOptions = {
    ...options,
    trunk: place.commonDir === undefined ? undefined : readTrunk(place.commonDir),
    asking,
    branch: place.branch,
    lookAround: (files) => lookAround(place, { files }, env),
  };
  const recalled = everywhere
    ? recallEverywhere(store, query, asked.limit ?? DEFAULT_LIMIT, (other) =>
        other === project ? here : options,
      )
    : recall(store, project, query, here);
  if (model !== undefined && store.embeddings.missing(everywhere ? undefined : project, model, 1).length > 0)
    startEmbedding(home, env);
  return recalled;
}

/** The similarity available at once, in process: the table, unless only words are compared. */
export function immediateSimilarity(home: string, query: string): Similarity {
  try {
    const { is } = configuredChoice(home);
    if (is === "none") return {};
    return is === "table"
      ? { ...tableSimilarity(query), model: defaultEmbedder.name }
      : { words: defaultEmbedder };
  } catch (error) {
    return { ...tableSimilarity(query), trouble: messageOf(error) };
  }
}

/** The chosen similarity. If another process does not answer in time, words and the table remain. */
export async function chosenSimilarity({ home, redact }: Home, env: Env, query: string): Promise<Similarity> {
  let embedder: Embedder | undefined;
  try {
    embedder = chosenEmbedder(env, home);
  } catch (error) {
    return { ...tableSimilarity(query), trouble: messageOf(error) };
  }
  if (embedder === undefined) return {};
  const { name } = embedder;
  const background = isConfigured(name, home, env) ? { model: name } : {};
  if (embedder === defaultEmbedder) return { ...tableSimilarity(query), ...background };
  try {
    // The question may go to another machine and may hold pasted secrets. Hooks never get here.
    const vectors = embedder.embed([redact(query)], "question", AbortSignal.timeout(TIMEOUT_MS));
    const [vector] = await inTime(vectors);
    return {
      words: defaultEmbedder,
      ...background,
      vector: vector === undefined ? undefined : { model: name, vector, isTable: false },
    };
  } catch (error) {
    return { words: defaultEmbedder, ...background, trouble: messageOf(error) };
  }
}

/** Background work makes vectors of this model alone. */
function isConfigured(model: string, home: string, env: Env): boolean {
  try {
    return configuredEmbedder(env, home)?.name === model;
  } catch {
    return false; // Nothing runs by a file that cannot be read.
  }
}

function tableSimilarity(query: string): Similarity {
  const vector = defaultEmbedder.embedNow(query);
  return { words: defaultEmbedder, vector: { model: defaultEmbedder.name, vector, isTable: true } };
}

/** The best of each project side by side, each with its project's name. */
function recallEverywhere(
  store: Store,
  query: string,
  limit: number,
  optionsFor: (project: string) => RecallOptions,
): Recalled {
  const all = store.projects().map(({ project, name }) => {
    const recalled = recall(store, project, query, optionsFor(project));
    return { ...recalled, memories: comparable(recalled.memories, name) };
  });
  const memories = all
    .flatMap((recalled) => recalled.memories)
    .sort((a, b) => b.score - a.score || b.at - a.at);
  return {
    query,
    words: [...new Set(all.flatMap(({ words }) => words))],
    kinds: [...new Set(all.flatMap(({ kinds }) => kinds))],
    ...all.flatMap(({ time }) => (time === undefined ? [] : [{ time }]))[0],
    searched: all.reduce((sum, { searched }) => sum + searched, 0),
    matched: all.reduce((sum, { matched }) => sum + matched, 0),
    memories: memories.slice(0, limit),
  };
}

/** Being the best of a project counts for little if that project hardly matches the question. */
function comparable(memories: readonly Recollection[], projectName: string): Recollection[] {
  const said = Math.max(0, ...memories.map(({ share }) => share));
  return memories.map((memory) => {
    const parts = memory.parts.map(({ name, value }) =>
      RELATIVE.has(name) ? { name, value: value * said } : { name, value },
    );
    const less = memory.parts.reduce((sum, { value }, at) => sum + value - (parts[at]?.value ?? 0), 0);
    return { ...memory, projectName, score: memory.score - less, parts };
  });
}

/** A model in this process does not stop by a signal. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} seconds`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
