import { compareEvents } from "../../../event/order.js";
import type { EventData, EventOf } from "../../../event/registry.js";
import { DAY_MS } from "../../../event/time.js";
import { wordsOf } from "../../../text/prose/topic.js";
import type { Recorded } from "../staged.js";
import { byId, present, putKeyed, type Removed } from "../stamp.js";
import type { Declared } from "./declared.js";

export type FactKind = EventData<"fact.declared">["kind"];

/** A fact that a person or an agent stated. */
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
  /** A language model noted it. */
  readonly origin?: "model";
  /** The fact or found memory that it replaces. */
  readonly supersedes?: string;
  /** The fact that replaced it, unless that was removed. */
  readonly supersededBy?: string;
  /** Both replaced the same fact, and the other one is later. */
  readonly isRival?: true;
  /** Stated on a branch of git that is neither checked out nor merged. */
  readonly isStaged?: true;
}

/** As it is stored. Replacements are computed on reading, so that the order of arrival does not matter. */
interface StoredFact extends Omit<DeclaredFact, "supersededBy" | "isRival" | "isStaged"> {
  readonly clock: number;
}

/** Keeps its own target: a fact that replaces this one also replaces that. */
interface RemovedFact extends Removed {
  readonly supersedes?: string;
}

/** In the order of their ids. */
export type Facts = readonly (StoredFact | RemovedFact)[];

interface Stating {
  readonly declared: { readonly facts: Facts };
}

export const MAX_FACTS = 300;

/** Newest first, including superseded ones. */
export function declaredFacts({ declared }: Stating, kind?: FactKind): DeclaredFact[] {
  const superseded = supersededIn(declared.facts);
  return present<StoredFact>(declared.facts)
    .filter((fact) => kind === undefined || fact.kind === kind)
    .sort((a, b) => b.at - a.at || byId(b, a))
    .map(({ clock: _, ...fact }) => ({ ...fact, ...replacement(superseded.get(fact.id)) }));
}

/** The fact that replaced each fact or found memory, by the id of the latter. */
export function supersededBy({ declared }: Stating): ReadonlyMap<string, string> {
  return new Map([...supersededIn(declared.facts)].map(([id, { by }]) => [id, by]));
}

export function factOf({ id, at, clock, session, branch, data }: EventOf<"fact.declared">): StoredFact {
  const { kind, text, reason, rejected, by, supersedes } = data;
  const origin = data.origin === undefined ? undefined : "model";
  return { id, kind, text, reason, rejected, by, origin, at, session, branch, supersedes, clock };
}

/** A fact that was removed before it arrived stays removed. */
export function addFact(facts: Facts, fact: StoredFact): Facts {
  return putKeyed<StoredFact | RemovedFact>(facts, fact.id, MAX_FACTS, (before) =>
    before !== undefined && "removed" in before ? removedFact(fact) : (before ?? fact),
  );
}

export function removeFact(facts: Facts, id: string): Facts {
  return putKeyed<StoredFact | RemovedFact>(facts, id, MAX_FACTS, (before) => removedFact(before ?? { id }));
}

function replacement(superseded: Superseded | undefined): Pick<DeclaredFact, "supersededBy" | "isRival"> {
  if (superseded === undefined) return {};
  return { supersededBy: superseded.by, ...(superseded.isRival ? { isRival: true } : {}) };
}

function removedFact({ id, supersedes }: { id: string; supersedes?: string }): RemovedFact {
  return { id, removed: true, supersedes };
}

const OPEN_FOR_MS = 14 * DAY_MS;
const MAX_CURRENT_FACTS = 12;

/** The newest facts that hold. Facts staged on other branches come last and replace nothing here. */
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

export function staged(fact: DeclaredFact, isElsewhere: (one: Recorded) => boolean): DeclaredFact {
  return isElsewhere(fact) ? { ...fact, isStaged: true } : fact;
}

/** Facts that nothing replaced. A next action or a blocker also ends when it is done, or after a time. */
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

/** Whether all words of the shorter text are in the other. */
function isAbout(one: string, other: string): boolean {
  const [fewer, more] = bySize(one, other);
  return fewer.size > 0 && [...fewer].every((word) => more.has(word));
}

function bySize(one: string, other: string): [fewer: ReadonlySet<string>, more: ReadonlySet<string>] {
  const [some, others] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  return some.size < others.size ? [some, others] : [others, some];
}

