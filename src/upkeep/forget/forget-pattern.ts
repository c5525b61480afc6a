import { runInNewContext } from "node:vm";
import { TidemarkError } from "../../error.js";
import { at } from "../../host/json-path.js";
import { FORGOTTEN, type Wording } from "./erase-message.js";
import { escapePattern } from "./eraser.js";

export interface Pattern extends Wording {
  isInBytes(bytes: Buffer): boolean;
}

const MIN_PATTERN_CHARS = 3;
const MAX_PATTERN_CHARS = 500;
/** If a text was cut off inside of the pattern, a piece of this length still matches. */
const MIN_PIECE_CHARS = 8;
const TIMEOUT_MS = 5_000;
/** A journal file of a day may be long. */
const FILE_TIMEOUT_MS = 60_000;

/** Reads a text, which matches in any case, or a regular expression between slashes. */
export function readPattern(text: string): Pattern {
  if (text.length > MAX_PATTERN_CHARS)
    throw unusable(`The pattern is longer than ${MAX_PATTERN_CHARS} characters.`);
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined ? literal(text) : expression(source, flags);
}

function literal(text: string): Pattern {
  if (text.replace(/\s/g, "").length < MIN_PATTERN_CHARS) {
    throw unusable(`The pattern is too short: it would be found in everything.`);
  }
  const find = new RegExp(escapings(text).map(asExpression).join("|"), "giu");
  const replace = (said: string) => withoutEnds(said.replace(find, FORGOTTEN), text);
  // Strings in the journal are escaped once more than in an event.
  const pieces =
    text.length > MIN_PIECE_CHARS
      ? [text.slice(0, MIN_PIECE_CHARS), text.slice(-MIN_PIECE_CHARS)].map(withoutHalfCharacter)
      : [text];
  const spelled = pieces.flatMap((piece) => [...escapings(piece), ...escapings(escapeJson(piece))]);
  const hasBlank = pieces.some((piece) => /\s/.test(piece));
  return {
    needle: hasBlank ? undefined : new RegExp([...new Set(spelled)].map(escapePattern).join("|"), "iu"),
    replace,
    isIn: (said) => replace(said) !== said,
    isInBytes: (bytes) => isInBytes(bytes, find),
  };
}

function expression(source: string, flags: string): Pattern {
  requireSimple(source);
  const find = compile(source, flags);
  if (find.test("")) throw unusable("The pattern is found in everything, even in nothing.");
  const within = <T>(work: () => T, timeout = TIMEOUT_MS): T => {
    let done: { readonly result: T } | undefined;
    const run = () => {
      done = { result: work() };
    };
    try {
      // Only a context of its own can be stopped in the middle of a regular expression.
      runInNewContext("run()", { run }, { timeout });
    } catch (error) {
      if (at(error, "code") !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    }
    if (done !== undefined) return done.result;
    throw unusable("The pattern takes too long to look for.");
  };
  const isIn = (text: string) => text.search(find) !== -1;
  if (within(() => isInAlmostAll(isIn)))
    throw unusable("The pattern is too short or too wide: it would be found in nearly everything.");
  return {
    replace: (text) => text.replace(find, FORGOTTEN),
    isIn,
    within: (work) => within(work, FILE_TIMEOUT_MS),
    isInBytes: (bytes) => within(() => isInBytes(bytes, find)),
  };
}

/** Searches UTF-8, and UTF-16 from even and odd positions. */
function isInBytes(bytes: Buffer, find: RegExp): boolean {
  if (bytes.toString("utf8").search(find) !== -1) return true;
  return (
    bytes.includes(0) &&
    [bytes, bytes.subarray(1)].some((from) => from.toString("utf16le").search(find) !== -1)
  );
}

/** Texts with little in common: a pattern that matches all of them matches anything. */
const DISSIMILAR = [
  "The quick brown fox jumps over a lazy dog.",
  "src/app/retry-upload.ts:42",
  "2026-01-31T08:15:07Z",
  '{"a":[1,2],"b":null}',
  "PRAGMA user_version = 9;",
];
const PRINTABLE = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));

/** Like a plain text, a match of an expression must have three characters at least. */
function isInAlmostAll(isIn: (text: string) => boolean): boolean {
  if (DISSIMILAR.every(isIn) || PRINTABLE.some(isIn)) return true;
  return PRINTABLE.some((one) => PRINTABLE.some((other) => isIn(one + other)));
}

/** Drops half of a surrogate pair that a cut left at an end. */
function withoutHalfCharacter(piece: string): string {
  return piece.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}

/** The text itself, and as it is escaped in JSON once or twice. */
function escapings(text: string): string[] {
  const once = escapeJson(text);
  return [...new Set([text, once, escapeJson(once)])];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Matches the text with any white space between its words. */
function asExpression(text: string): string {
  return escapePattern(text).replace(/\s+/g, "\\s+");
}

/** Recorded texts are cut off, so their ends may hold a part of the pattern. */
function withoutEnds(said: string, text: string): string {
  if (text.length <= MIN_PIECE_CHARS) return said;
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

/** Lower case, unless that changes the length. */
function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text;
}

function longest(max: number, holds: (n: number) => boolean): number {
  for (let n = max; n >= MIN_PIECE_CHARS; n--) if (holds(n)) return n;
  return 0;
}

function compile(source: string, flags: string): RegExp {
  if (/[^gimsu]/.test(flags)) throw unusable("After its last slash the pattern may have i, m, s and u.");
  try {
    return new RegExp(source, `${flags.replace("g", "")}g`);
  } catch {
    throw unusable("The pattern is no regular expression."); // V8's message would repeat the pattern.
  }
}

/** Rejects back references and nested repetitions, which can take exponential time; a timeout catches the rest. */
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

// Does not quote the pattern, because output may be recorded.
function unusable(why: string): TidemarkError {
  return new TidemarkError("bad-argument", why, {
    hint: "Give a text of at least 3 characters, or a regular expression such as /acme-[0-9]+/i.",
  });
}
