import { redact } from "./redact/redact.js";

/** The longest text kept of each kind, in characters. Whole files and whole outputs are never kept. */
export const CAP = {
  prompt: 8_000,
  message: 4_000,
  said: 1_500,
  summary: 16_000,
  plan: 4_000,
  planItem: 300,
  command: 1_000,
  target: 300,
  path: 500,
  change: 900,
  output: 900,
  outputOk: 240,
  name: 120,
} as const;

// A secret that straddles the cut must still be seen whole, so more is redacted than is kept.
const MARGIN = 512;
// A private key is the one secret that runs over many lines.
const KEY = "PRIVATE KEY";
const KEY_MARGIN = 16_384;

/** Redacts, then cuts. Returns how much was left out, for those who say so. */
export function bounded(text: string, cap: number): { text: string; cut: number } {
  const clean = redact(wellFormed(headOf(text, cap)));
  if (clean.length <= cap && text.length <= cap) return { text: clean, cut: 0 };
  const kept = wellFormed(clean.slice(0, cap));
  return { text: kept, cut: Math.max(0, text.length - kept.length) };
}

export function bound(text: string, cap: number): string {
  return bounded(text, cap).text;
}

/** The end of a text, redacted before it is cut. */
export function boundTail(text: string, cap: number): string {
  const clean = redact(wellFormed(tailOf(text, cap)));
  return clean.length > cap ? wellFormed(clean.slice(-cap)) : clean;
}

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

/** A short identifier from outside: no control characters, no line breaks, bounded. */
export function boundName(text: string, cap: number = CAP.name): string {
  return bound(text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim(), cap);
}

// A lone surrogate is not text: it would come back from disk as something else.
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
