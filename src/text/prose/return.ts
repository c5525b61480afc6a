import { lowerOf } from "./sentence.js";

/** What a prompt returns to or asks about of earlier work: "back to …", "how did we …"; undefined if it does not. */
export function returnIn(prompt: string): string | undefined {
  const lower = lowerOf(prompt.slice(0, MAX_CHARS)).replaceAll("’", "'");
  const found = RETURN.exec(lower);
  if (found === null) return undefined;
  return /^[^.!?\n]*/.exec(lower.slice(found.index + found[0].length))?.[0].trim() || undefined;
}

const MAX_CHARS = 300;

const RETURN = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    "(?:go(?:ing)?|get(?:ting)?|come|coming|jump(?:ing)?|switch(?:ing)?|circl(?:e|ing)|head(?:ing)?|now|ok|okay|so|and|it'?s|alright|let'?s)[ ,]+back (?:to|on)",
    "(?<=^[^\\p{L}]*)back (?:to|on)",
    "return(?:ing)? to",
    "(?:go(?:ing)?|carry(?:ing)?|keep going|move) on with",
    "(?:continue|continuing|proceed|resume|resuming|finish|finishing|pick(?:ing)? up)(?: work(?:ing)?)?(?: again)?(?: (?:on|with|where we left))?",
    "(?:where|how far) (?:are|were|did) we (?:get |come |leave (?:off )?)?(?:with|on|at|in)",
    "(?:how|why|when|where|what) did (?:we|you|i)",
    "(?:what|where) (?:is|was) (?:left|open|missing)(?: to do)? (?:of|in|on|with|for)",
    "(?:on |nous )?(?:revenons|retournons|reviens|revenir|retour|on revient) (?:à|a|au|aux|sur)",
    "(?:reprenons|reprends|reprend|reprendre|continuons|continue|poursuivons|poursuis|finissons|finis|terminons|termine)(?: avec| sur)?",
    "où en (?:est|sont|était|étions|sommes)(?:-on|-nous)?(?: avec| sur| dans)?",
    "(?:comment|pourquoi) (?:avons|a|avions|avait|as)-(?:nous|on|t-on|tu)",
  ].join("|")})(?![\\p{L}])`,
  "u",
);
