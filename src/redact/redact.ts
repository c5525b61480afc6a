import { eachKeyword } from "./each-keyword.js";
import { hideOwn } from "./own.js";
import { hidePrivate } from "./private.js";
import type { Redact } from "./redactor.js";
import type { Rule } from "./rule/rule.js";
import { ruleAt } from "./ruleset.js";

/** Replaces secrets by `[redacted:<rule>]`, `<private>` spans by `[private]`, and own patterns. It is idempotent. */
export function redactor(own: readonly RegExp[]): Redact {
  return (text) => redactAll(hideOwn(hidePrivate(text), own));
}

function redactAll(text: string): string {
  let current = text;
  // A marker can complete another pattern, but the second round seldom finds one.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = redactOnce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly rank: number;
}

const MAX_ROUNDS = 6;
const MARKER = /\[redacted:[a-z0-9-]*$/;

function redactOnce(text: string): string {
  let spans: Span[] | undefined;
  // A rule skips its own last match, so runs of one keyword stay linear.
  let doneTo: Map<number, number> | undefined;
  eachKeyword(text, (rank, at) => {
    if (doneTo !== undefined && at < (doneTo.get(rank) ?? 0)) return false;
    const found = tryRule(ruleAt(rank), text, at);
    if (found === undefined) return false;
    doneTo ??= new Map();
    doneTo.set(rank, found.end);
    spans ??= [];
    spans.push({ ...found, rank });
    return false;
  });
  return spans === undefined ? text : replace(text, [...spans, ...echoes(text, spans)]);
}

function tryRule(rule: Rule, text: string, at: number): { start: number; end: number } | undefined {
  const { before, left, accept } = rule;
  if ((rule.word && !beginsWord(text, at)) || rule.may?.(text, at) === false) return undefined;
  const pattern = rule.pattern();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const end = pattern.lastIndex;
  const secret = match.findLast((group) => group !== undefined) ?? "";
  let start = end - secret.length;
  if (before) {
    start = before(text, at);
    if (start < 0) return undefined;
  }
  if (left && !left(text.slice(Math.max(0, at - 40), at))) return undefined;
  if (start >= end || secret.includes("[redacted:") || secret.includes("[private]")) return undefined;
  if (accept && !accept(text.slice(start, end), match[0])) return undefined;
  return MARKER.test(text.slice(Math.max(0, at - 60), at)) ? undefined : { start, end };
}

// A word also begins after an escaped line break or a colour code, which end in a letter.
function beginsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1) | 32;
  if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) return true;
  if (!"nrtm".includes(text.charAt(at - 1))) return false;
  return /(?:\\[nrt]|\[[\d;]{0,10}m)$/.test(text.slice(Math.max(0, at - 12), at));
}

// Finds the other places of each secret in the text.
function echoes(text: string, spans: readonly Span[]): Span[] {
  const known = new Map<string, number>();
  for (const { start, end, rank } of spans) {
    const secret = text.slice(start, end);
    if (known.size < MAX_ECHOED && isDistinctive(secret) && !known.has(secret)) known.set(secret, rank);
  }
  const found: Span[] = [];
  for (const [secret, rank] of known) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
      found.push({ start: at, end: at + secret.length, rank });
    }
  }
  return found;
}

const MAX_ECHOED = 50;

// Short or wordy values may mean something else elsewhere.
function isDistinctive(secret: string): boolean {
  return secret.length >= 8 && secret.length <= 256 && /\d/.test(secret) && /[A-Za-z]/.test(secret);
}

function replace(text: string, spans: Span[]): string {
  spans.sort((a, b) => a.start - b.start || a.rank - b.rank);
  let out = "";
  let from = 0;
  for (let i = 0; i < spans.length; ) {
    const first = spans[i];
    if (!first) break;
    let { end, rank } = first;
    let next = spans[++i];
    while (next && next.start < end) {
      end = Math.max(end, next.end);
      rank = Math.min(rank, next.rank);
      next = spans[++i];
    }
    out += `${text.slice(from, first.start)}[redacted:${ruleAt(rank).name}]`;
    from = end;
  }
  return out + text.slice(from);
}
