// What may be a name of code: a long flag, a ticket number, or a word with dots in it. What stands before it decides where it begins.
const TOKEN =
  /(?<![\w/.$@])(?:--[a-z][a-z0-9]*(?:-[a-z0-9]+)+|#\d{2,6}|[A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*)(?!\w)/g;
const FILE_ENDING =
  /\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|zsh|sql|s?css|html?|txt|mod|sum|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte|svg|png|log)$/;
const SITE = /\.(?:com|org|io|net|dev|app|ai|g|e)$/;
const HEX = /^[0-9a-f]{6,}$/;
const LONGEST = 60;

/** Names of code in a text, each once, in the order they appear: `parseHeader`, `MAX_SIZE`, `fs.readFile`, `--dry-run`, `#412`. */
export function namesIn(text: string): string[] {
  return [...countNames(text).keys()];
}

/** The same, with how often each occurs. */
export function countNames(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [token] of text.matchAll(TOKEN)) {
    if (isName(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

/** A plain word is not a name: only its shape tells that it comes from code. */
function isName(token: string): boolean {
  if (token.length > LONGEST) return false;
  const first = token.charCodeAt(0);
  if (first === HASH || first === DASH) return true;
  if (token.length < 5) return false;
  return hasCodeShape(token) && !FILE_ENDING.test(token) && !SITE.test(token) && !HEX.test(token);
}

const HASH = 35;
const DASH = 45;
const DOT = 46;
const UNDERSCORE = 95;

/** A hump, an inner underscore or dot, a run of capitals before a small letter, or a digit next to a letter. */
function hasCodeShape(token: string): boolean {
  let last: Kind = "other";
  let before: Kind = "other";
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    const kind = kindOf(code);
    if (code === DOT && at < token.length - 1) return true;
    if (code === UNDERSCORE && at > 0 && at < token.length - 1 && last !== "other") return true;
    if (kind === "upper" && last === "lower") return true;
    if (kind === "lower" && last === "upper" && before === "upper") return true;
    if ((kind === "digit" && last === "lower") || (kind === "lower" && last === "digit")) return true;
    before = last;
    last = kind;
  }
  return false;
}

type Kind = "upper" | "lower" | "digit" | "other";

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  return code >= 48 && code <= 57 ? "digit" : "other";
}
