import { holdsAny, type Keywords, keywordsOf } from "./keyword.js";

/**
 * One way to say something: the letters without which it cannot be there (several, with `|` between them: any), and its
 * pattern. Both in small letters; `~` stands for any letter.
 */
export type Wording = readonly [keywords: string, pattern: string];

/** Looks for wordings in a text of small letters: the one that stands first. */
export interface Search {
  (lower: string): RegExpExecArray | undefined;
  /** Whether any of their keywords occurs: asked of a whole text, it spares most of them the look at each sentence. */
  readonly mayBeIn: (lower: string) => boolean;
}

/** Finds a table's wordings between the edges of words. */
export function wordings(table: readonly Wording[]): Search {
  return search(table, BEFORE);
}

/** The same, only where the text begins with one of them. */
export function openings(table: readonly Wording[]): Search {
  return search(table, "^");
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
  let built: Built[] | undefined;
  const all = (): Built[] => {
    built ??= table.map(([keywords, pattern]) => ({ keywords: keywordsOf(keywords), pattern }));
    return built;
  };
  const find = (lower: string): RegExpExecArray | undefined => {
    let first: RegExpExecArray | undefined;
    for (const wording of all()) {
      if (!holdsAny(lower, wording.keywords)) continue;
      if (typeof wording.pattern === "string")
        wording.pattern = new RegExp(`${edge}(?:${wording.pattern.replaceAll("~", `[${LETTER}]`)})${AFTER}`);
      const match = wording.pattern.exec(lower);
      if (match !== null && (first === undefined || match.index < first.index)) first = match;
    }
    return first;
  };
  return Object.assign(find, {
    mayBeIn: (lower: string) => all().some(({ keywords }) => holdsAny(lower, keywords)),
  });
}
