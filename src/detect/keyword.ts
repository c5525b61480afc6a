/** Some letters of which a text must have one before it is worth a closer look. */
export interface Keywords {
  readonly words: readonly string[];
  /** In how many texts they were looked for. */
  texts: number;
  marked?: readonly Keyword[];
}

interface Keyword {
  readonly word: string;
  /** Where its first and its last three letters are marked; -1 for a word too short to have any. */
  readonly first: number;
  readonly last: number;
}

/** Written with `|` between them. */
export function keywordsOf(words: string): Keywords {
  return { words: words.split("|"), texts: 0 };
}

/** Whether a text has one of them in it. */
export function holdsAny(text: string, keywords: Keywords): boolean {
  // A hook reads one text or two: by then the words would only just be marked.
  if (keywords.texts++ < FEW) return keywords.words.some((word) => text.includes(word));
  const marks = marksOf(text);
  keywords.marked ??= keywords.words.map(markedWord);
  for (const { word, first, last } of keywords.marked) {
    if (first === -1 || (marks[first] === 1 && marks[last] === 1)) if (text.includes(word)) return true;
  }
  return false;
}

const FEW = 8;
const LETTERS = 3;
const MARKS = 4_096;

// Hundreds of words are looked for in the same text one after the other: what three letters follow each other in it is
// noted once, and most words are out without a search.
const marks = new Uint8Array(MARKS);
let marked = "";

function marksOf(text: string): Uint8Array {
  if (text === marked) return marks;
  marks.fill(0);
  let mark = 0;
  for (let at = 0; at < text.length; at++) {
    mark = next(mark, text.charCodeAt(at));
    marks[mark] = 1;
  }
  marked = text;
  return marks;
}

function markedWord(word: string): Keyword {
  return { word, first: markAt(word, LETTERS), last: markAt(word, word.length) };
}

function markAt(word: string, end: number): number {
  if (word.length < LETTERS) return -1;
  let mark = 0;
  for (let at = end - LETTERS; at < end; at++) mark = next(mark, word.charCodeAt(at));
  return mark;
}

// Whatever was before the last three letters is shifted out.
function next(mark: number, code: number): number {
  return ((mark << 4) ^ code) & (MARKS - 1);
}
