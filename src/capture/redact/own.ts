/** What a person's own pattern cannot be, in words for that person. */
export interface Refused {
  readonly pattern: string;
  readonly why: string;
}

const MOST = 50;
const LONGEST = 300;
const MARKER = "[redacted:own]";

let own: readonly RegExp[] = [];

/**
 * From now on these are redacted as well, in this process. What cannot be used is left out and told, because a hook
 * must not fail for it. A leading `(?i)` ignores case.
 */
export function redactAlso(wanted: unknown): Refused[] {
  if (wanted === undefined) return [];
  if (!Array.isArray(wanted)) return [{ pattern: shown(wanted), why: "redact is no list of patterns" }];
  const refused: Refused[] = [];
  const taken: RegExp[] = [];
  for (const [n, pattern] of wanted.entries()) {
    const made = n < MOST ? compile(pattern) : `only ${MOST} patterns are used`;
    if (typeof made === "string") refused.push({ pattern: shown(pattern), why: made });
    else taken.push(made);
  }
  own = taken;
  return refused;
}

export function hideOwn(text: string): string {
  return own.reduce((clean, pattern) => clean.replace(pattern, MARKER), text);
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
  const slow = slowIn(source);
  if (slow !== undefined) return slow;
  const fresh = (text: string) => new RegExp(made.source, made.flags).test(text);
  if (fresh("")) return "it matches where nothing stands";
  if (fresh(MARKER) || fresh("[private]") || fresh("[redacted:token]"))
    return "it matches what stands for a secret";
  return made;
}

// Signs that mean themselves say nothing about repetition.
const ESCAPED = /\\.|\[(?:\\.|[^\]\\])*\]/gs;
const OPEN_ENDED = /[*+]|\{\d+,\}/g;
const REPEATED = /[*+?]|\{\d+(?:,\d*)?\}/;

// An engine that tries all ways takes for ever over some patterns, and a hook cannot stop it.
function slowIn(source: string): string | undefined {
  const bare = source.replace(ESCAPED, (sign) => (/^\\[1-9k]/.test(sign) ? "\\1" : "x"));
  if (bare.includes("\\1") || bare.includes("(?<")) return "it looks back";
  if ((bare.match(OPEN_ENDED)?.length ?? 0) > 2) return "it has more than two repetitions without an end";
  if ((bare.match(/\{/g)?.length ?? 0) > 8) return "it has more than eight counted repetitions";
  for (let at = bare.indexOf(")"); at >= 0; at = bare.indexOf(")", at + 1)) {
    if (!/^(?:[*+]|\{\d+(?:,\d*)?\})/.test(bare.slice(at + 1))) continue;
    const inner = bare.slice(openingOf(bare, at) + 1, at).replace(/^\?[:=!]/, "");
    if (REPEATED.test(inner) || inner.includes("|"))
      return "it repeats a group that can match in several ways";
  }
  return undefined;
}

function openingOf(bare: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (bare[at] === ")") depth++;
    else if (bare[at] === "(" && --depth === 0) return at;
  }
  return 0;
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
