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
import type { Here } from "./here.js";
import { findByPrefix, fromProject, type Opened } from "./open.js";

export interface NewFact {
  readonly kind: FactKind;
  readonly text: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  readonly by: "user" | "agent";
  readonly supersedes?: string;
}

export interface Kept {
  readonly fact: DeclaredFact;
  /** False if the same fact was known already. */
  readonly isNew: boolean;
  /** Other facts that hold and seem to be about the same. */
  readonly similar: readonly DeclaredFact[];
}

/** Records a stated fact. It needs no database. */
export function remember(here: Here, fact: NewFact, speaker?: Speaker): DeclaredFact {
  const { kind, reason, rejected = [], by, supersedes } = fact;
  const data = {
    kind,
    text: declaredText(here, fact.text, "fact"),
    reason: reason === undefined ? undefined : declaredText(here, reason, "fact"),
    rejected:
      rejected.length === 0
        ? undefined
        : rejected.slice(0, 8).map((text) => declaredText(here, text, "rule")),
    by,
    supersedes,
  };
  const { id, at } = declare(here, { type: "fact.declared", data }, speaker);
  return { id, ...data, at, session: speaker?.session ?? "" };
}

/** Records a fact unless it is known, and finds facts that it may supersede. */
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
  // It was stated again to add what it supersedes, so the first one must not stay beside it.
  if (same !== undefined && same.id !== supersedes && addsNothing(same, fact)) {
    declare(opened, { type: "fact.removed", data: { fact: same.id } }, speaker);
  }
  return { fact, isNew: true, similar: similarFacts(others, fact) };
}

/** Takes back a stated fact, by its id or the start of it. */
export function unremember(opened: Opened, prefix: string, speaker?: Speaker): DeclaredFact {
  const facts = fromProject(opened, declaredFacts);
  const found = findByPrefix(facts, prefix, "remembered fact", "tidemark remember");
  declare(opened, { type: "fact.removed", data: { fact: found.id } }, speaker);
  return found;
}

type Grounds = Pick<NewFact, "reason" | "rejected" | "supersedes">;

/** Whether the other says all that this one says. */
function addsNothing({ reason, rejected = [], supersedes }: Grounds, other: Grounds): boolean {
  return (
    (reason === undefined || reason === other.reason) &&
    rejected.every((text) => other.rejected?.includes(text)) &&
    (supersedes === undefined || supersedes === other.supersedes)
  );
}
