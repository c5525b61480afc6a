import { stripAnsi } from "../ansi.js";
import { hidePrivate } from "../redact/private.js";
import type { Redact } from "../redact/redactor.js";

/** Maximum characters of each kind of text. Whole files and outputs are never kept. */
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
  landmarks: 600,
  name: 120,
  fact: 600,
  pin: 400,
  rule: 300,
  topic: 60,
} as const;

// Redact more than is kept, so that a secret across the cut is seen whole. Only private keys span many lines.
const MARGIN = 512;
const KEY_MARGIN = 16_384;

/** Every written text passes through one of these, which redact it and then cut it. */
export interface Bounds {
  /** Also returns the number of characters cut off. */
  bounded(text: string, cap: number): { text: string; cut: number };
  bound(text: string, cap: number): string;
  /** Keeps the end of a text. */
  boundTail(text: string, cap: number): string;
  /** Bounds a short identifier, without terminal codes, control characters and line breaks. */
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
      // A private span may begin far before the end.
      const clean = redact(wellFormed(tailOf(hidePrivate(text), cap)));
      return clean.length > cap ? wellFormed(clean.slice(-cap)) : clean;
    },
    boundName: (text, cap = CAP.name) => bounds.bound(stripAnsi(text).replace(UNPRINTABLE, " ").trim(), cap),
  };
  return bounds;
}

const UNPRINTABLE = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

// Ends with a line if possible, because half a token cannot be recognised.
function headOf(text: string, cap: number): string {
  const min = cap + marginFor(text, cap);
  if (text.length <= min) return text;
  const end = text.indexOf("\n", min);
  return text.slice(0, end === -1 || end > min + KEY_MARGIN ? min + KEY_MARGIN : end);
}

function tailOf(text: string, cap: number): string {
  const start = text.length - cap - marginFor(text, cap);
  if (start <= 0) return text;
  return text.slice(Math.max(text.lastIndexOf("\n", start) + 1, start - KEY_MARGIN));
}

function marginFor(text: string, cap: number): number {
  return text.length > cap && text.includes("PRIVATE KEY") ? KEY_MARGIN : MARGIN;
}

// A lone surrogate would come back from disk as something else.
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
