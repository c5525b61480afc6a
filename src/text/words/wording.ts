/** A lower-case pattern after its keywords; with `|` between them one is enough. `~` matches any letter. */
export type Wording = `${string} → ${string}`;

/** Finds the first wording in a lower-case text. */
export type Find = (lower: string) => RegExpExecArray | undefined;

export interface Search extends Find {
  /** The search for the sentences of one text, or undefined if none of them can match. */
  readonly within: (prose: string) => Find | undefined;
}

/** Finds wordings as whole words anywhere. */
export function wordings(table: readonly Wording[]): Search {
  return search(table, BEFORE);
}

/** Finds wordings only at the start of a text. */
export function openings(table: readonly Wording[]): Search {
  return search(table, "^");
}

/** A table row whose search is narrowed to the sentences of one text. */
export type Narrowed<Row> = Omit<Row, "find"> & { readonly find: Find };

/** The rows that may match in a text. */
export function narrowed<Row extends { readonly find: Search }>(
  rows: readonly Row[],
  prose: string,
): Narrowed<Row>[] {
  const likely: Narrowed<Row>[] = [];
  for (const row of rows) {
    const find = row.find.within(prose);
    if (find !== undefined) likely.push({ ...row, find });
  }
  return likely;
}

/** Strings of which a text must contain one to match. */
export interface Keywords {
  readonly words: readonly string[];
  /** The number of texts searched so far. */
  searches: number;
  /** Two marks for each word. */
  marks?: Int16Array;
}

export function keywordsOf(words: string): Keywords {
  return { words: words.split("|"), searches: 0 };
}

export function holdsAny(text: string, keywords: Keywords): boolean {
  // A hook reads one or two texts, so marking the words first would not pay off.
  if (keywords.searches++ < MIN_SEARCHES) return keywords.words.some((word) => text.includes(word));
  const marks = marksOf(text);
  keywords.marks ??= Int16Array.from(keywords.words.flatMap(marksOfWord));
  const wanted = keywords.marks;
  for (let at = 0; at < wanted.length; at += 2) {
    const isLikely = marks[wanted[at] ?? 0] === 1 && marks[wanted[at + 1] ?? 0] === 1;
    if (isLikely && text.includes(keywords.words[at >> 1] ?? "")) return true;
  }
  return false;
}

/** The words of a lower-case text. Apostrophes and hyphens inside a word belong to it. */
export function wordsIn(lower: string): string[] {
  return lower.match(/[a-z0-9à-öø-ÿœ_]+(?:['’-][a-z0-9à-öø-ÿœ_]+)*/g) ?? [];
}

export interface Words {
  has(word: string): boolean;
}

/** A set of space-separated words. It is built on first use, because hooks use few of them. */
export function wordSet(words: string): Words {
  let set: ReadonlySet<string> | undefined;
  return {
    has(word) {
      set ??= new Set(words.split(" "));
      return set.has(word);
    },
  };
}

/** Whether `LATIN` covers all letters of a text. Patterns with `\p{L}` take milliseconds to build, so hooks avoid them. */
export function isLatin(text: string): boolean {
  return !OTHER.test(text);
}

/** A piece of a sentence fit to be quoted: one line, no code marks, no closing punctuation. */
export function shortLine(text: string, maxChars = 120): string | undefined {
  const line = text
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:—–-]+/, "")
    .replace(/[\s.,;:!…—–-]+$/, "");
  if (line.length < 2 || line.toLowerCase() === line.toUpperCase()) return undefined;
  return balanced(line.length <= maxChars ? line : cut(line, maxChars));
}

// `\b` ignores accented letters, and `\p{L}` makes a pattern ten times slower to build.
const LETTER = "a-zà-öø-ÿœ";
const BEFORE = `(?<![${LETTER}\\d_/.-])`;
// The next word may begin right after an apostrophe: "d'une".
const AFTER = `(?:(?<=')|(?![${LETTER}\\d_]))`;

interface Built {
  readonly keywords: Keywords;
  pattern: RegExp | string;
}

// Hooks are short-lived, so build a pattern only if one of its keywords occurs.
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
      let likely: Built[] | undefined;
      for (const row of all()) {
        if (!holdsAny(prose, row.keywords)) continue;
        likely ??= [];
        likely.push(row);
      }
      const rows = likely;
      return rows && ((lower) => firstOf(rows, edge, lower));
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

const MIN_SEARCHES = 8;
const LETTERS = 3;
const MARKS = 4_096;
/** The mark of every text. */
const ANY = MARKS;

// Hundreds of words are searched in the same text. Marking its trigrams once rules most of them out without a search.
const marks = new Uint8Array(MARKS + 1);
marks[ANY] = 1;
let marked = "";

function marksOf(text: string): Uint8Array {
  if (text === marked) return marks;
  marks.fill(0, 0, MARKS);
  let mark = 0;
  for (let at = 0; at < text.length; at++) {
    mark = next(mark, text.charCodeAt(at));
    marks[mark] = 1;
  }
  marked = text;
  return marks;
}

/** The marks of the first and the last three letters of a word. Shorter ones may be in any text. */
function marksOfWord(word: string): [first: number, last: number] {
  return word.length < LETTERS ? [ANY, ANY] : [markAt(word, LETTERS), markAt(word, word.length)];
}

function markAt(word: string, end: number): number {
  let mark = 0;
  for (let at = end - LETTERS; at < end; at++) mark = next(mark, word.charCodeAt(at));
  return mark;
}

// Only the last three letters stay in the mark.
function next(mark: number, code: number): number {
  return ((mark << 4) ^ code) & (MARKS - 1);
}

// Everything but Latin-1, œ, and the dashes, quotes, arrows, lines and ticks that people write around words.
const OTHER = /[\u0100-\u0151\u0154-\u200f\u205f-\u218f\u2200-\u24ff\u2776-\ufe0e\ufe10-\uffff]/;

/** Character classes, for use between square brackets. */
export const LATIN = {
  small: "a-zµß-öø-ÿœ",
  capital: "A-ZÀ-ÖØ-ÞŒ",
  letter: "A-Za-zªµºÀ-ÖØ-öø-ÿŒœ",
  number: "0-9²³¹¼-¾",
} as const;

function cut(line: string, maxChars: number): string {
  const start = line.slice(0, maxChars - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? start.slice(0, space) : start).replace(/[\s.,;:—–-]+$/, "")}…`;
}

/** Drops a bracket that the cut left open. */
function balanced(line: string): string {
  const open = line.lastIndexOf("(");
  if (open <= 0 || line.indexOf(")", open) !== -1) return line;
  return line.slice(0, open).trimEnd();
}
