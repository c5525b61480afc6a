import { stripAnsi } from "../ansi.js";
import { hidePrivate } from "../redact/private.js";
import type { Redact } from "../redact/redactor.js";

/** The longest text kept of each kind, in characters. Whole files and whole outputs are never kept. */
export const CAP = {
  prompt: 8_000,
  message: 4_000,
  said: 1_500,
  summary: 16_000,
  plan: 8_000,
  planItem: 300,
  command: 1_000,
  target: 300,
  path: 500,
  change: 900,
  output: 900,
  outputOk: 240,
  name: 120,
  fact: 600,
  pin: 400,
  rule: 300,
  topic: 60,
} as const;

// A secret that straddles the cut must still be seen whole, so more is redacted than is kept.
const MARGIN = 512;
// A private key is the one secret that runs over many lines.
const KEY = "PRIVATE KEY";
const KEY_MARGIN = 16_384;

/** Everything that is written passes through one of these: redacted first, then cut. */
export interface Bounds {
  /** How much was left out, for those who say so. */
  bounded(text: string, cap: number): { text: string; cut: number };
  bound(text: string, cap: number): string;
  /** The end of a text. */
  boundTail(text: string, cap: number): string;
  /** A short identifier from outside: no commands to a terminal, no control characters, no line breaks. */
  boundName(text: string, cap?: number): string;
}

export function boundsWith(redact: Redact): Bounds {
  const bounds: Bounds = {
    bounded(text, cap) {
      const clean = redact(wellFormed(headOf(text, cap)));
      if (clean.length <= cap && text.length <= cap) return { text: clean, cut: 0 };
      const kept = wellFormed(clean.slice(0, cap));
      return { text: kept, cut: Math.max(0, text.length - kept.length) };
    },
    bound: (text, cap) => bounds.bounded(text, cap).text,
    boundTail(text, cap) {
      // What is fenced off may begin far before the end.
      const clean = redact(wellFormed(tailOf(hidePrivate(text), cap)));
      return clean.length > cap ? wellFormed(clean.slice(-cap)) : clean;
    },
    boundName: (text, cap = CAP.name) => bounds.bound(stripAnsi(text).replace(UNPRINTABLE, " ").trim(), cap),
  };
  return bounds;
}

const UNPRINTABLE = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

// What is looked at ends with a line, within reason: half a token would not be known as one.
function headOf(text: string, cap: number): string {
  const least = cap + marginFor(text, cap);
  if (text.length <= least) return text;
  const end = text.indexOf("\n", least);
  return text.slice(0, end === -1 || end > least + KEY_MARGIN ? least + KEY_MARGIN : end);
}

function tailOf(text: string, cap: number): string {
  const start = text.length - cap - marginFor(text, cap);
  if (start <= 0) return text;
  const line = text.lastIndexOf("\n", start);
  return text.slice(line === -1 ? Math.max(0, start - KEY_MARGIN) : Math.max(line + 1, start - KEY_MARGIN));
}

function marginFor(text: string, cap: number): number {
  return text.length > cap && text.includes(KEY) ? KEY_MARGIN : MARGIN;
}

// A lone surrogate is not text: it would come back from disk as something else.
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
