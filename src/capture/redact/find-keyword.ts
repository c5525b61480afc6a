import { FIRST_RANK, FOREIGN, type KeywordTable, KINDS } from "./keyword.js";

/** Calls `visit` for each keyword in a text, in order, until it says that it has seen enough. */
export type EachKeyword = (text: string, visit: (rank: number, at: number) => boolean) => boolean;

// All in one function, because the engine reads tables fastest where it knows them for constants.
export function keywordFinder({
  words: lines,
  ranks: rankLines,
  threes,
  fourths,
}: KeywordTable): EachKeyword {
  const kinds = KINDS;
  // A byte of each character: they are read faster than the characters of a string.
  const bytes = new Uint8Array(FRONT + CHUNK + OVERLAP + FRONT);
  const room = Buffer.from(bytes.buffer, FRONT);
  const words = lines.split("\n");
  const ranks = rankLines.split("\n");
  // For each three kinds: 0, or one more than the place of the last keyword that begins with them.
  const last = new Uint16Array(1 << 15);
  // For each keyword: 0, or one more than the place of the one before it with the same three.
  const before = new Uint16Array(words.length);
  // Those in other scripts, which no byte tells.
  const foreign: number[] = [];
  for (let place = 0; place < words.length; place++) {
    const three = threes.charCodeAt(place);
    if (three === FOREIGN) {
      foreign.push(place);
      continue;
    }
    before[place] = last[three] ?? 0;
    last[three] = place + 1;
  }
  const { fours, shorts } = foursOf(words, threes);

  return (text, visit) => {
    for (let from = 0; from < text.length; from += CHUNK) {
      const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK + OVERLAP);
      const end = FRONT + room.write(chunk, "latin1");
      bytes[end] = 0;
      bytes[end + 1] = 0;
      const found = findForeign(chunk, findUntil(end));
      if (found === undefined) continue;
      // A byte of a wide character can look like a letter; in a text without such the engine sees that at once.
      const isWide = /[^\x00-\xff]/.test(chunk);
      for (let i = 0; i < found.length; i += 2) {
        const at = (found[i] ?? 0) - FRONT;
        const place = found[i + 1] ?? 0;
        // What begins in the overlap is found again with the next chunk.
        if (at >= CHUNK) break;
        if (isWide && !occursAt(chunk, at, words[place] ?? "")) continue;
        const rules = ranks[place] ?? "";
        for (let r = 0; r < rules.length; r++)
          if (visit(rules.charCodeAt(r) - FIRST_RANK, from + at)) return true;
      }
    }
    return false;
  };

  function findUntil(end: number): Found | undefined {
    let found: Found | undefined;
    let four = 0;
    for (let at = FRONT; at <= end; at += 2) {
      four =
        ((four << 10) | ((kinds[bytes[at] ?? 0] ?? 0) << 5) | (kinds[bytes[at + 1] ?? 0] ?? 0)) & 0xfffff;
      const either = (fours[four >> 5] ?? 0) | (shorts[(four >> 5) & 0x3ff] ?? 0);
      if ((either & (1 << (four & 31))) !== 0) found = matchIn(four, at - 2, found);
    }
    return found;
  }

  // The walk takes two bytes at a time and sees four. A keyword begins with the first of them or with the second, or
  // right before them: one of five bytes and more that begins with the second is seen when two bytes more are.
  function matchIn(four: number, at: number, found: Found | undefined): Found | undefined {
    let all = found;
    let place = last[((kinds[bytes[at - 1] ?? 0] ?? 0) << 10) | (four >> 10)] ?? 0;
    if (place !== 0) all = matchAt(at - 1, place, all);
    place = last[four >> 5] ?? 0;
    if (place !== 0) all = matchAt(at, place, all);
    place = last[four & 0x7fff] ?? 0;
    if (place !== 0) all = matchAt(at + 1, place, all);
    return all;
  }

  function matchAt(at: number, lastPlace: number, found: Found | undefined): Found | undefined {
    let all = found;
    const fourth = (bytes[at + 3] ?? 0) | 32;
    for (let place = lastPlace; place !== 0; place = before[place - 1] ?? 0) {
      const wanted = fourths.charCodeAt(place - 1);
      if ((wanted !== 0 && wanted !== fourth) || !seemsAt(at, words[place - 1] ?? "")) continue;
      all ??= [];
      insert(all, at, place - 1);
    }
    return all;
  }

  // In a text of one byte a character, as most are, the engine sees at once that these cannot be.
  function findForeign(chunk: string, found: Found | undefined): Found | undefined {
    let all = found;
    for (const place of foreign) {
      const word = words[place] ?? "";
      for (let at = chunk.indexOf(word); at >= 0; at = chunk.indexOf(word, at + 1)) {
        all ??= [];
        insert(all, FRONT + at, place);
      }
    }
    return all;
  }

  // As far as the bytes tell.
  function seemsAt(at: number, word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      const code = bytes[at + i] ?? 0;
      const wanted = word.charCodeAt(i);
      if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) continue;
      if (wanted !== DIGIT || code < 48 || code > 57) return false;
    }
    return true;
  }
}

// Characters at a time; a keyword that begins among them may end in the overlap.
const CHUNK = 4096;
const OVERLAP = 64;
// No keyword holds a zero: with zeros before and behind the text, nothing has to ask where it ends.
const FRONT = 8;
const DIGIT = "#".charCodeAt(0);

// Where each keyword begins and which it is, in turn and in order.
type Found = number[];

// A bit for each four kinds in which a keyword may lie, and for the three of one that is too short to fill four
// wherever it begins. A hook fills these at every start, so there is no loop in the loop.
function foursOf(words: readonly string[], threes: string): { fours: Int32Array; shorts: Int32Array } {
  const fours = new Int32Array(1 << 15);
  const shorts = new Int32Array(1 << 10);
  for (let place = 0; place < words.length; place++) {
    const word = words[place] ?? "";
    const three = threes.charCodeAt(place);
    if (three === FOREIGN) continue;
    const fourth = KINDS[word.charCodeAt(3)] ?? 0;
    if (word.length === 3) fours[three] = -1;
    else fours[three] = (fours[three] ?? 0) | (1 << fourth);
    if (word.length > 4) {
      const next = ((three << 5) & 0x7fff) | fourth;
      fours[next] = (fours[next] ?? 0) | (1 << (KINDS[word.charCodeAt(4)] ?? 0));
    } else shorts[three >> 5] = (shorts[three >> 5] ?? 0) | (1 << (three & 31));
  }
  return { fours, shorts };
}

// A keyword may be found by two fours, and after one that begins behind it.
function insert(found: Found, at: number, place: number): void {
  let i = found.length;
  for (; i > 0; i -= 2) {
    const other = found[i - 2] ?? 0;
    const otherPlace = found[i - 1] ?? 0;
    if (other === at && otherPlace === place) return;
    if (other < at || (other === at && otherPlace > place)) break;
  }
  if (i === found.length) found.push(at, place);
  else found.splice(i, 0, at, place);
}

function occursAt(text: string, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++)
    if (!stands(text.charCodeAt(at + i), word.charCodeAt(i))) return false;
  return true;
}

// Small letters of a keyword stand for both cases, capitals for themselves, # for any digit.
function stands(code: number, wanted: number): boolean {
  if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) return true;
  return wanted === DIGIT && code >= 48 && code <= 57;
}
