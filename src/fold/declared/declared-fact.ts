import type { EventData, TidemarkEvent } from "../../event/registry.js";
import { byId, present, putKeyed, type Removed } from "./keyed.js";
import { type Superseded, supersededIn } from "./supersede.js";

export type FactKind = EventData<"fact.declared">["kind"];

/** Something a person or an agent stated to be remembered. */
export interface DeclaredFact {
  readonly id: string;
  readonly kind: FactKind;
  readonly text: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  readonly by: "user" | "agent";
  readonly at: number;
  readonly session: string;
  readonly branch?: string;
  /** The one whose place it takes: another fact, or a memory that was found. */
  readonly supersedes?: string;
  /** The one that took its place, unless that was taken back. */
  readonly supersededBy?: string;
  /** Both took the place of the same one, and the other is later. */
  readonly isRival?: true;
  /** It was stated on another branch of git than the one asked from, and that is not merged. */
  readonly isStaged?: true;
}

/** As it is kept: what takes whose place is worked out when somebody asks, so that no order of arrival shows. */
interface KeptFact extends Omit<DeclaredFact, "supersededBy" | "isRival" | "isStaged"> {
  readonly clock: number;
}

/** Of a fact it also says whose place it took: what came after it takes the place of that, too. */
interface RemovedFact extends Removed {
  readonly supersedes?: string;
}

/** In the order of their ids. */
export type Facts = readonly (KeptFact | RemovedFact)[];

interface Stating {
  readonly declared: { readonly facts: Facts };
}

export const MOST_FACTS = 300;

/** Newest first; of one kind where it is given. Superseded ones are among them and say so. */
export function declaredFacts({ declared }: Stating, kind?: FactKind): DeclaredFact[] {
  const superseded = supersededIn(declared.facts);
  return present<KeptFact>(declared.facts)
    .filter((fact) => kind === undefined || fact.kind === kind)
    .sort((a, b) => b.at - a.at || byId(b, a))
    .map(({ clock: _, ...fact }) => ({ ...fact, ...standing(superseded.get(fact.id)) }));
}

/** What took the place of which fact or found memory, by the id of the latter. */
export function supersededBy({ declared }: Stating): ReadonlyMap<string, string> {
  return new Map([...supersededIn(declared.facts)].map(([id, { by }]) => [id, by]));
}

/** As the event tells it. */
export function factOf({
  id,
  at,
  clock,
  session,
  branch,
  data,
}: Extract<TidemarkEvent, { type: "fact.declared" }>): KeptFact {
  const { kind, text, reason, rejected, by, supersedes } = data;
  return {
    id,
    kind,
    text,
    ...(reason === undefined ? {} : { reason }),
    ...(rejected === undefined ? {} : { rejected }),
    by,
    at,
    session,
    ...(branch === undefined ? {} : { branch }),
    ...(supersedes === undefined ? {} : { supersedes }),
    clock,
  };
}

/** One that was removed before it arrived stays removed. */
export function addFact(facts: Facts, fact: KeptFact): Facts {
  return putKeyed<KeptFact | RemovedFact>(facts, fact.id, MOST_FACTS, (before) =>
    before !== undefined && "removed" in before ? removedFact(fact) : (before ?? fact),
  );
}

export function removeFact(facts: Facts, id: string): Facts {
  return putKeyed<KeptFact | RemovedFact>(facts, id, MOST_FACTS, (before) => removedFact(before ?? { id }));
}

function standing(superseded: Superseded | undefined): Pick<DeclaredFact, "supersededBy" | "isRival"> {
  if (superseded === undefined) return {};
  return { supersededBy: superseded.by, ...(superseded.isRival ? { isRival: true } : {}) };
}

function removedFact({ id, supersedes }: { id: string; supersedes?: string }): RemovedFact {
  return { id, removed: true, ...(supersedes === undefined ? {} : { supersedes }) };
}
