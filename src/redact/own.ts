import { slowIn } from "./slow-pattern.js";

/** A pattern that is not used, and why, in words for the person who wrote it. */
export interface Refused {
  readonly pattern: string;
  readonly why: string;
}

const MAX_PATTERNS = 50;
const MAX_PATTERN_CHARS = 300;
const MARKER = "[redacted:own]";

/** A person's own patterns, compiled, and those that cannot be used. */
export interface OwnPatterns {
  readonly patterns: readonly RegExp[];
  readonly refused: readonly Refused[];
}

/** Compiles `"redact"` of `config.json`. A bad pattern is left out and reported, because a hook must not fail for it. */
export function readOwnPatterns(wanted: unknown): OwnPatterns {
  if (wanted === undefined) return { patterns: [], refused: [] };
  if (!Array.isArray(wanted))
    return { patterns: [], refused: [{ pattern: shown(wanted), why: "redact is no list of patterns" }] };
  const refused: Refused[] = [];
  const patterns: RegExp[] = [];
  for (const [n, pattern] of wanted.entries()) {
    const made = n < MAX_PATTERNS ? compile(pattern) : `only ${MAX_PATTERNS} patterns are used`;
    if (typeof made === "string") refused.push({ pattern: shown(pattern), why: made });
    else patterns.push(made);
  }
  return { patterns, refused };
}

export function hideOwn(text: string, patterns: readonly RegExp[]): string {
  let clean = text;
  for (const pattern of patterns) clean = clean.replace(pattern, MARKER);
  return clean;
}

function compile(pattern: unknown): RegExp | string {
  if (typeof pattern !== "string" || pattern === "") return "it is no text";
  if (pattern.length > MAX_PATTERN_CHARS) return `it is longer than ${MAX_PATTERN_CHARS} characters`;
  const isCaseless = pattern.startsWith("(?i)");
  const source = isCaseless ? pattern.slice(4) : pattern;
  let made: RegExp;
  try {
    made = new RegExp(bounded(source), isCaseless ? "gi" : "g");
  } catch {
    return "it is no regular expression";
  }
  const slow = slowIn(source, made.flags);
  if (slow !== undefined) return slow;
  const fresh = (text: string) => new RegExp(made.source, made.flags).test(text);
  if (fresh("")) return "it matches where nothing stands";
  if (fresh(MARKER) || fresh("[private]") || fresh("[redacted:token]"))
    return "it matches what stands for a secret";
  return made;
}

// A repetition without an end gets one, far beyond any secret of a line.
function bounded(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[*+]|\{(\d+),\}/gs, (sign, least: string | undefined) => {
    if (sign === "*") return "{0,500}";
    if (sign === "+") return "{1,500}";
    return least === undefined ? sign : `{${least},${Math.max(500, Number(least))}}`;
  });
}

function shown(pattern: unknown): string {
  return String(typeof pattern === "string" ? pattern : JSON.stringify(pattern)).slice(0, 60);
}
