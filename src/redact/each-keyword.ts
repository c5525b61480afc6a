import { FIRST_RANK, FOREIGN, type KeywordTable, KINDS } from "./keyword.js";
import { keywordTable } from "./keyword-table.js";
import { mayHidePrivate } from "./private.js";

let finder: EachKeyword | undefined;

// A single finder, because the engine treats its tables as constants.
export const eachKeyword: EachKeyword = (text, visit) => {
  finder ??= keywordFinder(keywordTable);
  return finder(text, visit);
};

/** A cheap check whether `redact` could find anything, so that a hook need not load the rules. */
export function mayHoldSecret(text: string): boolean {
  return eachKeyword(text, () => true) || mayHidePrivate(text);
}

/** Calls `visit` for each keyword in order until it returns true. */
type EachKeyword = (text: string, visit: (rank: number, at: number) => boolean) => boolean;

// One function, because the engine reads constant tables fastest.
export function keywordFinder({ words: lines, ranks: rankLines, threes }: KeywordTable): EachKeyword {
  const kinds = KINDS;
  // The low byte of each character, which is faster to read than a string.
  const bytes = new Uint8Array(FRONT + CHUNK + OVERLAP + FRONT);
  const buffer = Buffer.from(bytes.buffer, FRONT);
  // Candidate places. They are checked in a second loop to keep the first one fast.
  const places = new Uint16Array(bytes.length);
  const words = lines.split("\n");
  const ranks = rankLines.split("\n");
  const letters = Buffer.from(lines, "latin1");
  // The end of the letters of each keyword.
  const ends = new Uint16Array(words.length);
  // For each three kinds: 0, or 1 + the index of the last keyword that begins with them.
  const last = new Uint16Array(1 << 15);
  // For each keyword: 0, or 1 + the index of the previous one with the same three.
  const before = new Uint16Array(words.length);
  // Keywords in other scripts.
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
  let scanned = 0;
  let scanPairs: typeof scan | undefined;

  return (text, visit) => {
    for (let from = 0; from < text.length; from += CHUNK) {
      const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK + OVERLAP);
      const end = FRONT + buffer.write(chunk, "latin1");
      bytes[end] = 0;
      bytes[end + 1] = 0;
      scanned += chunk.length;
      if (scanned > PAIR_SCAN_CHARS && IS_LITTLE_ENDIAN) scanPairs ??= pairScan(bytes, places, fours, shorts);
      const found = findForeign(chunk, matchIn((scanPairs ?? scan)(end)));
      if (found === undefined) continue;
      // The low byte of a wide character can look like a letter.
      const isWide = /[^\x00-\xff]/.test(chunk);
      for (let i = 0; i < found.length; i += 2) {
        const at = (found[i] ?? 0) - FRONT;
        const place = found[i + 1] ?? 0;
        // The next chunk covers the overlap.
        if (at >= CHUNK) break;
        if (isWide && !occursAt(chunk, at, words[place] ?? "")) continue;
        const rules = ranks[place] ?? "";
        for (let r = 0; r < rules.length; r++)
          if (visit(rules.charCodeAt(r) - FIRST_RANK, from + at)) return true;
      }
    }
    return false;
  };

  function scan(end: number): number {
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

  // The scan takes two bytes at a time and sees four; a keyword begins at the first, at the second or right before.
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

  // The engine rules these out at once in a one-byte string.
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

  // Compares bytes from the end, because the beginning already matched roughly.
  function seemsAt(at: number, place: number): boolean {
    const start = place === 0 ? 0 : (ends[place - 1] ?? 0) + 1;
    for (let i = ends[place] ?? 0, to = at + i - start; --i >= start; ) {
      const code = bytes[--to] ?? 0;
      const wanted = letters[i] ?? 0;
      if (!isMatch(code, wanted)) return false;
    }
    return true;
  }
}

// Scans both bytes at once in half the time. Its tables pay off only for much text.
function pairScan(
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

// After this many characters the faster scan has paid for its tables.
const PAIR_SCAN_CHARS = 1 << 15;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

// A keyword that begins in a chunk may end in the overlap.
const CHUNK = 4096;
const OVERLAP = 64;
// Zeros around the text, which no keyword contains, replace bounds checks.
const FRONT = 8;
const DIGIT = "#".charCodeAt(0);

// Alternately the start and the index of each keyword, in order.
type Found = number[];

// One bit for each four kinds that may belong to a keyword, and for three kinds of a short one. Hooks fill these at start.
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

// Keeps the order and drops duplicates, because two fours may find the same keyword.
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
    if (!isMatch(text.charCodeAt(at + i), word.charCodeAt(i))) return false;
  return true;
}

// Lower case matches both cases, # any digit.
function isMatch(code: number, wanted: number): boolean {
  if (code === wanted || (code >= 65 && code <= 90 && code + 32 === wanted)) return true;
  return wanted === DIGIT && code >= 48 && code <= 57;
}
