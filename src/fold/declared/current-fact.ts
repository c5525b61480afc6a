import { wordsOf } from "../../detect/topic.js";
import type { Recorded } from "../branch/staged.js";
import type { Declared } from "./declared.js";
import { type DeclaredFact, declaredFacts } from "./declared-fact.js";

const LATELY = 14 * 24 * 3_600_000;
const MOST = 12;

/**
 * The newest of what was declared and still holds: what sessions are told. What is staged elsewhere comes last, says so,
 * and takes the place of nothing here.
 */
export function currentFacts(
  state: { readonly declared: Declared },
  now: number,
  isElsewhere: (one: Recorded) => boolean = () => false,
): DeclaredFact[] {
  const all = factsHolding(declaredFacts(state), now);
  const facts = state.declared.facts.filter((fact) => "removed" in fact || !isElsewhere(fact));
  if (facts.length === state.declared.facts.length) return all.slice(0, MOST);
  const here = factsHolding(declaredFacts({ declared: { facts } }), now);
  const others = all.filter(isElsewhere).map((fact) => staged(fact, isElsewhere));
  return [...here, ...others].slice(0, MOST);
}

/** A fact that says whether it holds here. */
export function staged(fact: DeclaredFact, isElsewhere: (one: Recorded) => boolean): DeclaredFact {
  return isElsewhere(fact) ? { ...fact, isStaged: true } : fact;
}

/** Those that nothing took the place of; a next action or a blocker is over when it is called done, or long ago. */
export function factsHolding(facts: readonly DeclaredFact[], now: number): DeclaredFact[] {
  const standing = facts.filter(({ supersededBy }) => supersededBy === undefined);
  const done = standing.filter(({ kind }) => kind === "done");
  return standing.filter((fact) => {
    if (fact.kind === "done") return false;
    if (fact.kind !== "next" && fact.kind !== "blocker") return true;
    if (now - fact.at > LATELY) return false;
    return !done.some((other) => other.at >= fact.at && isAbout(other.text, fact.text));
  });
}

/** All the words of the shorter one are in the other. */
function isAbout(one: string, other: string): boolean {
  const some = new Set(wordsOf(one));
  const others = new Set(wordsOf(other));
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  return fewer.size > 0 && [...fewer].every((word) => more.has(word));
}
