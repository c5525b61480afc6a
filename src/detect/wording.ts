import { holdsAny, type Keywords, keywordsOf } from "./keyword.js";

/**
 * One way to say something: the letters without which it cannot be there (several, with `|` between them: any), and its
 * pattern. Both in small letters; `~` stands for any letter.
 */
export type Wording = readonly [keywords: string, pattern: string];

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
    built ??= table.map(([keywords, pattern]) => ({ keywords: keywordsOf(keywords), pattern }));
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
