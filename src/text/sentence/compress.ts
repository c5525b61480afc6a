/** A sentence in fewer characters: without markup, lead-ins, politeness, articles and asides. Negations always stay. */
export function compress(text: string): string {
  let short = text.replace(LINK, "$1").replace(MARKUP, "").replace(/\s+/g, " ").trim();
  for (let round = 0; round < 3; round++) {
    const rest = short.replace(LEAD_IN, "");
    if (rest === short || rest.length < MIN_CHARS) break;
    short = rest;
  }
  for (const [pattern, instead] of NAMES) short = short.replace(pattern, instead);
  // A short sentence gains little, and reads better whole.
  if (short.length >= WORDY_CHARS)
    for (const [pattern, instead] of SHORTER) short = short.replace(pattern, instead);
  if (short.length > LONG_CHARS) short = short.replace(ASIDE, "");
  if (short.length > VERY_LONG_CHARS) short = short.replace(TAIL, "");
  short = short
    .replace(/\s+/g, " ")
    .replace(/ ([,.;:])(?=\s|$)/g, "$1")
    .replace(/[.:;,]+$/, "")
    .trim();
  return short === "" ? text.trim() : short;
}

const MIN_CHARS = 12;
const WORDY_CHARS = 45;
const LONG_CHARS = 70;
const VERY_LONG_CHARS = 110;

const LINK = /\[([^\]\n]{1,80})\]\([^)\n]*\)/g;
const MARKUP = /\*\*|__|`|^\[[ x]\]\s|^#+\s/g;
const LEAD_IN = new RegExp(
  `^(?:${[
    "(?:next(?: steps?)?|done|decided|decision|blocked|todo|status|pending tasks|ensuite|prochaines? étapes?|fait|décidé|décision)\\s*:\\s+",
    "(?:perfect|great|good|nice|done|ok(?:ay)?|yes|yep|sure|alright|excellent|got it|understood|right|parfait|d'accord|bien|super)\\s*(?:[.!,:;—–-]+\\s+)",
    "(?:so|and|also|then|now|well|hm+|alors|donc|et),?\\s+(?=\\w)",
    "(?:i|we)(?:'ve| have)\\s+(?:now |just |also |successfully |already )*(?=\\w+(?:ed|t|n)\\b)",
    "(?:j'ai|nous avons|on a)\\s+(?=\\S+é)",
    "(?:can|could|would|will) you (?:please |also |maybe |just )*",
    "(?:please|pls|just|maybe|s'il te plaît|stp),?\\s+",
    "i(?:'d| would) like (?:you )?to\\s+",
    "i want (?:you )?to\\s+",
    "(?:i think|i believe|i guess|it (?:looks like|seems)|it appears|note that|as you can see|je pense que|il semble que)(?: that)?,?\\s+",
    "(?:here(?:'s| is| are)|voici)\\s+(?=\\w+ing\\b)",
    "(?:i|we)\\s+(?:also |now |just |then )*(?=[a-z]+ed\\b)",
    "(?:i'm|i am|we're|we are)\\s+(?:now |just )*(?=[a-z]+ing\\b)",
    "(?:there(?:'s| is| are)|it(?:'s| is)|this is|that(?:'s| is)|c'est)\\s+(?!not\\b|no\\b|n't|pas\\b|only\\b)",
  ].join("|")})`,
  "i",
);

/** Names that are understood without what stands before them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/(?:pull|issues|-\/merge_requests)\/(\d+)\S*/g, "#$1"],
  [/\bhttps?:\/\/(?:www\.)?([\w.-]+)\/\S{12,}/g, "$1/…"],
  [/(?<![\w.~@-])(?:[\w.@-]+\/){2,}(?=[\w.-]+\.\w{1,5}\b)/g, ""],
  [/\b([0-9a-f]{8})[0-9a-f]{12,}\b/g, "$1"],
];

const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the|an?)\s+(?=[\w`"'#@./-])/gi, ""],
  [
    /\b(?:just|really|very|basically|simply|actually|currently|obviously|of course|as well|vraiment|simplement)\s+/gi,
    "",
  ],
  [/\ball of\b/gi, "all"],
  [/\bin order to\b/gi, "to"],
  [/\bso that\b/gi, "so"],
  [/\bas well as\b/gi, "and"],
  [/\bdue to the fact that\b/gi, "because"],
  [/\bwhether or not\b/gi, "whether"],
  [/\b(?:that|which) (?:is|are|was|were)\s+(?!not\b|no\b)/gi, ""],
  [
    /\b(?:is|are|was|were|(?:has|have|had) been|been|being)\s+(?=(?:now )?(?!need|ne?ed)\w+(?:ed|wn|lt|pt)\b)/gi,
    "",
  ],
  [/\bdoes not\b/gi, "doesn't"],
  [/\bdo not\b/gi, "don't"],
  [/\bcannot\b/gi, "can't"],
  [/\s+—\s+/g, ": "],
];
const ASIDE = /\s*\((?![^)]*\b(?:not|no|never|only|pas|jamais)\b)[^()]{12,}\)/g;
const TAIL =
  /(?:,? (?:which|so|because|since|where|while|matching|ensuring|allowing|including)\b)(?![\s\S]*\b(?:not|never|only|don't|instead)\b)[\s\S]{20,}$/i;
