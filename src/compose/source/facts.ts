import { isTelling, wordsOf } from "../../detect/topic.js";
import type { DeclaredFact } from "../../fold/declared/declared-fact.js";
import { joinFitting } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import { factText } from "../render/staged.js";
import type { Situation } from "../situation.js";
import { type Origin, origin, type Source } from "../source.js";
import { line, naming } from "./line.js";

const LONGEST = 110;
const SEPARATOR = "; ";

const KNOWN: ReadonlySet<DeclaredFact["kind"]> = new Set(["fact", "convention", "command"]);

/** Whether it is simply to be known; decisions, blockers and next actions are said as such. */
export function isKnown({ kind }: DeclaredFact): boolean {
  return KNOWN.has(kind);
}

/** Where facts of these kinds were declared. */
export function declaredOrigins(
  facts: readonly DeclaredFact[],
  ...kinds: readonly DeclaredFact["kind"][]
): Origin[] {
  return facts
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ by, session }) => origin(by, ["fact.declared"], { session }));
}

export function knownOrigins(facts: readonly DeclaredFact[]): Origin[] {
  return declaredOrigins(facts, ...KNOWN);
}

/** What was stated to be known, those the prompt speaks of first. They come before the files then, else after nearly all. */
export function knownFacts(
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  { words, ideal }: { readonly words: ReadonlySet<string>; readonly ideal: number },
): Source[] {
  const asked = factsAbout(facts, words);
  const rest = facts.filter((fact) => isKnown(fact) && !asked.includes(fact));
  return listed([...asked, ...rest], phrases, ideal, {
    isAsked: asked.length > 0,
    origins: knownOrigins(facts),
  });
}

/** Of them only those that the prompt speaks of and the session was not told. */
export function factsFor(
  { facts, told }: Situation,
  phrases: Phrases,
  { words, ideal }: { readonly words: ReadonlySet<string>; readonly ideal: number },
): Source[] {
  const untold = factsAbout(facts, words).filter(({ id }) => !told.has(itemOf(id)));
  return listed(untold, phrases, ideal, { isAsked: true, origins: knownOrigins(facts) });
}

/** Two words in common are a subject; one is enough if it tells this fact from all others. */
function factsAbout(facts: readonly DeclaredFact[], words: ReadonlySet<string>): DeclaredFact[] {
  if (words.size === 0) return [];
  const known = facts.filter(isKnown);
  const own = new Map(known.map((fact) => [fact, new Set(tellingIn(fact.text))]));
  const isRare = (word: string) => [...own.values()].filter((others) => others.has(word)).length === 1;
  return known.filter((fact) => {
    const shared = [...(own.get(fact) ?? [])].filter((word) => words.has(word));
    return shared.length >= 2 || shared.some(isRare);
  });
}

function listed(
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  ideal: number,
  { isAsked, origins }: { readonly isAsked: boolean; readonly origins: readonly Origin[] },
): Source[] {
  const said = facts
    .map((fact) => ({ item: itemOf(fact.id), text: factText(fact, LONGEST, phrases) }))
    .filter(({ text }) => text !== "");
  const texts = said.map(({ text }) => text);
  const [first] = texts;
  if (first === undefined) return [];
  const source = line({
    key: "facts",
    priority: isAsked ? 74 : 36,
    label: phrases.known,
    minimum: first.length,
    ideal: Math.max(first.length, Math.min(texts.join(SEPARATOR).length, Math.floor(ideal))),
    because: isAsked ? "stated, and the prompt speaks of it" : "stated to be known",
    origins,
    body: (room) => joinFitting(texts, SEPARATOR, room),
  });
  return [naming(said, source)];
}

/** How a fact that was said is kept among the things told. */
function itemOf(id: string): string {
  return `fact:${id}`;
}

function tellingIn(text: string): string[] {
  return wordsOf(text).filter(isTelling);
}
