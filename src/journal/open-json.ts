/** JSON but for one text in it. Most events are a text with little around it, and to write it as JSON is most of the work. */
export interface OpenJson {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

export function closeJson({ before, text, after }: OpenJson): string {
  return before + JSON.stringify(text) + after;
}

/** Characters of a text that `Escaper` takes, and what they take at most: two quotes, and six bytes for a `\u0000`. */
const LONGEST = 10_000;
export const ESCAPED_ROOM = LONGEST * 6 + 2;

/** Writes a text as JSON does, in half the time: the engine makes another text first, and bytes of that then. */
export class Escaper {
  readonly #text = Buffer.allocUnsafeSlow(LONGEST * 3);
  readonly #from = viewOf(this.#text);

  /** Says where it ends; undefined where half a character is in it, or too many are. */
  write(room: Buffer, start: number, text: string): number | undefined {
    if (text.length > LONGEST) return undefined;
    const end = this.#text.write(text);
    if (end !== text.length && !text.isWellFormed()) return undefined;
    const from = this.#from;
    const into = viewOf(room);
    let to = start;
    into.setUint8(to++, QUOTE);
    let at = 0;
    for (; at + 4 <= end; at += 4) {
      const four = from.getUint32(at, true);
      if (isPlain(four)) {
        into.setUint32(to, four, true);
        to += 4;
      } else for (let one = at; one < at + 4; one++) to = writeByte(from.getUint8(one), into, to);
    }
    for (; at < end; at++) to = writeByte(from.getUint8(at), into, to);
    into.setUint8(to++, QUOTE);
    return to;
  }
}

/** Whether each of four bytes stands for itself: none is below a space, a quote or a backslash. Now and then it says no too often. */
function isPlain(four: number): boolean {
  const quotes = four ^ 0x22222222;
  const backslashes = four ^ 0x5c5c5c5c;
  const marks =
    ((four - 0x20202020) & ~four) |
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes);
  return (marks & 0x80808080) === 0;
}

function writeByte(byte: number, into: DataView, start: number): number {
  let to = start;
  const letter = LETTER[byte] ?? 0;
  if (letter === 0) into.setUint8(to++, byte);
  else {
    into.setUint8(to++, BACKSLASH);
    into.setUint8(to++, letter);
    if (letter === U)
      for (const digit of byte.toString(16).padStart(4, "0")) into.setUint8(to++, digit.charCodeAt(0));
  }
  return to;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const U = "u".charCodeAt(0);
/** For each byte what follows a backslash in its place, or 0 where it stands for itself. */
const LETTER = new Uint8Array(256).fill(U, 0, 32);
for (const sign of '"\\\b\f\n\r\t') LETTER[sign.charCodeAt(0)] = JSON.stringify(sign).charCodeAt(2);
