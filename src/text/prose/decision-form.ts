import { type Search, type Wording, wordings } from "../words/wording.js";

/** A way of saying that something is decided. */
export interface DecisionForm {
  readonly find: Search;
  /** It must open its sentence, "outside a list" excludes one of several proposals. */
  readonly opens?: "anywhere" | "outside a list";
  /** It is a decision only with "instead of Y". */
  readonly needsAlternative?: boolean;
  /** It is a decision only with "for Y", a reason, an alternative or a remark in brackets. */
  readonly needsPurpose?: boolean;
  /** It is a decision only without code: "`load` now uses `parse` instead of `eval`" reports a change. */
  readonly isPlain?: boolean;
  /** "X over Y" names an alternative. */
  readonly isComparing?: boolean;
  /** Builds the choice if it is more than the following words: "the queue uses Redis". */
  readonly says?: (before: string, matched: string, rest: string) => string;
  /** A clause follows, which keeps its articles. */
  readonly isClause?: boolean;
  /** The word for "not" if the form rejects something. */
  readonly refuses?: "not" | "pas";
}

function form(traits: Omit<DecisionForm, "find">, ...table: readonly Wording[]): DecisionForm {
  return { ...traits, find: wordings(table) };
}

/** The subject of "Uploads: the queue" is "the queue". */
function subjectIn(before: string): string {
  return (before.split(/ [—–-] |: /).findLast((part) => part.trim() !== "") ?? "").trim();
}

const WE = "(?:we|i)(?:'ve| have)?(?: (?:just|also|already|finally|now))?";
const ON = "(?:on a|nous avons|j'ai)(?: (?:finalement|donc|aussi))?";
const OUTSIDE = { opens: "outside a list" } as const;
const AGAINST = { opens: "outside a list", needsAlternative: true } as const;

const ENGLISH = [
  form(
    { opens: "anywhere" },
    "decision → (?:final |key |design |architectur(?:e|al) )?decision(?: made| taken)?(?: is| was)?\\s*:",
    "decided: → decided:",
  ),
  form(
    { refuses: "not" },
    `against → ${WE} (?:decided|opted) against(?: using)?`,
    `not to use → ${WE} (?:decided|agreed|chosen|opted) not to use`,
    "s not use → let'?s not use",
    "we won't use|we will not use|going to use → we (?:won't|will not|are not going to|aren't going to) use",
  ),
  form(
    {
      needsAlternative: true,
      isPlain: true,
      says: (before, matched, rest) => `${subjectIn(before)} ${matched.slice("now ".length)}${rest}`,
    },
    "now use → now uses?",
  ),
  form(
    {},
    `decided|agreed|opted → ${WE} (?:decided|agreed|opted) (?:to (?:use|go with)|on using|for|that we(?:'ll| will)? (?:use|go with))`,
    `decided on|agreed on|settled on → ${WE} (?:decided|agreed|settled) on`,
    "decision → the decision (?:is|was) to (?:use|go with)",
    "it was decided → it was decided to (?:use|go with)",
  ),
  form(
    { isClause: true },
    `decided not|agreed not|chose not|opted not|chosen not → ${WE} (?:decided|agreed|chose|chosen|opted)(?= not to)`,
  ),
  form(
    { isClause: true },
    `decided|agreed|chosen|opted → ${WE} (?:decided|agreed|chosen|opted) (?:to|that)`,
    "decision → the decision (?:is|was) (?:to|that)",
    "it was decided → it was decided (?:to|that)",
  ),
  form({}, "let's|lets|let us → let(?:'?s| us) (?:just |now |all )?(?:use|adopt)"),
  form(
    { isComparing: true },
    "let's|lets|let us → let(?:'?s| us) (?:just |now |all )?(?:go with|stick with|stick to|settle on|opt for|choose|pick|go for)",
  ),
  form(
    {
      needsAlternative: true,
      says: (_, matched, rest) => `${matched.replace(/^let(?:'?s| us) (?:just |rather )?/i, "")}${rest}`,
    },
    "let's|lets|let us → let(?:'?s| us) (?:just |rather )?(?:keep|switch to|replace|drop|store|work in|work with|do|make|have|put|name|write|return|run|treat|send|build)",
  ),
  form(
    {},
    "we'll use|we'll go|we'll stick|we'll settle|we'll adopt|we'll just|we will use|we will go|we will stick|we will settle|we will adopt|we will just|we're going to|we are going to → we(?:'ll| will|'re going to| are going to) (?:just )?(?:use|go with|stick with|settle on|adopt)",
  ),
  form(
    { says: (_, matched, rest) => `${matched.slice(matched.indexOf(" ") + 1)}${rest.split(", ", 1)[0]}` },
    "let's keep|lets keep|let's call|lets call → let'?s (?:keep(?= (?:the|our|using|per|a|an|one) )(?! (?:the|our) (?:conversation|discussion))|call it)",
  ),
  form(
    { ...OUTSIDE, needsPurpose: true },
    "i'll use|i will use|i use → i(?:'ll| will)? use",
    "je vais utiliser|j'utilise → (?:je vais utiliser|j'utilise(?:rai)?)",
  ),
  form({ isComparing: true }, "i'll go|i'll stick|i will go|i will stick → i(?:'ll| will) (?:go|stick) with"),
  form(
    { ...OUTSIDE, isComparing: true },
    "going with|sticking with|we go with|we stick with → (?:(?:we(?:'re| are) )?(?:going|sticking)|we (?:go|stick)) with",
  ),
  form(
    { isComparing: true },
    "went with|chose|picked|opted for|stuck with|adopted → (?:i|we)(?:'ve)? (?:went with|chose|picked|opted for|stuck with|adopted)",
  ),
  form(AGAINST, "used|kept|switched to|moved to → (?:(?:i|we)(?:'ve)? )?(?:used|kept|switched to|moved to)"),
  form(
    { ...AGAINST, isComparing: true },
    "chose|picked|went with|opted for|prefer|choose|pick → (?:chose|picked|went with|opted for|prefer|choose|pick)",
  ),
  form(AGAINST, "use|keep|take|adopt → (?:use|keep|take|adopt)"),
  form(
    { ...OUTSIDE, isComparing: true },
    "go with|stick with|settle on|opt for → (?:go with|stick with|settle on|opt for)",
  ),
];

