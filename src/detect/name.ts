const FILE_ENDING =
  /\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|zsh|sql|s?css|html?|txt|mod|sum|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte|svg|png|log)$/;
const SITE = /\.(?:com|org|io|net|dev|app|ai|g|e)$/;
const HEX = /^[0-9a-f]{6,}$/;
const SHORTEST = 5;
const LONGEST = 60;
const TICKET = { fewest: 2, most: 6 } as const;

/** Names of code in a text, each once, in the order they appear: `parseHeader`, `MAX_SIZE`, `fs.readFile`, `--dry-run`, `#412`. */
export function namesIn(text: string): string[] {
  return [...countNames(text).keys()];
}

/** The same, with how often each occurs. Read letter by letter: every edit and every command is asked for its names. */
export function countNames(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let isInside = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = isInside ? at : tokenEnd(text, at, code);
    if (end === at) {
      // In the middle of a word, a path or an address no name begins.
      isInside = is(code, WORD | JOINT);
      at++;
      continue;
    }
    if (end - at <= LONGEST && (code === HASH || code === DASH || hasCodeShape(text, at, end))) {
      const token = text.slice(at, end);
      if (isName(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
    }
    at = end;
    isInside = true;
  }
  return counts;
}

/** A plain word is not a name: only its shape tells that it comes from code. */
function isName(token: string): boolean {
  return !FILE_ENDING.test(token) && !SITE.test(token) && !HEX.test(token);
}

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

/** Where what may be a name ends: a long flag, a ticket number, or a word with dots in it. `at` where there is none. */
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
  const isTicket = digits >= TICKET.fewest && digits <= TICKET.most && !is(text.charCodeAt(end), WORD);
  return isTicket ? end : at;
}

/** Only with a dash inside: `--force` is a word like any other. */
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
  if (to - from < SHORTEST) return false;
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
