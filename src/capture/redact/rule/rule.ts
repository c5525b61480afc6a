// A rule is tried only where one of its keywords occurs, so its cost follows the hits and not the text.
export interface Rule {
  readonly name: string;
  // Three characters or more; the pattern is tried at the first one. Small letters match both cases.
  readonly keyword: readonly string[];
  // Sticky. The secret is its last defined group (or the whole match) and always ends the match.
  readonly pattern: RegExp | (() => RegExp);
  // The keyword must not continue a word.
  readonly word?: boolean;
  // Where the secret begins when part of it stands before the keyword; -1 refuses.
  readonly before?: (text: string, at: number) => number;
  readonly accept?: (secret: string, match: string) => boolean;
}

// A token that its own prefix gives away, wherever it stands.
export function token(name: string, keyword: string, pattern: RegExp, before?: RegExp): Rule {
  const rule = { name, keyword: keyword.split(" "), pattern, accept: isNotFiller };
  return before ? { ...rule, before: (text, at) => startOf(before, text, at) } : rule;
}

// A token whose prefix is short enough to turn up inside other words.
export function word(name: string, keyword: string, pattern: RegExp): Rule {
  return { name, keyword: keyword.split(" "), pattern, word: true, accept: isNotFiller };
}

// A value that only the vendor's name in front of it gives away: `VENDOR_KEY = "value"`.
export function vendor(name: string, keyword: string, value: string): Rule {
  const words = keyword.split(" ");
  const accept = (secret: string, match: string) => isRandom(secret) && isNamed(match, words);
  return { name, keyword: words, accept, pattern: lazy(`${GAP}(${value})${END}`, "iy") };
}

// Patterns put together from parts are compiled when their keyword first occurs.
export function lazy(source: string, flags: string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(source, flags);
    return compiled;
  };
}

// Rows of x, * and . are what people write instead of a token.
export function isNotFiller(secret: string): boolean {
  return !/x{7}|\*{4}|\.{3}/i.test(secret);
}

const GAP = String.raw`[\w.\t -]{3,60}[\s'"\\]{0,4}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[\x60'"\s=\\]{0,6}`;
const END = String.raw`(?![\w/+=-])`;
const REACH = 120;

function startOf(before: RegExp, text: string, at: number): number {
  const left = before.exec(text.slice(Math.max(0, at - REACH), at));
  return left ? at - left[0].length : -1;
}

function isRandom(secret: string): boolean {
  return /\d/.test(secret) && !/(\w)\1{7}/.test(secret) && isNotFiller(secret);
}

// Short names also arise where two camel-cased words meet: CameraKit is not Meraki.
function isNamed(match: string, words: readonly string[]): boolean {
  const found = words.find((name) => match.toLowerCase().startsWith(name)) ?? "";
  return found.length > 6 || /^(?:[A-Z]?[a-z\W_]+|[A-Z\W_]+)$/.test(match.slice(0, found.length));
}
