/** The code names in a text, each once, in order: `parseHeader`, `MAX_SIZE`, `fs.readFile`, `--dry-run`, `#412`. */
export function namesIn(text: string): string[] {
  return [...countNames(text).keys()];
}

/** The code names and how often each occurs. It scans by letter because it runs for every edit and command. */
export function countNames(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let isInside = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = isInside ? at : tokenEnd(text, at, code);
    if (end === at) {
      // No name begins in the middle of a word, path or address.
      isInside = is(code, WORD | JOINT);
      at++;
      continue;
    }
    if (end - at <= MAX_NAME_CHARS && (code === HASH || code === DASH || hasCodeShape(text, at, end))) {
      const token = text.slice(at, end);
      if (!FILE_ENDING.test(token) && !/\.(?:com|org|io|net|dev|app|ai|g|e)$/.test(token) && !HEX.test(token))
        counts.set(token, (counts.get(token) ?? 0) + 1);
    }
    at = end;
    isInside = true;
  }
  return counts;
}

/** The files named in a text, each once: `src/app/open.ts`, `README.md`. */
export function pathsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PATH), ([path]) => path))];
}

const FILE_ENDING =
  /\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|zsh|sql|s?css|html?|txt|mod|sum|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte|svg|png|log)$/;
const HEX = /^[0-9a-f]{6,}$/;
const MIN_NAME_CHARS = 5;
const MAX_NAME_CHARS = 60;
const TICKET_DIGITS = { min: 2, max: 6 } as const;

const HASH = 35;
const DOLLAR = 36;
const DASH = 45;
const DOT = 46;
const UNDERSCORE = 95;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const LOW_LINE = 8;
const JOINT = 16;
const WORD = LOWER | UPPER | DIGIT | LOW_LINE;

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === UNDERSCORE) return LOW_LINE;
  return "/.$@".includes(String.fromCharCode(code)) ? JOINT : 0;
});

function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] ?? 0) : 0;
}

function is(code: number, kinds: number): boolean {
  return (kindOf(code) & kinds) !== 0;
}

/** The end of a possible name: a long flag, a ticket number, or a word with dots. `at` if there is none. */
function tokenEnd(text: string, at: number, code: number): number {
  if (code === DOLLAR || is(code, LOWER | UPPER | LOW_LINE)) return wordEnd(text, at);
  if (code === HASH) return ticketEnd(text, at);
  return code === DASH ? flagEnd(text, at) : at;
}

function wordEnd(text: string, at: number): number {
  let end = at + 1;
  for (let code = text.charCodeAt(end); code === DOLLAR || is(code, WORD); code = text.charCodeAt(end)) end++;
  while (text.charCodeAt(end) === DOT && is(text.charCodeAt(end + 1), LOWER | UPPER | LOW_LINE))
    end = runEnd(text, end + 2, WORD);
  return end;
}

function ticketEnd(text: string, at: number): number {
  const end = runEnd(text, at + 1, DIGIT);
  const digits = end - at - 1;
  const isTicket =
    digits >= TICKET_DIGITS.min && digits <= TICKET_DIGITS.max && !is(text.charCodeAt(end), WORD);
  return isTicket ? end : at;
}

/** A flag counts only with a dash inside: `--force` is a plain word. */
function flagEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== DASH || !is(text.charCodeAt(at + 2), LOWER)) return at;
  let found = at;
  let end = runEnd(text, at + 2, LOWER | DIGIT);
  while (text.charCodeAt(end) === DASH) {
    const next = runEnd(text, end + 1, LOWER | DIGIT);
    if (next === end + 1) break;
    end = next;
    if (!is(text.charCodeAt(end), WORD)) found = end;
  }
  return found;
}

function runEnd(text: string, from: number, kinds: number): number {
  let end = from;
  while (is(text.charCodeAt(end), kinds)) end++;
  return end;
}

/** A hump, an inner underscore or dot, a run of capitals before a small letter, or a digit next to a letter. */
function hasCodeShape(text: string, from: number, to: number): boolean {
  if (to - from < MIN_NAME_CHARS) return false;
  let last = 0;
  let before = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) return true;
    const kind = kindOf(code) & (LOWER | UPPER | DIGIT);
    if (code === UNDERSCORE && at < to - 1 && last !== 0) return true;
    if (kind === UPPER && last === LOWER) return true;
    if (kind === LOWER && (last === DIGIT || (last === UPPER && before === UPPER))) return true;
    if (kind === DIGIT && last === LOWER) return true;
    before = last;
    last = kind;
  }
  return false;
}

// A file name, alone or below folders. Only known endings count, because sentences end with dots too.
const PATH =
  /(?<![\w/.@-])(?:~?\/|\.{1,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|sql|s?css|html?|txt|mod|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte)(?![\w/])/g;
