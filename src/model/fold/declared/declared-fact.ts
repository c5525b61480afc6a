import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import { DAY_MS } from "../../../event/time.js";
import { wordsOf } from "../../../text/prose/topic.js";
import type { Recorded } from "../staged.js";
import type { Declared } from "./declared.js";
import { byId, present, putKeyed, type Removed } from "./removal.js";
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

export const MAX_FACTS = 300;

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
    reason,
    rejected,
    by,
    at,
    session,
    branch,
    supersedes,
    clock,
  };
}

/** One that was removed before it arrived stays removed. */
export function addFact(facts: Facts, fact: KeptFact): Facts {
  return putKeyed<KeptFact | RemovedFact>(facts, fact.id, MAX_FACTS, (before) =>
    before !== undefined && "removed" in before ? removedFact(fact) : (before ?? fact),
  );
}

export function removeFact(facts: Facts, id: string): Facts {
  return putKeyed<KeptFact | RemovedFact>(facts, id, MAX_FACTS, (before) => removedFact(before ?? { id }));
}

function standing(superseded: Superseded | undefined): Pick<DeclaredFact, "supersededBy" | "isRival"> {
  if (superseded === undefined) return {};
  return { supersededBy: superseded.by, ...(superseded.isRival ? { isRival: true } : {}) };
}

function removedFact({ id, supersedes }: { id: string; supersedes?: string }): RemovedFact {
  return { id, removed: true, supersedes };
}

const OPEN_FOR_MS = 14 * DAY_MS;
const MAX_CURRENT_FACTS = 12;

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
  if (facts.length === state.declared.facts.length) return all.slice(0, MAX_CURRENT_FACTS);
  const here = factsHolding(declaredFacts({ declared: { facts } }), now);
  const others = all.filter(isElsewhere).map((fact) => staged(fact, isElsewhere));
  return [...here, ...others].slice(0, MAX_CURRENT_FACTS);
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
    if (now - fact.at > OPEN_FOR_MS) return false;
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

/** Of what is to be done there may be many that sound alike. */
const STANDING: ReadonlySet<FactKind> = new Set(["decision", "fact", "convention", "command"]);
const MIN_SHARE = 0.5;
const MIN_SHARED_WORDS = 2;
const MAX_SIMILAR_FACTS = 3;

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
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_SIMILAR_FACTS)
    .map(({ fact }) => fact);
}

/** How much of the shorter one is in the other. One word alone is a subject only where there is no other. */
function sharedBy(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  const shared = [...fewer].filter((word) => more.has(word)).length;
  if (shared < Math.min(MIN_SHARED_WORDS, more.size)) return 0;
  return shared / Math.max(1, fewer.size);
}
