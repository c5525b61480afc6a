import { shorten } from "./clean.js";

/** The part of a long text that contains the words. */
export function excerptOf(text: string, words: readonly string[], longest: number): string {
  if (text.length <= longest) return text;
  const start = startOf(text, words, longest);
  return start === 0 ? shorten(text, longest) : `…${shorten(text.slice(start).toWellFormed(), longest - 1)}`;
}

/** The start of the window with the most words. */
function startOf(text: string, words: readonly string[], longest: number): number {
  const lower = text.toLowerCase();
  const places = words
    .flatMap((word, n) => placesOf(lower, word).map((at) => ({ at, n })))
    .sort((a, b) => a.at - b.at);
  let best = { at: 0, met: 0 };
  for (const { at } of places) {
    const met = new Set(
      places.filter((other) => other.at >= at && other.at < at + longest * 0.8).map(({ n }) => n),
    ).size;
    if (met > best.met) best = { at, met };
  }
  if (best.at < longest / 2) return 0;
  // A few words before the first, from the beginning of a word.
  const from = best.at - Math.floor(longest / 5);
  const space = text.indexOf(" ", from);
  return space >= 0 && space < best.at ? space + 1 : best.at;
}

const MAX_PLACES = 8;

function placesOf(lower: string, word: string): number[] {
  const found: number[] = [];
  for (
    let at = lower.indexOf(word);
    at >= 0 && found.length < MAX_PLACES;
    at = lower.indexOf(word, at + word.length)
  )
    found.push(at);
  return found;
}
