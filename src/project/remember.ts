import { projectSeenBy } from "../extra/extras.js";
import { now } from "../host/clock.js";
import {
  type DeclaredFact,
  declaredFacts,
  type FactKind,
  factsHolding,
  similarFacts,
} from "../model/fold/declared/declared-fact.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import { findByPrefix } from "./find-by-prefix.js";
import type { Here } from "./here.js";
import type { Opened } from "./open.js";

export interface NewFact {
  readonly kind: FactKind;
  readonly text: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  readonly by: "user" | "agent";
  /** The id of the one whose place it takes. */
  readonly supersedes?: string;
}

/** What became of a new fact among those that were there. */
export interface Kept {
  readonly fact: DeclaredFact;
  /** Otherwise it was there already. */
  readonly isNew: boolean;
  /** They hold, too, and seem to be about the same. */
  readonly similar: readonly DeclaredFact[];
}

const MOST_REJECTED = 8;

/** Keeps what a person or an agent stated. It needs the journal alone. */
export function remember(here: Here, fact: NewFact, speaker?: Speaker): DeclaredFact {
  const { kind, reason, rejected = [], by, supersedes } = fact;
  const data = {
    kind,
    text: declaredText(here, fact.text, "fact"),
    reason: reason === undefined ? undefined : declaredText(here, reason, "fact"),
    ...(rejected.length === 0
      ? {}
      : { rejected: rejected.slice(0, MOST_REJECTED).map((text) => declaredText(here, text, "rule")) }),
    by,
    supersedes,
  };
  const { id, at } = declare(here, { type: "fact.declared", data }, speaker);
  return { id, ...data, at, session: speaker?.session ?? "" };
}

/** The same beside what is known: not twice, and saying what it may be meant to supersede. */
export function rememberOnce(opened: Opened, wanted: NewFact, speaker?: Speaker): Kept {
  const known = opened.store.project(opened.project);
  const asker = { project: opened.project, session: speaker?.session ?? "" };
  const state = known && projectSeenBy(opened.store, known, asker);
  const holding = state === undefined ? [] : factsHolding(declaredFacts(state), now());
  const text = declaredText(opened, wanted.text, "fact");
  const same = holding.find((fact) => fact.kind === wanted.kind && fact.text === text);
  if (same !== undefined && addsNothing(wanted, same)) return { fact: same, isNew: false, similar: [] };
  const supersedes = wanted.supersedes ?? same?.id;
  const fact = remember(opened, supersedes === undefined ? wanted : { ...wanted, supersedes }, speaker);
  const others = holding.filter(({ id }) => id !== supersedes && id !== same?.id);
  // Said again to say what it supersedes: the first one would stand beside it.
  if (same !== undefined && same.id !== supersedes && addsNothing(same, fact)) {
    declare(opened, { type: "fact.removed", data: { fact: same.id } }, speaker);
  }
  return { fact, isNew: true, similar: similarFacts(others, fact) };
}

/** Takes back what was stated, by its id or the start of it. */
export function unremember(opened: Opened, prefix: string, speaker?: Speaker): DeclaredFact {
  const state = opened.store.project(opened.project);
  const facts = state === undefined ? [] : declaredFacts(state);
  const found = findByPrefix(facts, prefix, "remembered fact", "tidemark remember");
  declare(opened, { type: "fact.removed", data: { fact: found.id } }, speaker);
  return found;
}

type Grounds = Pick<NewFact, "reason" | "rejected" | "supersedes">;

/** Whether all that is said with one is said with the other. */
function addsNothing({ reason, rejected = [], supersedes }: Grounds, other: Grounds): boolean {
  return (
    (reason === undefined || reason === other.reason) &&
    rejected.every((text) => other.rejected?.includes(text)) &&
    (supersedes === undefined || supersedes === other.supersedes)
  );
}
