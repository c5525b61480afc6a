import { stripAnsi } from "../ansi.js";

// Control characters, lone surrogates, and characters that reorder, hide or draw nothing. Listed, because Unicode
// properties cost every answer milliseconds.
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu;

// One line of ASCII with single spaces, as most names and commands are.
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Foreign text as one harmless line. */
export function clean(text: string): string {
  if (PLAIN.test(text)) return disarm(text);
  return disarm(stripAnsi(text).replace(UNSEEN, "").replace(/\s+/g, " ").trim());
}

/** Cuts at the end of a word near the limit, and marks the cut. */
export function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room < 2) return "";
  const cut = text.slice(0, room - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > room * 0.6 ? cut.slice(0, space) : cut;
  return `${kept.replace(/[\s,;:·–—-]+$/, "").toWellFormed()}…`;
}

/** As many items as fit, joined; the first one is shortened rather than left out. */
export function joinFitting(items: readonly string[], separator: string, room: number): string {
  let text = "";
  for (const item of items) {
    const next = text === "" ? shorten(item, room) : text + separator + item;
    if (next.length > room) break;
    text = next;
  }
  return text;
}

/**
 * Escapes foreign text that imitates its surroundings: the fence, tags of agents, roles of a conversation, our header.
 * Readable, never longer, and idempotent.
 */
export function disarm(text: string): string {
  // Most text has none of the characters that an imitation needs.
  if (!SIGN.test(text)) return text;
  const named = withoutFence(text)
    .replace(HEADING, "")
    .replace(ROLE_TAG, "‹$1$2")
    .replace(AGENT_TAG, "‹")
    .replace(MODEL_TAG, "($1)")
    .replace(ROLE, "$1·")
    .replace(OUR_NAME, "$1,")
    .replace(OUR_HEADER, (whole: string, before: string, name: string) =>
      spells("tidemark", name, 0) ? `${before}${name},` : whole,
    );
  // Again: a removed heading may have separated the parts of a tag.
  return withoutFence(named);
}

function withoutFence(text: string): string {
  return text.replace(BRACKET, (bracket: string, at: number) =>
    spells("recorded", text, at + bracket.length, SLASH) ? "(" : bracket,
  );
}

// The ASCII characters that all patterns need; beyond ASCII only Latin letters and quotes are known to be harmless.
const SIGN = /[<&%\\[#:|\u0080-\u00bf\u0100-\u0151\u0154-\u2017\u201e-\u2025\u2027-\uffff]|-(?= )/;

// No pattern here has the `u` flag or a Unicode property: building those costs every answer milliseconds.

const BRACKET = /[<＜﹤≮‹«〈〈《⟨⟪❬❮❰⧼⦑˂ᐸ≺≪⋖⪡᚜]|&(?:amp;)*(?:lt|#0*60|#x0*3c);?|%(?:25)*3c|\\u003c|\\x3c/gi;
const SLASH = /[/\\|!?]|&(?:amp;)*(?:sol|#0*47|#x0*2f);?|%(?:25)*2f|\\u002f|\\x2f/iy;

const STRONG =
  "(?:system(?:prompt|message|reminder)?|assistant|human|developer|instructions?|inst|sys|tidemark)(?![a-z0-9])";
const ROLE_TAG = new RegExp(`[<＜﹤]([\\s/|]*)(${STRONG}|im_(?:start|end))`, "gi");

// Tag names with a joint, as agents use, and a few without. `Vec<my_type>` imitates nothing.
const JOINED = "[a-z]\\w{0,60}[-:_][\\w:-]{0,60}";
const SIMPLE = "(?:user|tool|function|context|memory|prompt|hook|admin|message|thinking|env|result)";
const AGENT_TAG = new RegExp(
  `(?:(?<!\\w)<|<(?=\\s*/))(?=\\s*/?\\s*(?:${JOINED}|${SIMPLE})(?:\\s[^>]{0,200})?>)`,
  "g",
);

const MODEL_TAG = /\[(\s*\/?\s*(?:INST|SYS)\s*)\]/gi;

const HEADING = /^(?:[^\S\n]*###[#\t ]*)+/gm;

const DECORATION = "[^\\S\\n]*[>*_~\"'`(\\[{|\\t -]{0,40}";
const ROLE = new RegExp(
  `^(${DECORATION}(?:system|assistant|human|user|developer|syst[eè]me|utilisateur)` +
    `(?:[ _-](?:prompt|message|note|instructions?|reminder|override))?[\\])}*_"'\` ]{0,6})[:：﹕∶]`,
  "gim",
);

// Before a dot of our header any look-alike of the name counts, before other characters only the name itself.
const DOTS = "·•∙⋅‧・･⸱●◦";
const OUR_NAME = new RegExp(`^(${DECORATION}tidemark)[^\\S\\n]*(?:[:：|–—]|-(?= ))`, "gim");
const OUR_HEADER = new RegExp(`^(${DECORATION})([^\\n!-@[-\`{-~${DOTS}]{4,80}?)[^\\S\\n]*[${DOTS}]`, "gm");

/** Recorded text is between these, as data; only Tidemark's own words are outside. */
export const FENCE = { open: "<recorded>", close: "</recorded>" } as const;

/** The characters a fence adds to its lines, newlines included. */
export const FENCE_COST = FENCE.open.length + FENCE.close.length + 2;

/** Lines of recorded text in a fence that they cannot close or imitate. No lines, no fence. */
export function fence(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const single = lines.map((line) => line.replace(LINE_END, " "));
  // Escaped as a whole: a tag could begin at the end of one line and finish in the next.
  return [FENCE.open, ...disarm(single.join("\n")).split("\n"), FENCE.close];
}

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Whether a reader may see this lower-case word at `from`. Any character beyond ASCII may look like the letter or be
 * invisible; there are too many to list, so each counts as both. A match of `lead`, a sticky pattern, may precede.
 */
function spells(word: string, text: string, from: number, lead?: RegExp): boolean {
  const end = 1 << word.length;
  // One bit for each number of letters that may have matched so far.
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

interface Units {
  readonly now: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly days: string;
}

/** "a moment", "12 min", "2 h 15 min", "3 days". */
export function spell(ms: number, units: Units): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return units.now;
  if (minutes < 60) return `${minutes} ${units.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? `${hours} ${units.hour}` : `${hours} ${units.hour} ${rest} ${units.minute}`;
  }
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? units.day : units.days}`;
}
