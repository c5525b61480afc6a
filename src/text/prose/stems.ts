import { stemOf } from "../words/stem.js";
import { languageOf } from "../words/term.js";
import { contentWords } from "./subject.js";

export type Stems = ReadonlySet<string>;

/** The stems of what two texts say, in the order of their words. Both are read in one language. */
export function stemsOfBoth(one: string, other: string): readonly [Stems, Stems] {
  const language = languageOf(`${one} ${other}`);
  // The stem of "added" is "ad", that of "add" is "add".
  const stem = (word: string) => stemOf(word, language).replace(DOUBLED, "$1");
  const stems = (text: string) => new Set([...contentWords(text)].map(stem));
  return [stems(one), stems(other)];
}

export function sharedStems(some: Stems, others: Stems): number {
  return [...some].filter((stem) => others.has(stem)).length;
}

const DOUBLED = /([b-df-hj-np-tv-z])\1$/;
