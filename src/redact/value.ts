// Judges a value whose surroundings say secret: is it one, or code, prose, a path, a placeholder?

export function isPlaceholder(value: string): boolean {
  return FILLER.test(value) || STAND_IN.test(value) || CODE.test(value);
}

// What a person would choose as password: at least letters and digits or a sign, and not just named words.
export function isPasswordLike(value: string): boolean {
  if (isPlaceholder(value) || isPlain(value)) return false;
  return SIGN.test(value.slice(1)) || (/\d/.test(value) && !isWordy(value)) || isChosen(value);
}

// Two names and a number, or letters that are no words.
function isChosen(value: string): boolean {
  return /^(?:[A-Z][a-z]{2,12}){2,3}\d{2,6}$/.test(value) || isScrambled(value);
}

// Letters alone, as a generator gives them: no name changes its case that often, no word is so hard to say.
function isScrambled(value: string): boolean {
  if (!/^[A-Za-z]{12,64}$/.test(value) || isWordy(value)) return false;
  const humps = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0;
  return humps * 3 > value.length || (humps > 2 && /[^aeiouyAEIOUY]{6}/.test(value));
}

// As above where nothing marks the ends of the value, so code and prose must be ruled out by its shape.
export function isBarePassword(value: string): boolean {
  if (value.length < 6 || isPlaceholder(value) || isPlain(value) || isWordy(value) || isMember(value))
    return false;
  if (/[/\\:|]|\.\w{1,5}$|^[-.@#+]|^\W+$/.test(value)) return isRandom(value) && !value.includes("://");
  if (value.length >= 14 && isScrambled(value)) return true;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (classes(value) >= 3) return digits > 0 || /[!@#$^&*]$/.test(value);
  return /^(?:\w{2,19}[!#^*]+|[A-Z0-9]{8,}|[a-z0-9]{8,})$/.test(value) && (digits >= 2 || !/\w$/.test(value));
}

// A word with a number behind a tight `=`, as ini files and connection strings have it.
export function isLoosePassword(value: string): boolean {
  return /^[A-Za-z]{3,30}\d{1,6}\W{0,3}$/.test(value) && !isPlaceholder(value) && !isPlain(value);
}

// What a machine made: long, mixed, without words in it.
export function isRandom(value: string): boolean {
  if (value.length < 14 || isPlaceholder(value) || isPlain(value) || isWordy(value) || isMember(value))
    return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /[,;]/.test(value)) return false;
  return classes(value) >= 3 ? entropy(value) >= 3.2 : value.length >= 24 && entropy(value) >= 3.6;
}

// Small letters and digits in no order, too short to be told from a name by anything but its digits.
export function isIssued(value: string): boolean {
  return (
    /^[a-z0-9]{20,23}$/.test(value) && (value.match(/[a-z]\d/g)?.length ?? 0) >= 4 && !isPlaceholder(value)
  );
}

export function isDigest(value: string): boolean {
  return /^(?=[a-f]{0,30}\d)[0-9a-f]{32,128}$/i.test(value) && !/(.)\1{7}/.test(value);
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

const FILLER = /[xX]{4}|\*{3}|\.{3}|-{4}|_{4}|#{3}|(.)\1{5}|1234567|abcdef|ABCDEF|[•…]/;
const STAND_IN =
  /example|your|change.?(?:me|it)|placeholder|dummy|sample|fake|mock|\btest|test\b|insert|replace|todo|redacted|masked|hidden|encrypted|undefined|null|none\b|string|boolean|number|required|optional|foo|bar\b|secret$|^secret|passw(?:or)?d|passphrase|default|invalid|wrong|correct|token|credential|private$|dev(?:elopment)?$|local/i;
// Looked up at run time, interpolated, called, or printed: the value itself is elsewhere.
const CODE =
  /^[$%<{[(&@]|[$#]\{|\{\{|\$\(|<%|%[sdv]\b|^(?:process|os|env|config|self|this|req|props|options|settings|args|input|data|var|local|module|secrets?)\b[.[]|\w\([^()]*\)|\w\($|\)$|=>|::|\]\.|\w\.\w+\.[a-z]|\bthis\.|\?[a-z]\w*[.:]|&&|^--?[a-z][a-z-]*(?:=|$)/i;

// Numbers, hex digests, UUIDs, dates, versions, paths: everyday data with no secret in its shape.
function isPlain(value: string): boolean {
  return (
    /^(?:[\d.,:%+-]+[A-Za-z]{0,2}|[\dA-Fa-f]{8}-[\dA-Fa-f-]{27}|0x[\dA-Fa-f]+|[\^~<>=]{0,2}v?\d+\.[\dx][\w.-]*|#[\dA-Fa-f]{3,8})$/.test(
      value,
    ) ||
    /^(?:\d{4}-\d\d-\d\d|sha\d+[-:]|md5[-:]|https?:|data:|@?[\w./-]{1,80}@[\^~]?v?\d+\.\d+\.\d)/.test(
      value,
    ) ||
    /^(?:\.{0,2}|~|[A-Z]:|[\w.@-]{1,80})[/\\](?:[\w.@-]+[/\\])*[\w.@-]*\.\w{1,5}(?::\d{1,6}){0,2}$/.test(
      value,
    )
  );
}

// `module.Name`, as code writes it; no name has numbers in three places of a long part.
function isMember(value: string): boolean {
  return (
    value.length < 40 &&
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) &&
    !/\.(?=\w{20})(?:[A-Za-z_]+\d+){3}/.test(value)
  );
}

// Most letters stand in words of four and more: `user-2-password`, `TestTokenUsage`.
function isWordy(value: string): boolean {
  let inWords = 0;
  for (const word of value.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}(?![a-z])/g) ?? []) {
    if (/[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word)) inWords += word.length;
  }
  return (
    inWords * 5 >= value.length * 3 &&
    (/[-_. /:]|[a-z]\d?[A-Z]/.test(value) || !/\d/.test(value)) &&
    !SIGN.test(value)
  );
}

const SIGN = /[!#^*?~](?![=])|[@$%&](?=\w*\W*$)/;

function classes(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
