import type { ContextRule, Pin } from "../../model/fold/declared/declared.js";
import type { DeclaredFact } from "../../model/fold/declared/declared-fact.js";
import { clean, joinFitting } from "../../render/clean.js";
import { factText, fill, type Phrases } from "../../render/phrase.js";
import { isTelling, wordsOf } from "../../text/prose/topic.js";
import type { Situation } from "../situation.js";
import { line, naming, type Origin, origin, type Source } from "../source.js";

const MAX_CHARS = 110;
const SEPARATOR = "; ";

const KNOWN: ReadonlySet<DeclaredFact["kind"]> = new Set(["fact", "convention", "command"]);

/** Whether it is plain knowledge; decisions, blockers and next actions have their own lines. */
export function isKnown({ kind }: DeclaredFact): boolean {
  return KNOWN.has(kind);
}

/** The origins of facts of these kinds. */
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

/**
 * Declared knowledge, facts that match the prompt first. With a match it precedes the files, else it follows nearly
 * everything.
 */
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

/** Only facts that the prompt mentions and the session has not received. */
export function factsFor(
  { facts, told }: Situation,
  phrases: Phrases,
  { words, ideal }: { readonly words: ReadonlySet<string>; readonly ideal: number },
): Source[] {
  const unseen = factsAbout(facts, words).filter(({ id }) => !told.has(itemOf(id)));
  return listed(unseen, phrases, ideal, { isAsked: true, origins: knownOrigins(facts) });
}

/** Two common words are a subject; one is enough if it sets this fact apart from all others. */
function factsAbout(facts: readonly DeclaredFact[], words: ReadonlySet<string>): DeclaredFact[] {
  if (words.size === 0) return [];
  const known = facts.filter(isKnown);
  const own = new Map(known.map((fact) => [fact, new Set(keywordsIn(fact.text))]));
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
    .map((fact) => ({ item: itemOf(fact.id), text: factText(fact, MAX_CHARS, phrases) }))
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

/** The item of a fact. */
function itemOf(id: string): string {
  return `fact:${id}`;
}

function keywordsIn(text: string): string[] {
  return wordsOf(text).filter(isTelling);
}

const PIN_SEPARATOR = " · ";

/** Texts the user wants in every injection, the most important first. */
export function pinLines(pins: readonly Pin[], phrases: Phrases): Source[] {
  const items = pins.map(({ text }) => clean(text)).filter((text) => text !== "");
  if (items.length === 0) return [];
  const all = items.join(PIN_SEPARATOR).length;
  return [
    line({
      key: "pins",
      priority: 95,
      label: phrases.pinned,
      minimum: Math.min(all, 120),
      ideal: Math.min(all, 400),
      because: items.length === 1 ? "the user pinned it" : `the user pinned ${items.length}`,
      origins: [origin("user", ["pin.added"])],
      body: (room) => fill(items, PIN_SEPARATOR, room),
    }),
  ];
}

const SHARE = 0.15;
/** One rule may exceed its share, but not take most of the budget. */
const MAX_RULE_SHARE = 0.5;

/** The user's rules for the work, in their order. They hold in every session. */
export function ruleLine(given: readonly ContextRule[], phrases: Phrases, room: number): Source[] {
  const rules = given
    .map(({ text }) => clean(text))
    .filter((text) => text !== "" && text.length <= room * MAX_RULE_SHARE);
  if (rules.length === 0) return [];
  const shortest = Math.min(...rules.map((rule) => rule.length));
  return [
    line({
      key: "rules",
      priority: 76,
      label: phrases.rules,
      minimum: shortest,
      ideal: Math.max(shortest, Math.min(rules.join(SEPARATOR).length, Math.floor(room * SHARE))),
      because: rules.length === 1 ? "the user's rule" : `the user gave ${rules.length}`,
      origins: [origin("user", ["rule.added"])],
      body: (space) => fillRules(rules, space),
    }),
  ];
}

// Rules are whole or left out: half of one could mean the opposite.
function fillRules(rules: readonly string[], room: number): string {
  let text = "";
  for (const rule of rules) {
    const next = text === "" ? rule : text + SEPARATOR + rule;
    if (next.length <= room) text = next;
  }
  return text;
}
