import type { Decision } from "../../../text/prose/choice.js";
import { restates, subjectOf } from "../../../text/prose/subject.js";
import { replacedBy } from "../session/finding.js";
import type { Entry } from "./entry.js";
import type { NewItem } from "./new-item.js";

interface Verdict {
  /** The item that is said again. */
  readonly same?: Entry;
  readonly replaced: readonly Entry[];
}

/** What a decision or rule does to those that hold: it says one again, takes the place of others, or neither. */
export function judge(item: NewItem, decision: Decision, held: readonly Entry[], session: string): Verdict {
  const subject = subjectOf(decision);
  const same = held.find((entry) => {
    if (entry.kind !== item.kind) return false;
    if (item.question === undefined || entry.now.question === undefined)
      return restates(subject, subjectOf(decisionIn(entry)));
    return item.question === entry.now.question && decisionIn(entry).choice === decision.choice;
  });
  // Only the person takes back what the person decided.
  const pool = held
    .filter((entry) => entry !== same && (item.by === "user" || entry.now.by !== "user"))
    .map((entry) => ({ ...decisionIn(entry), entry }));
  const { takesBack: _, ...plain } = decision;
  const named = [
    ...replacedBy(plain, pool),
    ...pool.filter(({ entry }) => item.question !== undefined && entry.now.question === item.question),
  ];
  // A reversal that names nothing is about the decisions of its own session, or about the latest if that has none.
  const own = pool.filter(({ entry }) => entry.first.session === session);
  const near = own.length === 0 && !item.isGuess ? pool : own;
  const meant = named.length > 0 || same !== undefined ? named : replacedBy(decision, near);
  return { same, replaced: [...new Set(meant.map(({ entry }) => entry))] };
}

/** The decision of an item; the text of others. */
export function decisionIn({ now }: Entry): Decision {
  return now.decision ?? { choice: now.text, rejected: [] };
}
