/** A rejected pattern and the reason. */
export interface Refused {
  readonly pattern: string;
  readonly why: string;
}

const MAX_PATTERNS = 50;
const MAX_PATTERN_CHARS = 300;
const MARKER = "[redacted:own]";

/** A person's own patterns. */
export interface OwnPatterns {
  readonly patterns: readonly RegExp[];
  readonly refused: readonly Refused[];
}

/** Compiles `"redact"` of `config.json`. Bad patterns are reported, because a hook must not fail. */
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

// Limits open repetitions, far beyond any secret in a line.
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

/** Why a pattern could backtrack without end, which a hook could not stop; undefined if it cannot. */
function slowIn(source: string, flags: string): string | undefined {
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
  const { repetitions, choices } = waysIn(tokensIn(source), flags);
  if (repetitions > 0)
    return "a repetition can also match what stands behind it: say what it must not match, as in [^;]*;";
  return choices > MAX_CHOICES ? `more than ${MAX_CHOICES} of its choices begin alike` : undefined;
}

// Each choice doubles the number of ways.
const MAX_CHOICES = 4;
const ESCAPED = /\\.|\[(?:\\.|[^\]\\])*\]/gs;
const OPEN_ENDED = /[*+]|\{\d+,\}/g;
const REPEATED = /[*+?]|\{\d+(?:,\d*)?\}/;

function openingOf(bare: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (bare[at] === ")") depth++;
    else if (bare[at] === "(" && --depth === 0) return at;
  }
  return 0;
}

interface Token {
  readonly is: "sign" | "open" | "close" | "or" | "edge";
  readonly source: string;
  readonly isOptional: boolean;
  /** It may match a varying number of times. */
  readonly varies: boolean;
}

const TOKEN =
  /(\\x[\da-f]{2}|\\u[\da-f]{4}|\\c[a-z]|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?[:=!])?|.)([*+?]|\{\d+(?:,\d*)?\})?\??/gis;

function tokensIn(source: string): Token[] {
  return [...source.matchAll(TOKEN)].map(([, sign = "", times = ""]) => {
    const [least = "", most = least] = times.replace(/[{}]/g, "").split(",");
    return {
      is: tokenKind(sign),
      source: sign,
      isOptional: times === "*" || times === "?" || Number(least || 1) === 0,
      varies: times === "*" || times === "+" || (times.includes(",") && least !== most),
    };
  });
}

function tokenKind(sign: string): Token["is"] {
  if (sign.startsWith("(")) return "open";
  if (sign === ")") return "close";
  if (sign === "|") return "or";
  return sign === "^" || sign === "$" || /^\\[bB]$/.test(sign) ? "edge" : "sign";
}

/** Counts the repetitions that can also match what follows them, and the choices that the next sign does not decide. */
function waysIn(tokens: readonly Token[], flags: string): { repetitions: number; choices: number } {
  const firsts = new Map<number, ReadonlySet<string>>();
  const partner = partnersIn(tokens);
  const lastVarying = tokens.findLastIndex(({ varies }) => varies);
  let [repetitions, choices] = [0, 0];
  tokens.forEach(({ is, source, varies, isOptional }, at) => {
    if (is === "open") choices += alikeIn(alternatives(at).map(firstFrom));
    const own = is === "close" ? firstFrom((partner.get(at) ?? 0) + 1) : new Set([source]);
    if ((!varies && !isOptional) || !areAlike(own, firstFrom(at + 1))) return;
    if (!varies) choices++;
    else if (at !== lastVarying) repetitions++;
  });
  return { repetitions, choices };

  function alikeIn(starts: readonly ReadonlySet<string>[]): number {
    return starts.filter((one, n) => starts.slice(0, n).some((other) => areAlike(one, other))).length;
  }

  function areAlike(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
    return [...some].some((one) => [...others].some((other) => canBeSame(one, other, flags)));
  }

  /** The signs with which a match may continue at a token. */
  function firstFrom(at: number): ReadonlySet<string> {
    const known = firsts.get(at);
    if (known !== undefined) return known;
    const found = new Set<string>();
    firsts.set(at, found);
    const token = tokens[at];
    if (token === undefined) return found;
    const add = (from: number) => {
      for (const sign of firstFrom(from)) found.add(sign);
    };
    if (token.is === "sign") found.add(token.source);
    if (token.is === "close" || token.is === "edge" || (token.is === "sign" && token.isOptional)) add(at + 1);
    if (token.is === "or") add((closing(at) ?? tokens.length) + 1);
    if (token.is === "open") {
      for (const start of alternatives(at)) add(start);
      const close = partner.get(at);
      if (close !== undefined && tokens[close]?.isOptional) add(close + 1);
    }
    return found;
  }

  /** The end of the group around a token. */
  function closing(at: number): number | undefined {
    const ends = [...partner].filter(([open, close]) => open < at && close > at).map(([, close]) => close);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  function alternatives(open: number): number[] {
    const close = partner.get(open) ?? tokens.length;
    const starts = [open + 1];
    for (let at = open + 1; at < close; at++)
      if (tokens[at]?.is === "or" && closing(at) === close) starts.push(at + 1);
    return starts;
  }
}

/** Maps each end of a group to the other. */
function partnersIn(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>();
  const opened: number[] = [];
  tokens.forEach(({ is }, at) => {
    if (is === "open") opened.push(at);
    const open = is === "close" ? opened.pop() : undefined;
    if (open !== undefined) partners.set(open, at).set(at, open);
  });
  return partners;
}

const TRIED = [...Array(256).keys(), 0x17f, 0x2028, 0x212a, 0x4e00].map((code) => String.fromCharCode(code));

function canBeSame(one: string, other: string, flags: string): boolean {
  const [first, second] = [one, other].map((sign) => new RegExp(`^${sign}$`, flags.replace("g", "")));
  return TRIED.some((sign) => first?.test(sign) === true && second?.test(sign) === true);
}
