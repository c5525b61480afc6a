import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import type { DeclaredFact } from "../declared/declared-fact.js";
import { eventOf, memoryFates, speakerOf } from "../item/fate.js";
import type { WorkItem } from "../item/item.js";
import { isOver } from "../item/items.js";
import { plainText } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import type { Decided } from "./decision-tree.js";

export function decidedByFact(fact: DeclaredFact): Decided {
  const { kind: _, text, rejected = [], ...rest } = fact;
  return { ...rest, choice: text, rejected, from: "declared" };
}

/** A found decision. Its memory has only the sentence; the choice comes from its session, else from the sentence. */
export function decidedByMemory(
  { id, text, by, at, session, branch }: Memory,
  known: readonly (Decision & { readonly at: number })[],
  supersededBy?: string,
): Decided {
  const said = plainText(text);
  const { choice, reason, rejected, takesBack } = known.find(
    (one) => one.at === at && said.includes(plainText(one.choice.replace(/…$/, ""))),
  ) ??
    decisionsIn(text)[0] ?? { choice: text, rejected: [], takesBack: undefined };
  const speaker = by === "user" ? "user" : "agent";
  return {
    id,
    choice,
    reason,
    rejected,
    takesBack,
    from: "found",
    by: speaker,
    at,
    session,
    branch,
    supersededBy,
  };
}

/**
 * Decisions found in the work as the items of the project say: without dropped ones, in the wording that somebody gave
 * them, below what they take the place of, and with those that only items know.
 */
export function decidedByItems(
  memories: readonly Memory[],
  items: readonly WorkItem[],
  /** Undefined if the memory was removed. */
  read: (memory: Memory) => Decided | undefined,
  complete: (decided: Decided, item: WorkItem) => Decided,
): Decided[] {
  const fateOf = memoryFates(items);
  const known = new Set<WorkItem | undefined>();
  const fates = memories.flatMap((memory) => {
    const fate = fateOf(memory);
    known.add(fate.item);
    const decided = read(memory);
    return decided === undefined ? [] : [{ decided, fate }];
  });
  const all = [
    ...fates
      .filter(({ fate }) => fate.item?.state !== "dropped")
      .map(({ decided, fate: { item, text = decided.choice } }) => ({
        item,
        decided: { ...decided, choice: text },
      })),
    ...items
      .filter((item) => item.kind === "decision" && item.state !== "dropped" && !known.has(item))
      .map((item) => ({ item, decided: complete(decidedByItem(item), item) })),
  ];
  const successors = new Map<string, string>();
  const made = all.map(({ item, decided }): Decided => {
    if (item === undefined || decided.supersededBy !== undefined) return decided;
    if (!isOver(item))
      return item.why.some(({ did }) => did === "open") ? { ...decided, isKept: true } : decided;
    const by = all.find((other) => other.item !== item && isBehind(other, item))?.decided;
    // A branch of work does not change what holds on another.
    if (by !== undefined && by.line !== decided.line) return decided;
    if (by === undefined) return { ...decided, isOver: true };
    successors.set(by.id, decided.id);
    return { ...decided, supersededBy: by.id };
  });
  return made.map((one) => ({ ...one, supersedes: one.supersedes ?? successors.get(one.id) }));
}

/** Whether a decision rests on the event that superseded an item. */
function isBehind(
  { item, decided }: { readonly item?: WorkItem; readonly decided: Decided },
  { state, why }: WorkItem,
): boolean {
  const event = state === "superseded" ? why.at(-1)?.event : undefined;
  return event !== undefined && (eventOf(decided.id) === event || item?.events.includes(event) === true);
}

function decidedByItem(item: WorkItem): Decided {
  const { id, text, reason, rejected = [], at, session, branch } = item;
  return { id, choice: text, reason, rejected, from: "found", by: speakerOf(item), at, session, branch };
}