/** Without next actions and blockers, which often sound alike. */
const LASTING: ReadonlySet<FactKind> = new Set(["decision", "fact", "convention", "command"]);
const MIN_SHARE = 0.5;
const MIN_SHARED_WORDS = 2;
const MAX_SIMILAR_FACTS = 3;

/** Facts of the same kind that seem to be about the same thing, most words in common first. */
export function similarFacts(
  facts: readonly DeclaredFact[],
  { kind, text }: Pick<DeclaredFact, "kind" | "text">,
): DeclaredFact[] {
  if (!LASTING.has(kind)) return [];
  return facts
    .filter((fact) => fact.kind === kind)
    .map((fact) => ({ fact, share: sharedBy(text, fact.text) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_SIMILAR_FACTS)
    .map(({ fact }) => fact);
}

/** The share of the shorter text's words that are in the other. One word is enough only if there is no other. */
function sharedBy(one: string, other: string): number {
  const [fewer, more] = bySize(one, other);
  const shared = [...fewer].filter((word) => more.has(word)).length;
  if (shared < Math.min(MIN_SHARED_WORDS, more.size)) return 0;
  return shared / Math.max(1, fewer.size);
}

/** A statement that may replace an earlier one. */
interface Statement {
  readonly id: string;
  readonly supersedes?: string;
}

/** A removed statement still links those before and after it. */
interface TakenBack extends Statement {
  readonly removed: true;
}

interface Made extends Statement {
  readonly clock: number;
}

interface Superseded {
  readonly by: string;
  /** Both replaced the same statement, and the other one is later. */
  readonly isRival: boolean;
}

/**
 * The replacement of each statement, by its id. Of linked statements exactly one holds: the latest that nothing
 * replaces. The order of the list does not matter.
 */
function supersededIn(statements: readonly (Made | TakenBack)[]): ReadonlyMap<string, Superseded> {
  const made = new Map<string, Made>();
  const gone = new Map<string, string | undefined>();
  for (const one of statements) {
    if ("removed" in one) gone.set(one.id, one.supersedes);
    else made.set(one.id, one);
  }
  const groups = new Groups();
  const replaced = new Map<string, Made>();
  for (const one of made.values()) {
    if (one.supersedes === undefined) continue;
    const target = existingTarget(one.supersedes, gone);
    if (target === one.id) continue;
    groups.link(one.id, target);
    replaced.set(target, later(one, replaced.get(target)));
  }
  const superseded = new Map<string, Superseded>();
  for (const ids of groups.all()) {
    const present = ids.flatMap((id) => made.get(id) ?? []);
    const unreplaced = present.filter(({ id }) => !replaced.has(id));
    // Only devices that never synced can create a circle.
    const [first, ...rest] = unreplaced.length > 0 ? unreplaced : present;
    if (first === undefined) continue;
    const holds = rest.reduce(later, first);
    for (const id of ids) {
      if (id === holds.id) continue;
      const by = isInCircle(id, replaced) ? holds : replaced.get(id);
      superseded.set(id, { by: (by ?? holds).id, isRival: by === undefined });
    }
  }
  return superseded;
}

/** The target of a replacement. If it was removed, the statement before it. */
function existingTarget(id: string, gone: ReadonlyMap<string, string | undefined>): string {
  const met = new Set<string>();
  for (let at = id; ; ) {
    const before = gone.get(at);
    if (before === undefined || met.has(at)) return at;
    met.add(at);
    at = before;
  }
}

/** Whether the chain of replacements never ends. */
function isInCircle(id: string, replaced: ReadonlyMap<string, Made>): boolean {
  const met = new Set<string>();
  for (let at: string | undefined = id; at !== undefined; at = replaced.get(at)?.id) {
    if (met.has(at)) return true;
    met.add(at);
  }
  return false;
}

function later(one: Made, other: Made | undefined): Made {
  return other === undefined || compareEvents(one, other) > 0 ? one : other;
}

/** Groups of linked ids. */
class Groups {
  readonly #groupOf = new Map<string, string[]>();

  link(one: string, other: string): void {
    const into = this.#group(one);
    const from = this.#group(other);
    if (into === from) return;
    for (const id of from) {
      into.push(id);
      this.#groupOf.set(id, into);
    }
  }

  all(): Iterable<readonly string[]> {
    return new Set(this.#groupOf.values());
  }

  #group(id: string): string[] {
    const known = this.#groupOf.get(id);
    if (known !== undefined) return known;
    const begun = [id];
    this.#groupOf.set(id, begun);
    return begun;
  }
}
