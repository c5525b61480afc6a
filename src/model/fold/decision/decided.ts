import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import type { DeclaredFact } from "../declared/declared-fact.js";
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
  const { choice, reason, rejected } = known.find(
    (one) => one.at === at && said.includes(plainText(one.choice.replace(/…$/, ""))),
  ) ??
    decisionsIn(text)[0] ?? { choice: text, rejected: [] };
  const speaker = by === "user" ? "user" : "agent";
  return { id, choice, reason, rejected, from: "found", by: speaker, at, session, branch, supersededBy };
}