const FRENCH = [
  form(
    { opens: "anywhere" },
    "décision → décision(?: prise| finale)?\\s*:",
    "décidé → décidé\\s*:",
    "choix → choix(?: retenu| final)?\\s*:",
  ),
  form(
    { refuses: "pas" },
    `de ne p → ${ON} (?:décidé|choisi) de ne (?:pas|plus) utiliser`,
    "on n'utilis → on n'utilise(?:ra)? (?:pas|plus)(?: de)?",
  ),
  form(
    { needsAlternative: true, says: (before, _, rest) => `${subjectIn(before)} utilise${rest}` },
    "utilise → utilise (?:maintenant|désormais)",
  ),
  form(
    {},
    "on part sur|on reste sur → on (?:part|reste) sur",
    "partons sur|restons sur → (?:partons|restons) sur",
    `d'utiliser|de prendre|de partir → ${ON} (?:choisi|décidé) (?:d'utiliser|de prendre|de partir sur)`,
    `opté|retenu|choisi|adopté|tranché → ${ON} (?:opté pour|retenu|choisi|adopté|tranché pour)(?! (?:de|d'|que)(?:\\s|~))`,
    "d'accord → (?:on s'est|nous nous sommes) mis d'accord (?:sur|pour)",
    "utilisons|prenons|adoptons|choisissons → (?:utilisons|prenons|adoptons|choisissons)",
    "le choix s'est → le choix s'est porté sur",
    "on va → on va (?:utiliser|partir sur|prendre|rester sur)",
  ),
  form({ isClause: true }, `choisi d|décidé → (?:${ON}|il a été) (?:choisi|décidé) (?:de|que|d')`),
  form(
    AGAINST,
    "on utilise|on garde|on prend|on choisit|on passe|on adopte → on (?:utilise|garde|prend|choisit|passe (?:à|sur|en)|adopte)",
  ),
  form(
    { ...OUTSIDE, needsPurpose: true },
    "on utilise|on prend|on garde|on choisit|on adopte → on (?:utilise|prend|garde|choisit|adopte)",
  ),
  form(AGAINST, "gardons|remplaçons|passons → (?:gardons|remplaçons|passons à)"),
  form(
    AGAINST,
    "utilise|garde|prends|choisis|préfère|prenez → (?:utilisez?|gardez?|prends|prenez|choisis|préfère)",
  ),
  form(AGAINST, "j'ai → j'ai (?:utilisé|gardé|pris|préféré)"),
];

export const DECISION_FORMS: readonly DecisionForm[] = [...ENGLISH, ...FRENCH];
