import { supersededBy } from "./fold/declared/declared-fact.js";
import { memoryKey } from "./fold/memory/memory.js";
import type { Memory } from "./fold/memory/memory-state.js";
import type { ProjectState } from "./fold/project.js";
import { getKeyed } from "./fold/stamp.js";
import type { Store } from "./store/store.js";

/** Finds the fact that superseded a memory. It supersedes all found memories with the same text, too. */
export function replacedIn(
  store: Store,
  project: string,
  state: ProjectState | undefined,
): (memory: Pick<Memory, "id" | "kind" | "text" | "session" | "superseded">) => string | undefined {
  const byId = state === undefined ? new Map<string, string>() : supersededBy(state);
  const byKey = new Map<string, string>();
  for (const [id, by] of byId) {
    if (state !== undefined && getKeyed(state.declared.facts, id) !== undefined) continue;
    const found = store.memories.find(project, id).find((memory) => memory.id === id);
    if (found !== undefined) byKey.set(memoryKey(found), by);
  }
  return (memory) => {
    const own = memory.superseded ?? byId.get(memory.id);
    if (own !== undefined || memory.session === "" || byKey.size === 0) return own;
    return byKey.get(memoryKey(memory));
  };
}
