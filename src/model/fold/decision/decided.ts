import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import type { DeclaredFact } from "../declared/declared-fact.js";
import { plainText } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import type { Decided } from "./decision-tree.js";

/** A declared decision as it stands in the tree. */
export function decidedByFact(fact: DeclaredFact): Decided {
  const { kind: _, text, rejected = [], ...rest } = fact;
  return { ...rest, choice: text, rejected, from: "declared" };
}

/**
 * A decision that was found. Its memory keeps the sentence; the choice itself is what its session still knows of it, else
 * what the sentence says again.
 */
export function decidedByMemory(
  { id, text, by, at, session, branch }: Memory,
  known: readonly (Decision & { readonly at: number })[],
  supersededBy?: string,
): Decided {
  const said = plainText(text);
  const { choice, reason, rejected } = known.find(
    (one) => one.at === at && said.includes(plainText(one.choice.replace(/…$/, ""))),
  ) ??
    decisionsIn(text)[0] ?? { choice: text, rejected: [] };
  return {
    id,
    choice,
    reason,
    rejected,
    from: "found",
    by: by === "user" ? "user" : "agent",
    at,
    session,
    branch,
    supersededBy,
  };
}
