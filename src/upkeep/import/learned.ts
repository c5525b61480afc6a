import type { Store } from "../../model/store/store.js";

/** What the memory knows more than before. */
export interface Learned {
  readonly memories: number;
  readonly decisions: number;
  /** The names of the projects that it is about. */
  readonly projects: readonly string[];
}

type Counts = Pick<Learned, "memories" | "decisions">;

export function countLearned(store: Store, projects: Iterable<string>): Counts {
  let memories = 0;
  let decisions = 0;
  for (const project of projects) {
    const counts = store.memories.counts(project);
    memories += counts.memories;
    decisions += counts.kinds.decision ?? 0;
  }
  return { memories, decisions };
}

export function learnedSince(store: Store, projects: ReadonlyMap<string, string>, before: Counts): Learned {
  const after = countLearned(store, projects.keys());
  return {
    memories: Math.max(0, after.memories - before.memories),
    decisions: Math.max(0, after.decisions - before.decisions),
    projects: [...projects].map(([id, name]) => name || store.project(id)?.name || id),
  };
}
