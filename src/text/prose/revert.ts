import { shortLine } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { lowerOf, sentencesIn } from "./sentence.js";

/** A person takes back what was chosen last. */
export interface Revert {
  /** What is chosen in its place: the "option A" of "nah revert that, option A was better". */
  readonly instead?: string;
}

export function revertIn(text: string): Revert | undefined {
  if (!MAY_REVERT.test(text)) return undefined;
  const said = sentencesIn(text);
  for (const [at, { lower }] of said.entries()) {
    const undo = UNDO.exec(lower);
    // "Revert that. Option A was better."
    const rest = undo === null ? lower : lower.slice(undo[0].length) || (said[at + 1]?.lower ?? "");
    const better = BETTER.exec(rest)?.groups?.["what"];
    if (isQuestion(lower) || isQuestion(rest)) continue;
    // "Performance was better" takes nothing back.
    if (undo === null && (better === undefined || !CONTESTS.test(lower))) continue;
    const found = better === undefined ? -1 : lowerOf(text).indexOf(better);
    const instead = better === undefined ? undefined : shortLine(text.slice(found).slice(0, better.length));
    if (undo === null || instead !== undefined || rest === "") return { instead };
  }
  return undefined;
}

/** A thing and its name: "let's call the service dockyard". Without a thing it is the one that was named last. */
export interface Naming {
  readonly thing?: string;
  readonly name: string;
}

/** The name that a text gives to something. */
export function namingIn(text: string): Naming | undefined {
  if (!MAY_NAME.test(text)) return undefined;
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const match = CALL.exec(lower) ?? CALLED.exec(lower) ?? APPELER.exec(lower);
    const { thing = "", nom, name = nom } = match?.groups ?? {};
    if (name === undefined || isQuestion(lower)) continue;
    const original = sentence.slice(lower.lastIndexOf(name)).slice(0, name.length);
    return { thing: IT.test(thing) ? undefined : thing, name: original };
  }
  return undefined;
}

/** What a text calls an option: the "b" of "let's go with option B". */
export function optionIn(text: string): string | undefined {
  return OPTION.exec(text)?.[1]?.toLowerCase();
}

/** What an option is, if a sentence says so: "Option A: signed cookies". */
export function describedOption(text: string, option: string): string | undefined {
  const [, name = "", what = ""] = DESCRIBED.exec(text) ?? [];
  return name.toLowerCase() === option ? shortLine(what) : undefined;
}

const MAY_REVERT =
  /revert|undo|back|annul|défais|arrière|better|nicer|simpler|cleaner|mieux|meilleur|plus simple|préférable/i;
const MAY_NAME = /call|name|appel|nomm/i;
const CONTESTS = /^(?:no|nah|nope|non)[,.! ]|\boption [a-d1-9]\b|\bafter all\b|\bfinalement\b/;
const COURTESY =
  "^(?:(?:ok(?:ay)?|no|nah|nope|hm+|wait|sorry|actually|please|well|so|then|non|bon|en fait|finalement|attends?)[,.! ]+)*";
const UNDO = new RegExp(
  `${COURTESY}(?:(?:let'?s |please |can you )?(?:revert|undo|roll back|take back) (?:that|this|it|the last (?:change|one))|(?:annule|annulons|défais) (?:ça|cela|tout ça)|reviens en arrière)(?:[\\s,.;:!—–-]+(?:and |et )?|$)`,
);
const BETTER = new RegExp(
  `${COURTESY}(?:i think |je trouve que )?(?:the |l'|le |la )?(?<what>[^,.;:?!]{2,40}?) (?:was|were|worked|looked|était|étaient) (?:much |far |way |a lot |actually |bien |nettement )?(?:better|nicer|simpler|cleaner|mieux|meilleure?s?|plus simple|préférable)(?: after all| finalement)?(?: ?[.!,]|$)`,
);
/** "Call the endpoint twice" names nothing. */
const NAME =
  "(?<name>(?!(?:once|twice|again|first|later|directly|now|here|back|up|only|too)\\b)[a-z][\\w-]{1,30})";
const CALL = new RegExp(
  `${COURTESY}(?:let'?s |i'd rather |i would rather |i'd prefer to |we(?:'ll| should)? |je préfère |je préférerais |on va |on )?(?:just |rather |plutôt )?(?:(?:re)?name|call) (?<thing>it|this|that|(?:the|our) [\\w-]+(?: [\\w-]+){0,2}?) (?:to )?${NAME}(?: instead)? ?(?:[.!,]|$)`,
);
const CALLED = new RegExp(
  `^(?<thing>(?:the |our |le |la |l'|notre )?[\\w -]{2,30}?) (?:is|est) (?:now |maintenant )?(?:called|named|appelée?|nommée?) ${NAME} ?(?:[.!,]|$)`,
);
const APPELER = new RegExp(
  `${COURTESY}(?:je préfère |je préférerais |on va |on )(?:plutôt )?(?:l'|le |la )(?:appeler|nommer|appelle|nomme) (?:plutôt )?${NAME} ?(?:[.!,]|$)|${COURTESY}(?:on va |on )?(?:appeler|nommer|appelle|appelons|nomme|nommons) (?<thing>(?:le |la |l')[\\wà-ÿ -]{2,30}?) (?<nom>[a-z][\\w-]{1,30}) ?(?:[.!,]|$)`,
);
const IT = /^(?:it|this|that|)$/;
const OPTION = /\boption ([a-d1-9])\b/i;
const DESCRIBED = /^\W*option ([a-d1-9])\b[^\p{L}\d]+(.{3,80})/iu;
