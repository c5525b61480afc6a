import type { ContextRule, Pin } from "../../model/fold/declared/declared.js";
import type { DeclaredFact } from "../../model/fold/declared/declared-fact.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { clean, joinFitting } from "../../render/clean.js";
import { factText, fill, type Phrases } from "../../render/phrase.js";
import { isTelling, rawWords, wordsOf } from "../../text/prose/topic.js";
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

/** Only facts that the prompt mentions and the session has neither received nor stated itself. */
export function factsFor(
  { facts, told, session, prompt = "" }: Situation,
  phrases: Phrases,
  { words, ideal }: { readonly words: ReadonlySet<string>; readonly ideal: number },
): Source[] {
  const unseen = factsAbout(facts, words).filter(
    ({ id, text, session: from }) => from !== session && !told.has(itemOf(id)) && !isSaidIn(prompt, text),
  );
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

interface Listing {
  readonly isAsked: boolean;
  readonly origins: readonly Origin[];
}

/** What the person wants done always stands under its own heading. */
function listed(facts: readonly DeclaredFact[], phrases: Phrases, ideal: number, listing: Listing): Source[] {
  const isRule = ({ kind, by }: DeclaredFact) => kind === "convention" && by === "user";
  const known = facts.filter((fact) => !isRule(fact));
  return [
    ...factLine("conventions", phrases.rules, facts.filter(isRule), phrases, ideal, listing),
    ...factLine("facts", phrases.known, known, phrases, ideal, listing),
  ];
}

function factLine(
  key: string,
  label: string,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  ideal: number,
  { isAsked, origins }: Listing,
): Source[] {
  const said = facts
    .map((fact) => ({ item: itemOf(fact.id), text: factText(fact, MAX_CHARS, phrases) }))
    .filter(({ text }) => text !== "");
  const texts = said.map(({ text }) => text);
  const [first] = texts;
  if (first === undefined) return [];
  const source = line({
    key,
    priority: isAsked ? 74 : 36,
    label,
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
const MIN_PIN_CHARS = 120;
const MAX_PIN_CHARS = 400;

/** Texts the user wants in every injection, the most important first; those of high priority are whole. */
export function pinLines(pins: readonly Pin[], phrases: Phrases): Source[] {
  const given = pins.map((pin) => ({ ...pin, text: clean(pin.text) })).filter(({ text }) => text !== "");
  if (given.length === 0) return [];
  const items = given.map(({ text }) => text);
  const high = given.filter(({ priority }) => priority === "high").map(({ text }) => text);
  const all = items.join(PIN_SEPARATOR).length;
  const whole = high.join(PIN_SEPARATOR).length + (high.length < items.length ? MORE_CHARS : 0);
  return [
    naming(
      given.map(({ id, text }) => ({ item: declaredItem(id), text: text.slice(0, MIN_SEEN_CHARS) })),
      line({
        key: "pins",
        priority: 95,
        label: phrases.pinned,
        minimum: Math.min(all, Math.max(MIN_PIN_CHARS, Math.min(whole, MAX_PIN_CHARS))),
        ideal: Math.min(all, MAX_PIN_CHARS),
        because: items.length === 1 ? "the user pinned it" : `the user pinned ${items.length}`,
        origins: [origin("user", ["pin.added"])],
        body: (room) => fillPins(high, items.slice(high.length), room),
      }),
    ),
  ];
}

/** Characters for the number of pins left out. */
const MORE_CHARS = 6;

function fillPins(high: readonly string[], others: readonly string[], room: number): string {
  const first = high.join(PIN_SEPARATOR);
  const more = `+${others.length}`;
  const left = room - first.length - PIN_SEPARATOR.length;
  if (high.length === 0 || others.length === 0 || left < more.length)
    return fill([...high, ...others], PIN_SEPARATOR, room);
  const isCut = others.join(PIN_SEPARATOR).length > left;
  return first + PIN_SEPARATOR + (isCut && left < MIN_CUT_CHARS ? more : fill(others, PIN_SEPARATOR, left));
}

/** A shorter part of a pin says nothing. */
const MIN_CUT_CHARS = 40;
/** A pin counts as told if this much of it was. */
const MIN_SEEN_CHARS = 20;

/** The item of a pin or a rule. */
function declaredItem(id: string): string {
  return `declared:${id}`;
}

/** Pins and rules that a session has not been told, and that its person has not just said. */
export function newlyDeclared(situation: Situation, phrases: Phrases): Source[] {
  const { about, pins, rules, prompt = "" } = situation;
  if (about === undefined) return [];
  const heard = [prompt, ...about.words.asked];
  const isNews = (one: Pin | ContextRule) =>
    isUntold(one, about) && !heard.some((said) => isSaidIn(said, one.text));
  return [...pinLines(pins.filter(isNews), phrases), ...ruleLine(rules.filter(isNews), phrases, NEWS_CHARS)];
}

/** Whether a pin or a rule was made during a session that has not been told it. */
export function isUntold(
  one: Pin | ContextRule,
  { startedAt, told }: Pick<SessionState, "startedAt" | "told">,
): boolean {
  const at = "createdAt" in one ? one.createdAt : one.at;
  return at > startedAt && !told?.items.includes(declaredItem(one.id));
}

/** Whether a prompt has these very words: its person need not hear them again. */
export function isSaidIn(prompt: string, text: string): boolean {
  return ` ${plain(prompt)} `.includes(` ${plain(text)} `);
}

function plain(text: string): string {
  return rawWords(text).join(" ");
}

const NEWS_CHARS = 300;
const SHARE = 0.15;
/** One rule may exceed its share, but not take most of the budget. */
const MAX_RULE_SHARE = 0.5;

/** The user's rules for the work, in their order. They hold in every session. */
export function ruleLine(given: readonly ContextRule[], phrases: Phrases, room: number): Source[] {
  const all = given.map(({ id, text }) => ({ item: declaredItem(id), text: clean(text) }));
  const said = all.filter(({ text }) => text !== "" && text.length <= room * MAX_RULE_SHARE);
  if (said.length === 0) return [];
  const rules = said.map(({ text }) => text);
  const shortest = Math.min(...rules.map((rule) => rule.length));
  return [
    naming(
      said,
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
    ),
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
