import { TidemarkError } from "../../error.js";
import { withTimeLimit } from "../../host/time-limit.js";
import { FORGOTTEN, type Wording } from "./erase-message.js";
import { escapePattern } from "./eraser.js";

/** A text to be forgotten, as it is found in strings and in files. */
export interface Pattern extends Wording {
  isInBytes(bytes: Buffer): boolean;
}

const LEAST = 3;
const MOST = 500;
/** Of a text that was cut off, so much of its start or end gives it away. */
const TELLING = 8;
const LIMIT = 5_000;
/** A day of the journal may be long. */
const LIMIT_OF_FILE = 60_000;

/** From a text, whose case does not matter, or from a regular expression between slashes, which says that itself. */
export function readPattern(text: string): Pattern {
  if (text.length > MOST) throw unusable(`The pattern is longer than ${MOST} characters.`);
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined ? literal(text) : expression(source, flags);
}

function literal(text: string): Pattern {
  if (text.replace(/\s/g, "").length < LEAST) {
    throw unusable(`The pattern is too short: it would be found in everything.`);
  }
  const find = new RegExp(escapings(text).map(quoted).join("|"), "giu");
  const replace = (said: string) => withoutEnds(said.replace(find, FORGOTTEN), text);
  // In the journal a string has been escaped once more than where it stands in an event.
  const pieces = text.length > TELLING ? [text.slice(0, TELLING), text.slice(-TELLING)].map(whole) : [text];
  const spelled = pieces.flatMap((piece) => [...escapings(piece), ...escapings(escapeJson(piece))]);
  return {
    ...(pieces.some((piece) => /\s/.test(piece))
      ? {}
      : { needle: new RegExp([...new Set(spelled)].map(escapePattern).join("|"), "iu") }),
    replace,
    isIn: (said) => replace(said) !== said,
    isInBytes: (bytes) => isInBytes(bytes, find),
  };
}

function expression(source: string, flags: string): Pattern {
  requireSimple(source);
  const find = compile(source, flags);
  if (find.test("")) throw unusable("The pattern is found in everything, even in nothing.");
  const within = <T>(work: () => T, limit = LIMIT): T => {
    const done = withTimeLimit(limit, work);
    if (done !== undefined) return done.result;
    throw unusable("The pattern takes too long to look for.");
  };
  const isIn = (text: string) => text.search(find) !== -1;
  if (within(() => isInAlmostAll(isIn)))
    throw unusable("The pattern is too short or too wide: it would be found in nearly everything.");
  return {
    replace: (text) => text.replace(find, FORGOTTEN),
    isIn,
    within: (work) => within(work, LIMIT_OF_FILE),
    isInBytes: (bytes) => within(() => isInBytes(bytes, find)),
  };
}

/** A file may be in one of two encodings; in the wider one it may begin at an odd place. */
function isInBytes(bytes: Buffer, find: RegExp): boolean {
  if (bytes.toString("utf8").search(find) !== -1) return true;
  return (
    bytes.includes(0) &&
    [bytes, bytes.subarray(1)].some((from) => from.toString("utf16le").search(find) !== -1)
  );
}

/** Texts that have little in common: what is found in each of them is found anywhere. */
const UNLIKE = [
  "The quick brown fox jumps over a lazy dog.",
  "src/app/retry-upload.ts:42",
  "2026-01-31T08:15:07Z",
  '{"a":[1,2],"b":null}',
  "PRAGMA user_version = 9;",
];
const PRINTABLE = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));

/** As a plain text has three characters at least, so has all that an expression finds. */
function isInAlmostAll(isIn: (text: string) => boolean): boolean {
  if (UNLIKE.every(isIn) || PRINTABLE.some(isIn)) return true;
  return PRINTABLE.some((one) => PRINTABLE.some((other) => isIn(one + other)));
}

/** Without the half of a character that a cut has left at an end. */
function whole(piece: string): string {
  return piece.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}

/** As the text stands by itself, and inside of JSON, once or twice. */
function escapings(text: string): string[] {
  const once = escapeJson(text);
  return [...new Set([text, once, escapeJson(once)])];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** To be found as it is, whatever blanks and line ends stand between its words. */
function quoted(text: string): string {
  return escapePattern(text).replace(/\s+/g, "\\s+");
}

/** What was kept of a long text is cut off at its ends, perhaps inside of what is to be forgotten. */
function withoutEnds(said: string, text: string): string {
  if (text.length <= TELLING) return said;
  const wanted = lowered(text);
  const end = said.endsWith("…") ? "…" : "";
  const body = end === "" ? said : said.slice(0, -1);
  const low = lowered(body);
  const head = longest(text.length - 1, (n) => low.endsWith(wanted.slice(0, n)));
  const rest = head === 0 ? body : `${body.slice(0, body.length - head)}${FORGOTTEN}`;
  const start = rest.startsWith("…") ? "…" : "";
  const inner = rest.slice(start.length);
  const lowInner = lowered(inner);
  const tail = longest(text.length - 1, (n) => lowInner.startsWith(wanted.slice(-n)));
  return head + tail === 0
    ? said
    : `${start}${tail === 0 ? inner : `${FORGOTTEN}${inner.slice(tail)}`}${end}`;
}

/** In lower case where that has the same length: a few letters become two. */
function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text;
}

function longest(most: number, holds: (n: number) => boolean): number {
  for (let n = most; n >= TELLING; n--) if (holds(n)) return n;
  return 0;
}

function compile(source: string, flags: string): RegExp {
  if (/[^gimsu]/.test(flags)) throw unusable("After its last slash the pattern may have i, m, s and u.");
  try {
    return new RegExp(source, `${flags.replace("g", "")}g`);
  } catch {
    throw unusable("The pattern is no regular expression."); // What V8 says would repeat it.
  }
}

/**
 * Refuses what takes time beyond measure on some texts: references back, and a repetition of what repeats. The rest is
 * found out while looking, before anything is changed.
 */
function requireSimple(source: string): void {
  if (/\\(?:[1-9]|k<)/.test(source)) throw unusable("The pattern may not refer back to a part of itself.");
  const groups: boolean[] = [];
  const plain = source.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  for (let at = 0; at < plain.length; at++) {
    const repeats = /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(at, at + 12));
    if (plain[at] === "(") groups.push(false);
    else if (plain[at] === ")") {
      const inner = groups.pop() ?? false;
      const outer = /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(at + 1, at + 13));
      if (inner && outer) throw unusable("The pattern repeats something that repeats itself.");
      if (inner || outer) mark(groups);
    } else if (repeats) mark(groups);
  }
}

function mark(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

// Never with the pattern itself: what is printed may be recorded.
function unusable(why: string): TidemarkError {
  return new TidemarkError("bad-argument", why, {
    hint: "Give a text of at least 3 characters, or a regular expression such as /acme-[0-9]+/i.",
  });
}
