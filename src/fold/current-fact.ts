import { wordsOf } from "../detect/topic.js";
import { type Declared, type DeclaredFact, declaredFacts } from "./declared.js";

const LATELY = 14 * 24 * 3_600_000;
const MOST = 12;

/** What was declared and still holds, newest first: a next action or a blocker is over when it is called done, or long ago. */
export function currentFacts(state: { readonly declared: Declared }, now: number): DeclaredFact[] {
  const facts = declaredFacts(state);
  const done = facts.filter(({ kind }) => kind === "done");
  return facts
    .filter((fact) => {
      if (fact.kind === "decision" || fact.kind === "fact") return true;
      if (fact.kind === "done" || now - fact.at > LATELY) return false;
      return !done.some((other) => other.at >= fact.at && isAbout(other.text, fact.text));
    })
    .slice(0, MOST);
}

/** All the words of the shorter one are in the other. */
function isAbout(one: string, other: string): boolean {
  const some = new Set(wordsOf(one));
  const others = new Set(wordsOf(other));
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  return fewer.size > 0 && [...fewer].every((word) => more.has(word));
}
