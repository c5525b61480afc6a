import { mayFollowVendor } from "./may.js";

/** A rule runs only at its keywords, so its cost depends on the hits and not on the length of the text. */
export interface Rule {
  readonly name: string;
  // At least three characters; the pattern starts at the first. Lower case matches both cases, # any digit.
  readonly keyword: readonly string[];
  // Sticky. The secret is the last defined group or the whole match, and ends the match.
  readonly pattern: () => RegExp;
  // The keyword must not continue a word.
  readonly word?: boolean;
  // A cheap check whether the pattern could match here.
  readonly may?: (text: string, at: number) => boolean;
  // Checks the forty characters before the keyword.
  readonly left?: (left: string) => boolean;
  // The start of a secret that begins before the keyword; -1 rejects it.
  readonly before?: (text: string, at: number) => number;
  readonly accept?: (secret: string, match: string) => boolean;
}

/** A rule from keywords with `|` between them. */
export function rule(name: string, keywords: string, source: string, traits: Traits = {}): Rule {
  const { flags = "y", left, ...rest } = traits;
  const pattern = lazy(source, flags);
  return { name, keyword: keywords.split("|"), pattern, left: left && ((text) => left.test(text)), ...rest };
}

type Traits = Pick<Rule, "word" | "may" | "before" | "accept"> & {
  readonly left?: RegExp;
  readonly flags?: "iy";
};

// Tokens with a shape of their own, as `name  keywords  pattern  left part of the secret`. A leading `\\b` keeps the keyword
// from continuing a word, `(?i)` ignores case. Lines become rules on use: a hook has no time to build two hundred.
export function table(lines: string): readonly string[] {
  return lines.trim().split("\n");
}

export function fromLine(line: string): Rule {
  const [name = "", keyword = "", source = "", before] = line.split("  ");
  const cased = !source.startsWith("(?i)");
  const rest = cased ? source : source.slice(4);
  const word = rest.startsWith("\\b");
  const pattern = lazy(word ? rest.slice(2) : rest, cased ? "y" : "iy");
  const words = keyword.split(" ");
  const rule = {
    name,
    keyword: keyword.includes("[") ? words.flatMap(spell) : words,
    pattern,
    word,
    accept: isNotFiller,
  };
  return before ? { ...rule, before: startOf(lazy(before, cased ? "" : "i")) } : rule;
}

// `A[12]` is short for A1 and A2.
function spell(keyword: string): string[] {
  const open = keyword.indexOf("[");
  const close = keyword.indexOf("]", open);
  if (close < 0) return [keyword];
  const choice = [...keyword.slice(open + 1, close)];
  return choice.flatMap((one) => spell(keyword.slice(0, open) + one + keyword.slice(close + 1)));
}

// Values known only by the vendor before them, `VENDOR_KEY = "value"`: `name  vendor names  value`, UUID stands for one.
export function fromVendorLine(line: string): Rule {
  const [name = "", keyword = "", value = ""] = line.split("  ");
  const words = keyword.split(" ");
  const accept = (secret: string, match: string) => isRandom(secret) && isNamed(match, words);
  return { name, keyword: words, accept, pattern: lazy(value, "iy", inContext), may: mayFollowVendor };
}

function inContext(value: string): string {
  return `${GAP}(${value.replaceAll("UUID", UUID)})${END}`;
}

// Compiles a pattern when its keyword first occurs.
export function lazy(source: string, flags: string, build?: (source: string) => string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(build ? build(source) : source, flags);
    return compiled;
  };
}

// People write rows of x, * and . instead of a token.
export function isNotFiller(secret: string): boolean {
  return !/x{7}|\*{4}|\.{3}/i.test(secret);
}

const GAP = String.raw`[\w.\t -]{3,60}[\s'"\\]{0,4}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[\x60'"\s=\\]{0,6}`;
const END = String.raw`(?![\w/+=-])`;
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const REACH = 120;

function startOf(before: () => RegExp): (text: string, at: number) => number {
  return (text, at) => {
    const left = before().exec(text.slice(Math.max(0, at - REACH), at));
    return left ? at - left[0].length : -1;
  };
}

function isRandom(secret: string): boolean {
  return /\d/.test(secret) && !/(\w)\1{7}/.test(secret) && isNotFiller(secret);
}

// A short name may also span two camel-cased words: CameraKit is not Meraki.
function isNamed(match: string, words: readonly string[]): boolean {
  const found = words.find((name) => match.toLowerCase().startsWith(name)) ?? "";
  return found.length > 6 || /^(?:[A-Z]?[a-z\W_]+|[A-Z\W_]+)$/.test(match.slice(0, found.length));
}
