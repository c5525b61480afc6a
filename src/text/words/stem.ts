import { stemmer as frenchStem } from "@orama/stemmers/french";
import { stemmer as englishStem } from "stemmer";
import type { Language } from "./language.js";
import { memo } from "./memo.js";

const STEM = {
  en: memo((word) => englishStem(withoutAccents(word)), 20_000, 12),
  fr: memo((word) => withoutAccents(frenchStem(word)), 20_000, 12),
};

/** The stem that the forms of a word share, without accents: "retries" and "retried", « échoué » et « échouée ». */
export function stemOf(word: string, language: Language): string {
  return STEM[language](word);
}

/** "é" becomes "e": people often leave accents out. */
export function withoutAccents(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae");
}
