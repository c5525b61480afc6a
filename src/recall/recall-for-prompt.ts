import { deadline } from "../host/clock.js";
import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import type { Store } from "../model/store/store.js";
import { isTelling } from "../text/prose/topic.js";
import { rankMemories } from "./recall.js";

/** The kinds worth showing unasked: short, and useful alone. */
const SAYING: ReadonlySet<MemoryKind> = new Set(["fix", "decision", "convention", "fact"]);
const MIN_SHARE = 0.5;
const MIN_WORDS = 2;
const LOOKED_AT = 6;
const CANDIDATES = 40;
// After a long drain there may be thousands to index; maintenance does the rest.
const INDEX_WITHIN = 40;

interface Prompted {
  readonly now: number;
  readonly session: string;
  readonly branch?: string;
  readonly prompt: string;
}

export type RecallForPrompt = (store: Store, project: string, prompted: Prompted) => Memory | undefined;

/** The memory of earlier work that a prompt clearly mentions, by words alone: a prompt cannot wait for more. */
export const recallForPrompt: RecallForPrompt = (store, project, { now, session, prompt, branch }) => {
  store.memories.index(deadline(INDEX_WITHIN));
  const { ranked, words } = rankMemories(store, project, prompt, {
    now,
    asking: session,
    breadth: CANDIDATES,
    branch,
  });
  if (words.filter(isTelling).length < MIN_WORDS) return undefined;
  return ranked
    .slice(0, LOOKED_AT)
    .find(
      ({ memory, share }) =>
        share >= MIN_SHARE &&
        SAYING.has(memory.kind) &&
        memory.session !== session &&
        memory.superseded === undefined,
    )?.memory;
};
