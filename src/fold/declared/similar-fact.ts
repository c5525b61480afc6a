import { wordsOf } from "../../detect/topic.js";
import type { DeclaredFact, FactKind } from "./declared-fact.js";

/** Of what is to be done there may be many that sound alike. */
const STANDING: ReadonlySet<FactKind> = new Set(["decision", "fact", "convention", "command"]);
const LEAST_SHARE = 0.5;
const FEWEST = 2;
const MOST = 3;

/** Those of a list that seem to be about the same thing as a new one of their kind: most words in common first. */
export function similarFacts(
  facts: readonly DeclaredFact[],
  { kind, text }: Pick<DeclaredFact, "kind" | "text">,
): DeclaredFact[] {
  if (!STANDING.has(kind)) return [];
  const words = new Set(wordsOf(text));
  return facts
    .filter((fact) => fact.kind === kind)
    .map((fact) => ({ fact, share: sharedBy(words, new Set(wordsOf(fact.text))) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST)
    .map(({ fact }) => fact);
}

/** How much of the shorter one is in the other. One word alone is a subject only where there is no other. */
function sharedBy(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  const shared = [...fewer].filter((word) => more.has(word)).length;
  if (shared < Math.min(FEWEST, more.size)) return 0;
  return shared / Math.max(1, fewer.size);
}
