/**
 * One way to say something, in lower case: keywords of which one must be in the text (`|` between them), and the pattern.
 * `~` stands for any letter.
 */
export type Wording = `${string} → ${string}`;

/** Looks for wordings in a text of small letters: the one that stands first. */
export type Find = (lower: string) => RegExpExecArray | undefined;

export interface Search extends Find {
  /** The same for the sentences of a text, or nothing where no sentence can have any of the wordings. */
  readonly within: (prose: string) => Find | undefined;
}

/** Finds a table's wordings between the edges of words. */
export function wordings(table: readonly Wording[]): Search {
  return search(table, BEFORE);
}

/** The same, only where the text begins with one of them. */
export function openings(table: readonly Wording[]): Search {
  return search(table, "^");
}

/** A row of a table of searches, made for the sentences of one text. */
export type Narrowed<Row> = Omit<Row, "find"> & { readonly find: Find };

/** The rows of which a text may have something. */
export function narrowed<Row extends { readonly find: Search }>(
  rows: readonly Row[],
  prose: string,
): Narrowed<Row>[] {
  return rows.flatMap((row) => {
    const find = row.find.within(prose);
    return find === undefined ? [] : [{ ...row, find }];
  });
}

// `\b` and `\p{L}` either do not know accented letters or make a pattern ten times dearer to build.
const LETTER = "a-zà-öø-ÿœ";
const BEFORE = `(?<![${LETTER}\\d_/.-])`;
// After an apostrophe the next word may begin at once: "d'une".
const AFTER = `(?:(?<=')|(?![${LETTER}\\d_]))`;

interface Built {
  readonly keywords: Keywords;
  pattern: RegExp | string;
}

// A hook's process is short: a pattern is only built where one of its keywords occurs.
function search(table: readonly Wording[], edge: string): Search {
  let built: readonly Built[] | undefined;
  const all = (): readonly Built[] => {
    built ??= table.map((wording) => {
      const [keywords = "", pattern = ""] = wording.split(" → ");
      return { keywords: keywordsOf(keywords), pattern };
    });
    return built;
  };
  return Object.assign((lower: string) => firstOf(all(), edge, lower), {
    within: (prose: string): Find | undefined => {
      const likely = all().filter(({ keywords }) => holdsAny(prose, keywords));
      return likely.length === 0 ? undefined : (lower) => firstOf(likely, edge, lower);
    },
  });
}

function firstOf(rows: readonly Built[], edge: string, lower: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const wording of rows) {
    if (!wording.keywords.words.some((word) => lower.includes(word))) continue;
    if (typeof wording.pattern === "string")
      wording.pattern = new RegExp(`${edge}(?:${wording.pattern.replaceAll("~", `[${LETTER}]`)})${AFTER}`);
    const match = wording.pattern.exec(lower);
    if (match !== null && (first === undefined || match.index < first.index)) first = match;
  }
  return first;
}

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

/** The words of a text in small letters; an apostrophe or a hyphen inside belongs to its word. */
export function wordsIn(lower: string): string[] {
  return lower.match(WORD) ?? [];
}

/** Some words, to be asked whether a word is one of them. */
export interface Words {
  has(word: string): boolean;
}

/** A table of words, written one after the other. It is taken apart when it is first asked: most hooks ask few. */
export function wordSet(words: string): Words {
  let set: ReadonlySet<string> | undefined;
  return {
    has(word) {
      set ??= new Set(words.split(" "));
      return set.has(word);
    },
  };
}

const WORD = /[a-z0-9à-öø-ÿœ_]+(?:['’-][a-z0-9à-öø-ÿœ_]+)*/g;

// What is neither Latin-1 nor œ nor one of the dashes, quotes, arrows, lines and ticks that people write around words.
const OTHER = /[\u0100-\u0151\u0154-\u200f\u205f-\u218f\u2200-\u24ff\u2776-\ufe0e\ufe10-\uffff]/;

/**
 * Whether the classes below know all letters and numbers of a text. `\p{L}` knows those of every other too, but a pattern
 * with it takes milliseconds to build, and a hook has few: it stands where it is used, so that only that builds it.
 */
export function isLatin(text: string): boolean {
  return !OTHER.test(text);
}

/** For use between square brackets. */
export const LATIN = {
  small: "a-zµß-öø-ÿœ",
  capital: "A-ZÀ-ÖØ-ÞŒ",
  letter: "A-Za-zªµºÀ-ÖØ-öø-ÿŒœ",
  number: "0-9²³¹¼-¾",
} as const;

const LONGEST = 120;

/** A piece of a sentence as it can be said again by itself: one line, no code marks, no closing punctuation. */
export function shortLine(text: string, longest = LONGEST): string | undefined {
  const line = text
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:—–-]+/, "")
    .replace(/[\s.,;:!…—–-]+$/, "");
  if (line.length < 2 || line.toLowerCase() === line.toUpperCase()) return undefined;
  return balanced(line.length <= longest ? line : cut(line, longest));
}

function cut(line: string, longest: number): string {
  const start = line.slice(0, longest - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > longest / 2 ? start.slice(0, space) : start).replace(/[\s.,;:—–-]+$/, "")}…`;
}

/** A bracket that was cut open reads like a mistake. */
function balanced(line: string): string {
  const open = line.lastIndexOf("(");
  if (open <= 0 || line.indexOf(")", open) !== -1) return line;
  return line.slice(0, open).trimEnd();
}
