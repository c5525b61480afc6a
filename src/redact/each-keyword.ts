import { FIRST_RANK, FOREIGN, type KeywordTable, KINDS } from "./keyword.js";
import { keywordTable } from "./keyword-table.js";

let finder: EachKeyword | undefined;

// One finder for all who ask: with a second the engine would no longer take its tables for constants.
export const eachKeyword: EachKeyword = (text, visit) => {
  finder ??= keywordFinder(keywordTable);
  return finder(text, visit);
};

/** Calls `visit` for each keyword in a text, in order, until it says that it has seen enough. */
type EachKeyword = (text: string, visit: (rank: number, at: number) => boolean) => boolean;

// All in one function, because the engine reads tables fastest where it knows them for constants.
export function keywordFinder({ words: lines, ranks: rankLines, threes }: KeywordTable): EachKeyword {
  const kinds = KINDS;
  // A byte of each character: they are read faster than the characters of a string.
  const bytes = new Uint8Array(FRONT + CHUNK + OVERLAP + FRONT);
  const room = Buffer.from(bytes.buffer, FRONT);
  // Where a keyword may lie. Kept for a walk of their own: with more to do, the engine is slower at this one.
  const places = new Uint16Array(bytes.length);
  const words = lines.split("\n");
  const ranks = rankLines.split("\n");
  const letters = Buffer.from(lines, "latin1");
  // For each keyword where its letters end.
  const ends = new Uint16Array(words.length);
  // For each three kinds: 0, or one more than the place of the last keyword that begins with them.
  const last = new Uint16Array(1 << 15);
  // For each keyword: 0, or one more than the place of the one before it with the same three.
  const before = new Uint16Array(words.length);
  // Those in other scripts, which no byte tells.
  const foreign: number[] = [];
  let end = -1;
  for (let place = 0; place < words.length; place++) {
    end += 1 + (words[place] ?? "").length;
    ends[place] = end;
    const three = threes.charCodeAt(place);
    if (three === FOREIGN) {
      foreign.push(place);
      continue;
    }
    before[place] = last[three] ?? 0;
    last[three] = place + 1;
  }
  const { fours, shorts } = foursOf(words, threes);
  let walked = 0;
  let walkPairs: typeof walk | undefined;

  return (text, visit) => {
    for (let from = 0; from < text.length; from += CHUNK) {
      const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK + OVERLAP);
      const end = FRONT + room.write(chunk, "latin1");
      bytes[end] = 0;
      bytes[end + 1] = 0;
      walked += chunk.length;
      if (walked > MANY && IS_LITTLE_ENDIAN) walkPairs ??= pairWalk(bytes, places, fours, shorts);
      const found = findForeign(chunk, matchIn((walkPairs ?? walk)(end)));
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

  function walk(end: number): number {
    let count = 0;
    let four = 0;
    for (let at = FRONT; at <= end; at += 2) {
      four =
        ((four << 10) | ((kinds[bytes[at] ?? 0] ?? 0) << 5) | (kinds[bytes[at + 1] ?? 0] ?? 0)) & 0xfffff;
      const either = (fours[four >> 5] ?? 0) | (shorts[(four >> 5) & 0x3ff] ?? 0);
      if ((either & (1 << (four & 31))) !== 0) places[count++] = at;
    }
    return count;
  }

  // The walk takes two bytes at a time and sees four. A keyword begins with the first of them or with the second, or
  // right before them: one of five bytes and more that begins with the second is seen when two bytes more are.
  function matchIn(count: number): Found | undefined {
    let found: Found | undefined;
    for (let n = 0; n < count; n++) {
      const at = places[n] ?? 0;
      let three = (kindAt(at - 3) << 10) | (kindAt(at - 2) << 5) | kindAt(at - 1);
      for (let start = at - 3; start < at; start++) {
        const place = last[three] ?? 0;
        if (place !== 0) found = matchAt(start, place, found);
        three = ((three << 5) & 0x7fff) | kindAt(start + 3);
      }
    }
    return found;
  }

  function kindAt(at: number): number {
    return kinds[bytes[at] ?? 0] ?? 0;
  }

  function matchAt(at: number, lastPlace: number, found: Found | undefined): Found | undefined {
    let all = found;
    for (let place = lastPlace; place !== 0; place = before[place - 1] ?? 0) {
      if (!seemsAt(at, place - 1)) continue;
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

  // As far as the bytes tell. From behind: how it begins is known by and large.
  function seemsAt(at: number, place: number): boolean {
    const start = place === 0 ? 0 : (ends[place - 1] ?? 0) + 1;
    for (let i = ends[place] ?? 0, to = at + i - start; --i >= start; ) {
      const code = bytes[--to] ?? 0;
      const wanted = letters[i] ?? 0;
      if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) continue;
      if (wanted !== DIGIT || code < 48 || code > 57) return false;
    }
    return true;
  }
}

// The same walk with both bytes looked up at once, in half the time. Its tables are made by who has much to walk.
function pairWalk(
  bytes: Uint8Array,
  places: Uint16Array,
  fours: Int32Array,
  shorts: Int32Array,
): (end: number) => number {
  const couples = new Uint16Array(bytes.buffer);
  const kinds = new Uint16Array(1 << 16);
  for (let kind = 0; kind < 32; kind++) {
    const row = Uint16Array.from(KINDS, (first) => (first << 5) | kind);
    for (let second = 0; second < 256; second++) if (KINDS[second] === kind) kinds.set(row, second << 8);
  }
  const all = fours.slice();
  for (let two = 0; two < shorts.length; two++) {
    const bits = shorts[two] ?? 0;
    if (bits !== 0)
      for (let four = two; four < all.length; four += shorts.length) all[four] = (all[four] ?? 0) | bits;
  }
  return (end) => {
    let count = 0;
    let four = 0;
    for (let at = FRONT; at <= end; at += 2) {
      four = ((four << 10) | (kinds[couples[at >> 1] ?? 0] ?? 0)) & 0xfffff;
      places[count] = at;
      count += ((all[four >> 5] ?? 0) >> (four & 31)) & 1;
    }
    return count;
  };
}

// Characters after which a faster walk has paid for its tables.
const MANY = 1 << 15;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

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
