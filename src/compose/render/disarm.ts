/**
 * Makes text from outside harmless where it imitates what stands around it: the fence, the tags agents put around us,
 * the roles of a conversation, our own header. Readable as before, never longer, and disarming twice is disarming once.
 */
export function disarm(text: string): string {
  // Headings first and the fence last: taking the one away may put together a tag of the other.
  return text
    .replace(HEADING, "")
    .replace(ROLE_TAG, "‹$1$2")
    .replace(AGENT_TAG, "‹")
    .replace(MODEL_TAG, "($1)")
    .replace(ROLE, "$1·")
    .replace(OUR_NAME, "$1,")
    .replace(FENCE_TAG, "(");
}

const BLANK = "[^\\S\\n]*";
// What is not drawn, or only on another character, is as good as not there.
const UNDRAWN = "\\s\\p{M}\\p{Cc}\\p{Cf}\\p{DI}";
const GAP = `[${UNDRAWN}]*`;
// Any sign beyond ASCII may be drawn like the letter that is meant; there are too many of them to list.
const FOREIGN = `[^\\0-\\x7f${UNDRAWN}]`;

const BRACKET = `(?:[<＜﹤≮‹«〈〈《⟨⟪❬❮❰⧼⦑˂ᐸ≺≪⋖⪡᚜]|&(?:amp;)*(?:lt|#0*60|#x0*3c);?|%(?:25)*3c|\\\\u003c|\\\\x3c)`;
const SLASH = `(?:[/\\\\|!?⁄∕／＼⧸╱]|&(?:amp;)*(?:sol|#0*47|#x0*2f);?|%(?:25)*2f|\\\\u002f|\\\\x2f)`;

const FENCE_TAG = new RegExp(`${BRACKET}(?=(?:[${UNDRAWN}]|${SLASH})*${lookalike("recorded")})`, "giu");

const LIMIT = "(?![a-z0-9])";
const STRONG = `(?:system(?:prompt|message|reminder)?|assistant|human|developer|instructions?|inst|sys|tidemark)${LIMIT}`;
const ROLE_TAG = new RegExp(`[<＜﹤]([\\s/|]*)(${STRONG}|im_(?:start|end))`, "giu");

// Names with a joint, as agents give theirs, and a few without. In `Vec<my_type>` nothing is imitated.
const JOINED = "[a-z]\\w{0,60}[-:_][\\w:-]{0,60}";
const SIMPLE = "(?:user|tool|function|context|memory|prompt|hook|admin|message|thinking|env|result)";
const AGENT_TAG = new RegExp(
  `(?:(?<!\\w)<|<(?=\\s*/))(?=\\s*/?\\s*(?:${JOINED}|${SIMPLE})(?:\\s[^>]{0,200})?>)`,
  "gu",
);

const MODEL_TAG = /\[(\s*\/?\s*(?:INST|SYS)\s*)\]/gi;

const HEADING = /^[^\S\n]*###[#\t ]*/gm;

const DECORATION = "[^\\S\\n]*[>*_~\"'`(\\[{|\\t -]{0,40}";
const ROLE = new RegExp(
  `^(${DECORATION}(?:system|assistant|human|user|developer|syst[eè]me|utilisateur)` +
    `(?:[ _-](?:prompt|message|note|instructions?|reminder|override))?[\\])}*_"'\` ]{0,6})[:：﹕∶]`,
  "gimu",
);

// With one of the dots of our header any look-alike of the name counts, with another sign only the name itself.
const OUR_NAME = new RegExp(
  `^(${DECORATION}(?:${lookalike("tidemark")}(?=${BLANK}[·•∙⋅‧・･⸱●◦])|tidemark(?=${BLANK}(?:[:：|–—]|- ))))${BLANK}[^\\s]`,
  "gimu",
);

function lookalike(word: string): string {
  return [...word].map((letter) => `(?:${letter}|${FOREIGN})`).join(GAP);
}
