import { now } from "../../host/clock.js";
import type { MemoryKind } from "../../model/fold/memory/memory-state.js";
import { askRecall, chosenMeans } from "../../recall/ask-recall.js";
import type { Ground } from "./ground.js";

/** A memory that answers a program's question. */
export interface RecalledMemory {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly session: string;
  readonly at: number;
}

/** What memory answers to a program, over all sessions of the project, as the command line would. */
export async function recallFor(
  ground: Ground,
  query: string,
  options: { readonly limit?: number },
): Promise<RecalledMemory[]> {
  ground.opened();
  const means = await chosenMeans(ground, ground.env, query);
  const { memories } = askRecall(
    { ...ground.opened(), env: ground.env },
    { query, now: now(), ...options },
    means,
  );
  return memories.map(({ id, kind, text, session, at }) => ({ id, kind, text, session, at }));
}
