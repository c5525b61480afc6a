import { slowIn } from "./slow-pattern.js";

/** What a person's own pattern cannot be, in words for that person. */
export interface Refused {
  readonly pattern: string;
  readonly why: string;
}

const MOST = 50;
const LONGEST = 300;
const MARKER = "[redacted:own]";

/** By the data folder they are for. A process may have several open, and then all of them hide what any wants hidden. */
const own = new Map<string, readonly RegExp[]>();

/**
 * From now on these are redacted as well, in this process. What cannot be used is left out and told, because a hook
 * must not fail for it. A leading `(?i)` ignores case.
 */
export function redactAlso(wanted: unknown, home = ""): Refused[] {
  own.delete(home);
  if (wanted === undefined) return [];
  if (!Array.isArray(wanted)) return [{ pattern: shown(wanted), why: "redact is no list of patterns" }];
  const refused: Refused[] = [];
  const taken: RegExp[] = [];
  for (const [n, pattern] of wanted.entries()) {
    const made = n < MOST ? compile(pattern) : `only ${MOST} patterns are used`;
    if (typeof made === "string") refused.push({ pattern: shown(pattern), why: made });
    else taken.push(made);
  }
  own.set(home, taken);
  return refused;
}

export function hideOwn(text: string): string {
  let clean = text;
  for (const patterns of own.values()) for (const pattern of patterns) clean = clean.replace(pattern, MARKER);
  return clean;
}

function compile(pattern: unknown): RegExp | string {
  if (typeof pattern !== "string" || pattern === "") return "it is no text";
  if (pattern.length > LONGEST) return `it is longer than ${LONGEST} characters`;
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
