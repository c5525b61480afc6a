import type { MemoryKind } from "../model/fold/memory/memory-state.js";
import { type AskedTime, askedTime } from "../text/prose/asked-time.js";
import type { Language } from "../text/words/language.js";
import { stemOf } from "../text/words/stem.js";
import { allWords, languageOf, tokensOf, wholeNames } from "../text/words/term.js";

/** A word of a question with its index terms. */
export interface Asked {
  readonly word: string;
  /** The stem; in a French question those of both languages. */
  readonly terms: readonly string[];
}

/** A parsed question. */
export interface Question {
  readonly text: string;
  readonly language: Language;
  readonly asked: readonly Asked[];
  /** It asks for a time or a number. */
  readonly wants: { readonly when: boolean; readonly count: boolean };
  /** The kinds of memory that answer it best. */
  readonly kinds: readonly MemoryKind[];
  readonly time?: AskedTime;
}

const MAX_TEXT = 1_000;
const MAX_ASKED = 24;
const MIN_NAME_CHARS = 8;

export function readQuestion(text: string, now: number): Question {
  const short = text.slice(0, MAX_TEXT);
  const language = languageOf(short);
  const lower = short.toLowerCase();
  const time = askedTime(short, now);
  return {
    text: short,
    language,
    asked: askedWords(short, language),
    wants: { when: WHEN.test(lower), count: COUNT.test(lower) },
    kinds: KINDS.flatMap(({ pattern, kind }) => (pattern.test(lower) ? [kind] : [])),
    time,
  };
}

/** Words that name authors select a person, not a subject. */
export function withoutNames(question: Question, names: ReadonlySet<string>): Question {
  const asked = question.asked.filter(({ word }) => !names.has(word));
  return asked.length === 0 ? question : { ...question, asked };
}

/** A name written as one word is in the index as it is, so words that no stem finds are looked up as names. */
export function withWholeWords(question: Question, isFound: (asked: Asked) => boolean): Question {
  const asked = question.asked.map((one) =>
    one.word.length < MIN_NAME_CHARS || one.terms.includes(one.word) || isFound(one)
      ? one
      : { ...one, terms: [...one.terms, one.word] },
  );
  return asked.every((one, at) => one === question.asked[at]) ? question : { ...question, asked };
}

function askedWords(text: string, language: Language): Asked[] {
  const found = new Map<string, Asked>();
  const add = (word: string, terms: readonly string[]) => {
    const key = terms.join(" ");
    if (!found.has(key) && found.size < MAX_ASKED) found.set(key, { word, terms: [...new Set(terms)] });
  };
  for (const { word, stem } of tokensOf(text))
    add(word, language === "fr" ? [stem, stemOf(word, "fr")] : [stem]);
  for (const name of wholeNames(text)) add(name, [name]);
  // "who are you": function words are better than none.
  if (found.size === 0) for (const word of allWords(text)) add(word, [stemOf(word, "en")]);
  return [...found.values()];
}

const WHEN =
  /\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|week|month|year|time)\b|\bquand\b|\bdepuis combien\b|\bquel(?:le)? (?:jour|date|mois|ann[eé]e)\b/;
const COUNT = /\bhow (?:many|much|often|old)\b|\bcombien\b/;

/** The kinds that a question of this wording asks for. */
const KINDS: readonly { pattern: RegExp; kind: MemoryKind }[] = [
  {
    pattern:
      /\b(?:fix|fixed|fixes|solve|solved|resolve|resolved|repair|repaired|workaround|corrig\w+|r[eé]sol\w+|r[eé]par\w+|contourn\w+)\b/,
    kind: "fix",
  },
  {
    pattern:
      /\b(?:error|exception|crash\w*|fail\w*|broken|flaky|erreur\w*|[eé]chou\w+|plant\w+|cass[eé]\w*)\b/,
    kind: "fix",
  },
  {
    pattern:
      /\b(?:decid\w+|decision|choose|chose|chosen|why|agreed|rejected|instead of|pourquoi|d[eé]cid\w+|d[eé]cision|choisi\w*|rejet[eé]\w*)\b/,
    kind: "decision",
  },
  {
    pattern:
      /\b(?:command|how (?:do|can) (?:i|we) (?:run|start|build|test|deploy)|commande|lancer|d[eé]marrer)\b/,
    kind: "command",
  },
  { pattern: /\b(?:convention|rule|style|always|never|r[eè]gle|toujours|jamais)\b/, kind: "convention" },
  { pattern: /\b(?:block\w*|stuck|obstacle|bloqu\w+|coinc\w+)\b/, kind: "blocker" },
  { pattern: /\b(?:plan|planned|roadmap|todo|next steps?|pr[eé]vu\w*)\b/, kind: "plan" },
];
