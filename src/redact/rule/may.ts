// Cheap checks around a keyword, because most are ordinary words. They are false only if the pattern cannot match.

/** An assignment sign or a quoted value follows the name. */
export function mayAssign(text: string, at: number): boolean {
  let i = at;
  while (is(NAME, text.charCodeAt(i))) if (++i - at > 44) return false;
  const signs = i;
  for (; is(CLOSING, text.charCodeAt(i)); i++) if (text[i] === "\\") return true;
  if (text[i] === "[") return true;
  const spaces = i;
  while (is(SPACE, text.charCodeAt(i))) if (++i - spaces > 4) return false;
  const next = text.charCodeAt(i);
  // Leave entities and other scripts to the pattern.
  if (is(ASSIGNING, next) || next > 127) return true;
  if (next === BRACE) return text.startsWith("get;", i + 1) || text.startsWith("get;", i + 2);
  // Assignments of two signs, and names of several words.
  if (is(DOUBTFUL, next)) return CONTINUATIONS.includes(text.slice(i, i + 2));
  return (i > spaces && is(CLOSING, next)) || (i > signs && next === COMMA);
}

/** An assignment sign follows the vendor's name and the rest of the name. */
export function mayFollowVendor(text: string, at: number): boolean {
  let i = at;
  while (is(WORDS, text.charCodeAt(i))) if (++i - at > 64) return false;
  for (const gap = i; is(GAP, text.charCodeAt(i)); ) if (++i - gap > 4) return false;
  const next = text.charCodeAt(i);
  return is(SEPARATING, next) || next > 127;
}

/** A call, a closing tag, the word "value" or a block follows the name. */
export function mayName(text: string, at: number): boolean {
  let i = at;
  while (is(NAME, text.charCodeAt(i))) if (++i - at > 44) return false;
  if (text[i] === "(" || text[i] === "<") return true;
  for (const gap = i; is(GAP, text.charCodeAt(i)) || text[i] === ","; ) if (++i - gap > 28) return false;
  return text[i] === "v" || text[i] === "V" || text[i] === "{" || text.charCodeAt(i) > 127;
}

/** A quote and another argument follow the name. */
export function mayBeArgument(text: string, at: number): boolean {
  let i = at;
  while (is(NAME, text.charCodeAt(i))) if (++i - at > 44) return false;
  return is(CLOSING, text.charCodeAt(i)) && (text[i + 1] === "," || is(SPACE, text.charCodeAt(i + 1)));
}

/** A verb follows the word. */
export function maySay(text: string, at: number): boolean {
  let i = at + 4;
  while (text[i] !== " ") if (++i > at + 14) return false;
  if (text[i - 1] === "t" || text[i - 1] === "e") return true;
  return "iwestfop".includes(text.charAt(++i));
}

/** The keyword is part of an option: `--admin-password`. */
export function mayBeOption(text: string, at: number): boolean {
  let i = at;
  while (i > at - 40 && is(OPTION, text.charCodeAt(i - 1))) i--;
  return i < at && text[i] === "-";
}

const NAME = 1;
const CLOSING = 2;
const SPACE = 4;
const ASSIGNING = 8;
const WORDS = 16;
const GAP = 32;
const SEPARATING = 64;
const OPTION = 128;
const DOUBTFUL = 256;
const CONTINUATIONS = ["||", "!=", "!:", "?=", "?:", "??", ".=", "or", "of", "fo", "ke", "st", "St"];
const COMMA = ",".charCodeAt(0);
const BRACE = "{".charCodeAt(0);

const ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
const SPACES = " \t\n\r\v\f";
const uses = new Uint16Array(128);
for (const [use, signs] of [
  [NAME, `${ALPHANUMERIC}.-`],
  [CLOSING, "\"'])\\"],
  [SPACE, SPACES],
  [ASSIGNING, ":=>&"],
  [DOUBTFUL, "|!?.okfsS"],
  [WORDS, `${ALPHANUMERIC}. \t-`],
  [GAP, `${SPACES}'"\\`],
  [SEPARATING, "=:?|>,"],
  [OPTION, `${ALPHANUMERIC}-`],
] as const)
  for (const sign of signs) uses[sign.charCodeAt(0)] = (uses[sign.charCodeAt(0)] ?? 0) | use;

// False past the end, because the code is NaN there.
function is(use: number, code: number): boolean {
  return code < 128 && ((uses[code] ?? 0) & use) !== 0;
}
