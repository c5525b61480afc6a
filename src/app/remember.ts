import { type DeclaredFact, declaredFacts, type FactKind } from "../fold/declared.js";
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
}

const MOST_REJECTED = 8;

/** Keeps what a person or an agent stated. */
export function remember(here: Here, fact: NewFact, speaker?: Speaker): DeclaredFact {
  const { kind, reason, rejected = [], by } = fact;
  const data = {
    kind,
    text: declaredText(fact.text, "fact"),
    ...(reason === undefined ? {} : { reason: declaredText(reason, "fact") }),
    ...(rejected.length === 0
      ? {}
      : { rejected: rejected.slice(0, MOST_REJECTED).map((text) => declaredText(text, "rule")) }),
    by,
  };
  const { id, at } = declare(here, { type: "fact.declared", data }, speaker);
  return { id, ...data, at, session: speaker?.session ?? "" };
}

/** Takes back what was stated, by its id or the start of it. */
export function unremember(opened: Opened, prefix: string, speaker?: Speaker): DeclaredFact {
  const state = opened.store.project(opened.project);
  const facts = state === undefined ? [] : declaredFacts(state);
  const found = findByPrefix(facts, prefix, "remembered fact", "tidemark remember");
  declare(opened, { type: "fact.removed", data: { fact: found.id } }, speaker);
  return found;
}
