import { wordSet } from "./wording.js";

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

/** The names that an edit declares or tests, the most telling first. */
export function symbolsInChange(change: string): string[] {
  if (!DECLARING.test(change)) return [];
  const strong = new Set<string>();
  const weak = new Set<string>();
  for (const raw of change.slice(0, MAX_CHANGE_CHARS).split("\n")) {
    const sign = raw.charCodeAt(0);
    const line = sign === 43 || sign === 45 ? raw.slice(1) : raw;
    let isNamed = false;
    for (const match of line.matchAll(FUNCTION)) isNamed = add(strong, match[1]) || isNamed;
    const declared = isNamed ? null : DECLARATION.exec(line);
    if (declared !== null) {
      // Prefer variables that hold a function.
      const isWeak = WEAK.has(declared[1] ?? "") && !/=>|\bfunction\b/.test(line);
      add(isWeak ? weak : strong, declared[2]);
    } else if (!isNamed && line.includes("{")) add(strong, METHOD.exec(line)?.[1]);
    addUncommon(line, strong, weak);
  }
  return [...strong, ...[...weak].filter((name) => !strong.has(name))].slice(0, MAX_SYMBOLS);
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

const MAX_CHANGE_CHARS = 500;
const MAX_SYMBOLS = 6;
const NAME = "([A-Za-z_$][\\w$]{2,60})";
const MODIFIER =
  "export|default|declare|public|private|protected|internal|static|final|abstract|sealed|override|open|async|unsafe|extern|inline|data|readonly|pub(?:\\([a-z]+\\))?";

// A function keyword counts anywhere; the others are also words of prose and must begin their line.
const FUNCTION = new RegExp(
  `\\b(?:function\\*?|def[pn]?|fn|func|fun|proc|defmacro)\\s+(?:\\([^)\\n]{0,80}\\)\\s*)?(?:self\\.)?${NAME}(?=\\s*(?:[(<[:{=!?]|$|do\\b)|\\.\\w)`,
  "g",
);
const DECLARATION = new RegExp(
  `^\\s*(?:(?:${MODIFIER})\\s+){0,4}(class|interface|type|enum(?: class)?|trait|struct|union|impl(?:<[^>\\n]{0,40}>)?|mod|module|namespace|sub|record|protocol|extension|object|actor|defmodule|static|const(?: enum)?|let|var|val)\\s+(?:mut\\s+)?${NAME}(?=\\s*(?:[({<=:;,?]|$|extends\\b|implements\\b|struct\\b|interface\\b|for\\b|where\\b|[\\w.*[\\]]{1,40}\\s*(?:=|$)))`,
);
const METHOD = new RegExp(
  `^\\s*(?:(?:${MODIFIER}|get|set)\\s+){0,4}(?!(?:if|for|while|until|unless|switch|match|case|return|else|elif|guard|defer|go|new|throw|await|yield|do|try)\\b)(?:[\\w<>[\\],.?*&:]{1,60}\\s+[*&]?)?${NAME}\\s*\\([^)\\n]{0,200}\\)\\s*(?::[^={\\n]{1,80}|const|noexcept|override|throws [\\w, ]{1,60})?\\s*\\{\\s*$`,
);
const TABLE =
  /^\s*CREATE (?:OR REPLACE )?(?:TABLE|VIEW|FUNCTION|TRIGGER|INDEX) (?:IF NOT EXISTS )?["`]?([a-z_][\w.]{2,60})/i;
const TEST =
  /^\s*(?:it|test|describe|context|specify|scenario|t\.Run|Deno\.test|@test)(?:\.\w{1,12})*\s*(?:\(|(?=["']))\s*(?:"([^"\n]{3,80})"|'([^'\n]{3,80})'|`([^`\n]{3,80})`)/;
const OPTION = /["'`](?:-\w,? (?=--))?(--[a-z][a-z\d]*(?:-[a-z\d]+)*)(?=["'`=\s<[])/g;
// Other lines only pass an option on.
const OPTION_LINE = /option|argument|flag|\barg\b|usage|case\b|param/i;
// Option libraries that take the name without its dashes.
const GO_OPTION =
  /\b[Ff]lag\w*(?:\(\))?\.(?:\w*(?:Bool|String|Int|Uint|Float|Duration|Count)\w*)\((?:&?[\w.]{1,60},\s*)?"([a-z][\w-]{1,40})"|\blong\s*=\s*"([a-z][\w-]{1,40})"/;

// Most changes declare nothing and stop here.
const DECLARING =
  /\b(?:function|class|interface|type|enum|trait|struct|union|impl|mod|module|namespace|def|defp|defn|defmodule|defmacro|fn|func|fun|sub|proc|record|protocol|extension|object|actor|const|let|var|val|static|it|test|describe|context|specify|scenario|Run|CREATE|create|long)\b|["'`](?:-\w,? )?--[a-z]|[Ff]lag|\)[^{\n]{0,90}\{\s*$/m;
const KEYWORDS = wordSet(
  "func fn fun defer describe beforeEach afterEach beforeAll afterAll if for while switch catch return function constructor else void int char long short float double bool boolean string auto unsigned signed async final readonly inline struct class new await throw elif except with using lock",
);
const WEAK = new Set(["const", "let", "var", "val", "static"]);

/** Adds tests, options and tables, after a cheap check because they are rare. */
function addUncommon(line: string, strong: Set<string>, weak: Set<string>): void {
  if (/["'`]/.test(line)) {
    const test = TEST.exec(line);
    if (test !== null) weak.add(`"${test[1] ?? test[2] ?? test[3]}"`);
    if (line.includes("--") && OPTION_LINE.test(line))
      for (const match of line.matchAll(OPTION)) add(strong, match[1]);
    if (line.includes("lag") || line.includes("long")) {
      const option = GO_OPTION.exec(line);
      if (option !== null) strong.add(`--${option[1] ?? option[2]}`);
    }
  }
  if (line.includes("CREATE ") || line.includes("create ")) add(strong, TABLE.exec(line)?.[1]);
}

function add(names: Set<string>, name: string | undefined): boolean {
  if (name === undefined || KEYWORDS.has(name)) return false;
  names.add(name);
  return true;
}

// A file name, alone or below folders. Only known endings count, because sentences end with dots too.
const PATH =
  /(?<![\w/.@-])(?:~?\/|\.{1,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|sql|s?css|html?|txt|mod|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte)(?![\w/])/g;
