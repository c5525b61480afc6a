import { spells } from "./spells.js";

/**
 * Makes text from outside harmless where it imitates what stands around it: the fence, the tags agents put around us,
 * the roles of a conversation, our own header. Readable as before, never longer, and disarming twice is disarming once.
 */
export function disarm(text: string): string {
  // Most text has none of the signs without which nothing is imitated.
  if (!SIGN.test(text)) return text;
  const named = withoutFence(text)
    .replace(HEADING, "")
    .replace(ROLE_TAG, "‹$1$2")
    .replace(AGENT_TAG, "‹")
    .replace(MODEL_TAG, "($1)")
    .replace(ROLE, "$1·")
    .replace(OUR_NAME, "$1,")
    .replace(OUR_HEADER, (whole: string, before: string, name: string) =>
      spells("tidemark", name, 0) ? `${before}${name},` : whole,
    );
  // Again: a heading that was taken away may have stood between the parts of a tag.
  return withoutFence(named);
}

function withoutFence(text: string): string {
  return text.replace(BRACKET, (bracket: string, at: number) =>
    spells("recorded", text, at + bracket.length, SLASH) ? "(" : bracket,
  );
}

// What all patterns need, among ASCII; of the rest only letters and quotes of Latin text are known to be needed by none.
const SIGN = /[<&%\\[#:|\u0080-\u00bf\u0100-\u0151\u0154-\u2017\u201e-\u2025\u2027-\uffff]|-(?= )/;

// No pattern here has the `u` flag or a property of Unicode: building such takes milliseconds of every answer.

const BRACKET = /[<＜﹤≮‹«〈〈《⟨⟪❬❮❰⧼⦑˂ᐸ≺≪⋖⪡᚜]|&(?:amp;)*(?:lt|#0*60|#x0*3c);?|%(?:25)*3c|\\u003c|\\x3c/gi;
const SLASH = /[/\\|!?]|&(?:amp;)*(?:sol|#0*47|#x0*2f);?|%(?:25)*2f|\\u002f|\\x2f/iy;

const STRONG =
  "(?:system(?:prompt|message|reminder)?|assistant|human|developer|instructions?|inst|sys|tidemark)(?![a-z0-9])";
const ROLE_TAG = new RegExp(`[<＜﹤]([\\s/|]*)(${STRONG}|im_(?:start|end))`, "gi");

// Names with a joint, as agents give theirs, and a few without. In `Vec<my_type>` nothing is imitated.
const JOINED = "[a-z]\\w{0,60}[-:_][\\w:-]{0,60}";
const SIMPLE = "(?:user|tool|function|context|memory|prompt|hook|admin|message|thinking|env|result)";
const AGENT_TAG = new RegExp(
  `(?:(?<!\\w)<|<(?=\\s*/))(?=\\s*/?\\s*(?:${JOINED}|${SIMPLE})(?:\\s[^>]{0,200})?>)`,
  "g",
);

const MODEL_TAG = /\[(\s*\/?\s*(?:INST|SYS)\s*)\]/gi;

const HEADING = /^(?:[^\S\n]*###[#\t ]*)+/gm;

const DECORATION = "[^\\S\\n]*[>*_~\"'`(\\[{|\\t -]{0,40}";
const ROLE = new RegExp(
  `^(${DECORATION}(?:system|assistant|human|user|developer|syst[eè]me|utilisateur)` +
    `(?:[ _-](?:prompt|message|note|instructions?|reminder|override))?[\\])}*_"'\` ]{0,6})[:：﹕∶]`,
  "gim",
);

// With one of the dots of our header any look-alike of the name counts, with another sign only the name itself.
const DOTS = "·•∙⋅‧・･⸱●◦";
const OUR_NAME = new RegExp(`^(${DECORATION}tidemark)[^\\S\\n]*(?:[:：|–—]|-(?= ))`, "gim");
const OUR_HEADER = new RegExp(`^(${DECORATION})([^\\n!-@[-\`{-~${DOTS}]{4,80}?)[^\\S\\n]*[${DOTS}]`, "gm");
