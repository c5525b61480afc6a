import { type Line, linesIn, splitLine } from "../prose/sentence.js";

/** A sentence with its place in a message. */
export interface MessageSentence {
  readonly text: string;
  /** The heading above it, or the line with a colon above its list. */
  readonly heading: string;
  readonly isBullet: boolean;
  /** A heading, or a line with a colon above its list; not one above code, which is left out. */
  readonly isTitle: boolean;
  /** Its position in the message, from 0 on, and the number of sentences there. */
  readonly index: number;
  readonly count: number;
}

/** The sentences of a message, headings included, without code, tables, quotations, logs, diffs and tagged blocks. */
export function sentencesOf(text: string): MessageSentence[] {
  const found: Found[] = [];
  let heading = "";
  let list = "";
  for (const line of linesIn(text.replace(TAGGED, "\n"))) {
    if (line.kind === "blank") continue;
    const isBullet = line.kind === "item";
    if (!isBullet) list = "";
    const above = line.kind === "heading" ? "" : list || heading;
    const isTitle = line.kind === "heading";
    if (isBullet) nameList(found, list);
    for (const sentence of splitLine(line))
      if (isWorded(sentence.text)) found.push({ text: sentence.text, heading: above, isBullet, isTitle });
    if (line.kind === "heading") heading = titleOf(line);
    else if (!isBullet && line.text.endsWith(":")) list = titleOf(line);
  }
  return found.map((sentence, index) => ({ ...sentence, index, count: found.length }));
}

type Found = Omit<MessageSentence, "index" | "count">;

/** Makes the sentence above a list its title. */
function nameList(found: Found[], list: string): void {
  const last = found.at(-1);
  if (last !== undefined && !last.isBullet && list !== "" && last.text.endsWith(":"))
    found[found.length - 1] = { ...last, isTitle: true };
}

const MIN_CHARS = 6;
const MAX_HEADING_CHARS = 120;
const TAGGED = /^<([a-z][\w-]*)\b[^>\n]*>[\s\S]*?<\/\1>/gm;
const THREE_LETTERS = /(?:[a-zà-öø-ÿœ\u0370-\uffff][^a-zà-öø-ÿœ\u0370-\uffff]*){3}/i;

/** "yes" and "do 2" are left out: what they answer says more. */
function isWorded(text: string): boolean {
  return text.length >= MIN_CHARS && THREE_LETTERS.test(text);
}

function titleOf({ text }: Line): string {
  return text.replace(/:$/, "").slice(-MAX_HEADING_CHARS);
}
