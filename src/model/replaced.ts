import { checkIn, clears } from "../text/shell/check.js";
import { supersededBy } from "./fold/declared/declared-fact.js";
import { memoryKey } from "./fold/memory/memory.js";
import type { Memory } from "./fold/memory/memory-state.js";
import type { ProjectState } from "./fold/project.js";
import { getKeyed } from "./fold/stamp.js";
import type { Store } from "./store/store.js";

type Recalled = Pick<Memory, "id" | "kind" | "at" | "text" | "session" | "superseded">;

/**
 * Finds the fact that superseded a memory. It supersedes all found memories with the same text, too. A later failure
 * supersedes a command that worked.
 */
export function replacedIn(
  store: Store,
  project: string,
  state: ProjectState | undefined,
): (memory: Recalled) => string | undefined {
  const byId = state === undefined ? new Map<string, string>() : supersededBy(state);
  const byKey = new Map<string, string>();
  for (const [id, by] of byId) {
    if (state !== undefined && getKeyed(state.declared.facts, id) !== undefined) continue;
    const found = store.memories.find(project, id).find((memory) => memory.id === id);
    if (found !== undefined) byKey.set(memoryKey(found), by);
  }
  let failures: readonly Memory[] | undefined;
  return (memory) => {
    const own = memory.superseded ?? byId.get(memory.id);
    if (own !== undefined || memory.session === "") return own;
    const replaced = byKey.size === 0 ? undefined : byKey.get(memoryKey(memory));
    if (replaced !== undefined || memory.kind !== "command") return replaced;
    failures ??= store.memories.latest(project, { kind: "blocker", limit: MAX_FAILURES });
    return failures.find((failure) => disproves(failure, memory))?.id;
  };
}

const MAX_FAILURES = 100;

/** Whether a command that worked has failed later, in whatever spelling. */
function disproves(failure: Memory, { at, text }: Recalled): boolean {
  if (failure.at <= at || failure.by !== "tool") return false;
  const [, failed] = /^`([^\n]+?)` fails\b/.exec(failure.text) ?? [];
  const [, worked] = /^`([^\n]+?)` works\b/.exec(text) ?? [];
  if (failed === undefined || worked === undefined) return false;
  if (failed === worked) return true;
  const whole = checkIn(worked);
  const part = checkIn(failed);
  return whole !== undefined && part !== undefined && clears(whole, part);
}
