import { stemmer as frenchStem } from "@orama/stemmers/french";
import { stemmer as englishStem } from "stemmer";
import type { Language } from "./language.js";

/** What the forms of a word share: "retries" and "retried", « échoué » et « échouée ». Without accents. */
export function stemOf(word: string, language: Language): string {
  const known = KNOWN[language];
  const met = known.get(word);
  if (met !== undefined) return met;
  const stem = language === "en" ? englishStem(withoutAccents(word)) : withoutAccents(frenchStem(word));
  if (word.length > LONGEST) return stem;
  if (known.size >= MOST) known.clear();
  known.set(word, stem);
  return stem;
}

/** "é" as "e": keyboards and haste leave accents out. */
export function withoutAccents(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.normalize("NFD").replace(MARK, "").replace(/œ/g, "oe").replace(/æ/g, "ae");
}

// The same words come again and again. Longer ones are not kept: V8 would keep the text they are cut from as well.
const KNOWN: { readonly [L in Language]: Map<string, string> } = { en: new Map(), fr: new Map() };
const MOST = 20_000;
const LONGEST = 12;
const PLAIN = /^[\0-\x7f]*$/;
const MARK = /[\u0300-\u036f]/g;
