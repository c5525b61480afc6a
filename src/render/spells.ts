/**
 * Whether a reader may take what stands at `from` for this word of small letters. Any sign beyond ASCII may be drawn
 * like the letter that is meant, or not at all: there are too many of both to list, so each counts as either.
 * Before the word may stand what matches `lead`, a sticky pattern.
 */
export function spells(word: string, text: string, from: number, lead?: RegExp): boolean {
  const end = 1 << word.length;
  // One bit for each number of letters that may have been read so far.
  let read = 1;
  for (let at = from; at < text.length && read !== 0 && (read & end) === 0; at++) {
    const code = text.charCodeAt(at);
    if (code > LAST_OF_ASCII) read |= read << 1;
    else if (code > BLANK && code !== DELETE) {
      const next = nextLetter(word, read, code | SMALL);
      const skipped = next === 0 && (read & 1) !== 0 ? lengthOf(lead, text, at) : 0;
      if (skipped > 0) at += skipped - 1;
      read = skipped > 0 ? 1 : next;
    }
  }
  return (read & end) !== 0;
}

function lengthOf(lead: RegExp | undefined, text: string, at: number): number {
  if (lead === undefined) return 0;
  lead.lastIndex = at;
  return lead.exec(text)?.[0].length ?? 0;
}

const BLANK = 0x20;
const SMALL = 0x20;
const DELETE = 0x7f;
const LAST_OF_ASCII = 0x7f;

function nextLetter(word: string, read: number, letter: number): number {
  let next = 0;
  for (let at = 0; at < word.length; at++) {
    if ((read & (1 << at)) !== 0 && word.charCodeAt(at) === letter) next |= 1 << (at + 1);
  }
  return next;
}
