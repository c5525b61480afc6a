import { openings, shortLine, wordings, wordSet, wordsIn } from "../words/wording.js";
import { type Decision, isChoosable, readChoice } from "./choice.js";
import { directiveIn } from "./directive.js";
import { lowerOf, type Sentence } from "./sentence.js";

/**
 * The decision of a sentence that takes something back: "forget Kafka, NATS is enough", "actually, let's go with
 * memcached", "replace Redis by memcached", « finalement on garde Postgres ».
 */
export function reversalIn({ text, lower, isItem }: Sentence): Decision | undefined {
  if (isItem || text.endsWith(":") || lowerOf(text) !== lower) return undefined;
  const { rest, isMarked, about } = withoutLead(text);
  const said = withoutTail(rest);
  const found =
    exchangeIn(said) ?? refusalIn(said, isMarked) ?? (isMarked ? chosenIn(said, true) : undefined);
  if (found === undefined) return undefined;
  const rejected = about === undefined ? found.rejected : [...found.rejected, about];
  if (rejected.length > 0) return { ...found, rejected };
  return {
    ...found,
    rejected,
    takesBack: isMarked || TAIL_MARK.test(text) || RETURN(lowerOf(said)) ? "latest" : "only",
  };
}

/** Whether a sentence opens with "actually", "on second thought", « finalement » … */
export function isMarkedAsReversal(text: string): boolean {
  return withoutLead(text).isMarked || TAIL_MARK.test(text);
}

interface Said {
  readonly rest: string;
  readonly isMarked: boolean;
  /** "I changed my mind about Redis". */
  readonly about?: string;
}

function withoutLead(text: string): Said {
  let rest = text;
  let isMarked = false;
  let about: string | undefined;
  for (let i = 0; i < 4; i++) {
    const lower = lowerOf(rest.slice(0, MAX_LEAD_CHARS));
    const mark = MARK.exec(lower);
    const lead = mark ?? COURTESY.exec(lower);
    if (lead === null) break;
    if (mark !== null) isMarked = true;
    const named = mark?.groups?.["about"] ?? mark?.groups?.["sur"];
    if (named !== undefined) about = shortLine(rest.slice(lead[0].indexOf(named)).slice(0, named.length));
    rest = rest.slice(lead[0].length);
  }
  return { rest, isMarked, about };
}

function withoutTail(text: string): string {
  return text.replace(TAIL, "");
}

/** "Replace X by Y", "switch the cache from X to Y", "go back to Y". */
function exchangeIn(text: string): Decision | undefined {
  const lower = lowerOf(text);
  const groups = EXCHANGES(lower)?.groups;
  // Names in code marks are being renamed or moved.
  if (groups === undefined || isPlace(lower) || lower.includes("`")) return undefined;
  const part = (words = "") => text.slice(lower.indexOf(words)).slice(0, words.length);
  const chosen = nameIn(part(groups["pick"]));
  const old = groups["old"] === undefined ? undefined : nameIn(part(groups["old"]));
  if (chosen === undefined || (groups["old"] !== undefined && old === undefined)) return undefined;
  const topic = shortLine(part(groups["topic"]));
  const isFor = topic !== undefined && !NO_TOPIC.test(lowerOf(topic));
  return {
    ...chosen,
    choice: isFor ? `${chosen.choice} ${lower.includes("bascul") ? "pour" : "for"} ${topic}` : chosen.choice,
    rejected: old === undefined ? chosen.rejected : [old.choice],
  };
}

/** "Forget X, Y is enough": what is refused, and what comes in its place. */
function refusalIn(text: string, isMarked: boolean): Decision | undefined {
  const lower = lowerOf(text);
  const strong = STRONG_REFUSAL(lower);
  const refusal = strong ?? WEAK_REFUSAL(lower);
  const tail = refusal === undefined ? OUT.exec(lower) : null;
  if (refusal === undefined && tail === null) return undefined;
  const from = refusal?.[0].length ?? 0;
  const end = tail === null ? endOf(lower, from) : (tail[1]?.length ?? 0);
  const refused = nameIn(text.slice(from, end));
  if (refused === undefined) return undefined;
  const rest = tail === null ? text.slice(end) : text.slice(tail[0].length);
  // "Not wrong, just slow" refuses nothing: without a verb of choice it takes a name.
  const isName = isMarked || strong !== undefined || tail !== null || /[A-Z\d]/.test(refused.choice);
  const after = rest.replace(BETWEEN, "");
  const isSaid = isName || CHOOSING(lowerOf(after)) !== undefined;
  const order = /^(?:not?|pas|plus)\b/.test(lower) ? undefined : orderIn(rest);
  const chosen = (isSaid ? chosenIn(after, isMarked) : undefined) ?? order;
  if (chosen !== undefined) return { ...chosen, rejected: [refused.choice] };
  if (strong === undefined || after.trim() !== "") return undefined;
  const not = FRENCH_REFUSAL.test(lower) ? "pas" : "not";
  return { choice: `${not} ${refused.choice}`, reason: refused.reason, rejected: [refused.choice] };
}

/** "Let's use Y", "Y is enough", "Y instead", or after a strong mark only "Y". */
function chosenIn(said: string, isMarked: boolean): Decision | undefined {
  const text = withoutTail(said);
  const lower = lowerOf(text);
  const verb = CHOOSING(lower);
  if (verb !== undefined) return nameIn(text.slice(verb[0].length), 12);
  const enough = ENOUGH.exec(lower);
  if (enough !== null) return nameIn(text.slice(0, enough[1]?.length ?? 0));
  const words = wordsIn(lower);
  const isName =
    words.length > 0 &&
    words.length <= (isMarked ? 5 : 2) &&
    !FUNCTION_WORDS.has(words[0] ?? "") &&
    !words.some((word) => STATE_VERBS.has(word));
  return isName && directiveIn(text) === undefined ? nameIn(text, 5) : undefined;
}

/** The order that follows a refusal: "don't use lodash; write it by hand". */
function orderIn(rest: string): Decision | undefined {
  const order = /^\s*[;,:—–-]\s*(?:just )?/.exec(rest);
  if (order === null) return undefined;
  const said = rest.slice(order[0].length);
  return directiveIn(said) === undefined ? undefined : readChoice(said, { isLiteral: true });
}

/** A choice that is a name and no clause. */
function nameIn(text: string, mostWords = 6): Decision | undefined {
  const choice = readChoice(text);
  if (choice === undefined || !isChoosable(choice.choice)) return undefined;
  const words = wordsIn(lowerOf(choice.choice));
  return words.length <= mostWords && !FUNCTION_WORDS.has(words[0] ?? "") ? choice : undefined;
}

/** Whether somebody goes to another place instead of choosing another thing. */
function isPlace(lower: string): boolean {
  return wordsIn(lower).some((word) => PLACES.has(word));
}

/** The end of what is refused. */
function endOf(lower: string, from: number): number {
  const end = REFUSED_END.exec(lower.slice(from));
  return end === null ? lower.length : from + end.index;
}

const MAX_LEAD_CHARS = 120;
const COURTESY =
  /^(?:ok(?:ay)?|yes|yeah|nope|nah|no(?=[,.!:;—–-]| actually\b| sorry\b)|h+m+|ah|oh|so|please|well|wait|sorry|right|good|but|and|then|also|thanks|non(?=[,.!:;—–-]| finalement\b| en fait\b| attends?\b)|oui|bon|alors|donc|mais|et|attends?|du coup|d'accord|merci)(?:[,.!:;—–-]+\s*|\s+)/;
const MARK =
  /^(?:actually|no,? wait|wait,? no(?=[,.!:;])|in fact|on second thoughts?|on reflection|scratch that|strike that|never ?mind(?: that)?(?=\s*[,.!:;])|change of plans?|new plan|correction|i (?:concede(?: defeat)?|give up|was wrong)|(?:(?:i|we)(?:'ve| have)? )?changed (?:my|our) minds?(?: about (?<about>[^,:;]{2,40}))?|finally|in the end|finalement|en fait|au final|tout compte fait|réflexion faite|après réflexion|à la réflexion|changement de plan|(?:j'ai|on a|nous avons) changé d'avis(?: sur (?<sur>[^,:;]{2,40}))?)(?:\s*[,.!:;—–-]+\s*|\s+)(?:so |then |donc |alors )?/;
const TAIL =
  /[\s,]+(?:instead|after all|from now on|then|please|thanks|anymore|any more|à la place|finalement|désormais|dorénavant|stp|svp|merci)[\s.!]*$/i;
const TAIL_MARK = /[\s,](?:instead|after all|à la place|finalement)[\s.!]*$/i;
const BETWEEN =
  /^[\s,;:.—–-]*(?:(?:after all|any ?more|please|finalement|stp|svp|and|then|so|just|but|et|puis|donc|mais|alors)\b[\s,;:]*)*/i;
const REFUSED_END =
  /\s*[,;:.]\s|\s[—–-]\s|\s:|[.!]\s*$|\s(?:and|et)\s(?=(?:use|go|do|switch|take|just|let's|on|utilise|prends|passe|prend)\b)|\s(?:after all|anymore|any more|please|finalement|stp|svp)(?=\s*(?:$|[,;:.]))/;
const OUT =
  /^([^,;:]{2,30}?) (?:is out|was a (?:mistake|bad idea)|is gone|est une erreur|était une erreur)(?=\s*[,;:.]|\s+(?:and|et)\b|$)/;
const ENOUGH =
  /^(?:only |just )?([^,;:]{2,40}?)(?: (?:is|are|will be|would be|est|sont|sera)(?: (?:good|more than|largement|bien))? (?:enough|fine|better|simpler|sufficient|suffisante?s?|mieux|plus simple)| it is| will do| does the job| suffi(?:t|ra|sent)| fera l'affaire| instead| in| only| à la place| seulement| uniquement)(?=\s*(?:$|[.,;!])| for | pour )/;
const FRENCH_REFUSAL = /^(?:oublie|laisse|on |plus |abandonne|n')/;
const NO_TOPIC = /^(?:it|this|that|everything|all|over|back|them|us|you|tout|ça|cela)$/;

const STRONG_REFUSAL = openings([
  "forget → forget(?: about)?(?! (?:it|that|this|to|about (?:it|that|this))\\b)",
  "scrap|ditch|abandon → (?:let'?s |we(?:'ll| will)? )?(?:scrap|ditch|abandon)(?! (?:it|that|this)\\b)",
  "dropping|ditching|abandoning → we(?:'re| are) (?:dropping|ditching|abandoning)",
  "no longer use|stop using → (?:we |let'?s )?(?:no longer use|stop using)",
  "s not use|s not do|not going to use|won't use|will not use → (?:let'?s not|we(?:'re| are) not going to|we won't|we will not) (?:use|do)",
  "decided against|decided not to use → (?:i|we)(?:'ve| have)? decided (?:against(?: using)?|not to use)",
  "oublie|laisse tomber → (?:oublie|oublions|laisse tomber|laissons tomber)(?! (?:ça|cela|pas)\\b)",
  "abandonne → (?:on |nous )?abandonn(?:e|ons)(?! (?:ça|cela)\\b)",
  "n'utilise plus|veut plus d|veux plus d → (?:on|je) (?:n'utilise plus|ne veu[xt] plus)(?: de| d')?",
]);
const WEAK_REFUSAL = openings([
  "no  → no(?: more)?(?! (?:problem|worries|need|idea|one|way|matter|longer|such|thanks|sign|change|changes|issues?|errors?)\\b)",
  "not  → not(?! (?:sure|yet|only|really|necessarily|that|just|all|the case|a problem)\\b)",
  "never mind|nevermind → never ?mind",
  "drop|skip → (?:let'?s |we(?:'ll| will)? )?(?:drop|skip)",
  "get rid of → (?:let'?s )?get rid of",
  "don't use|do not use|don't do → (?:don't|do not) (?:use|do)",
  "don't want|do not want → (?:i|we) (?:don't|do not) want(?: to use)?",
  "instead of → instead of",
  "plus de|plus d' → plus (?:de|d')",
  "pas  → pas(?! (?:encore|sûr|de souci|de problème|grave|mal)\\b)(?: de| d')?",
  "arrête → on arrête(?: d'utiliser| avec)?",
  "n'utilise pas → n'utilis(?:e|ons|ez) pas(?: de| d')?",
  "au lieu → au lieu (?:de|d'|du|des)",
]);
const WHO =
  "(?:let'?s |let us |we'll |we will |we're |we are |we |i'll |i will |i'd |i want to |please |on va |on |nous allons |nous |je vais |je |tu )?(?:just |rather |now |plutôt )?";
const CHOOSING = openings([
  `use|go with|go for|stick|switch|move to|take|adopt|pick|choose|keep|do |back to|return to|revert to → ${WHO}(?:use|using|go with|going with|go for|stick with|stick to|switch to|switching to|move to|moving to|take|adopt|pick|choose|keep|do|go back to|going back to|return to|revert to)(?: the)?`,
  `utilis|prend|prenons|passe|passons|part|garde|gardons|revien|revenons|reste → ${WHO}(?:utilise|utiliser|utilisons|utilisez|prend|prends|prendre|prenons|passe (?:à|sur|en)|passer (?:à|sur|en)|passons (?:à|sur)|part sur|partir sur|partons sur|garde|garder|gardons|revient (?:à|sur)|revenir (?:à|sur)|revenons (?:à|sur)|reste sur|rester sur)(?: plutôt)?`,
]);

const RETURN = wordings([
  "back to|return|revert|revien|revenons|repass|rather|plutôt → back to|returning to|return to|revert to|reverting to|revient|revenons|repasse|repassons|rather|plutôt",
]);
const LETS =
  "(?:let'?s |let us |we'll |we will |we should |please |i want to |i would |on va |on |nous |il faut )?(?:just |now |rather )?";
const END = "(?=\\s*(?:$|[.,;!]| because| since| car| parce))";
const OLD = "(?<old>[^,;:]{2,40}?)";
const TOPIC = "(?<topic>(?!from |to |over |back )[^,;:]{2,30}?)";
const PICK = `(?<pick>[^,;:]{2,40}?)${END}`;
// The name of a group says whether it is what was, what it is for, or what comes.
const EXCHANGES = openings([
  `replace|remplac|swap → ${LETS}(?:replace|remplace[rz]?|remplaçons|swap(?: out)?) ${OLD} (?:by|with|for|par) ${PICK}`,
  `drop|ditch → ${LETS}(?:drop|ditch) ${OLD} (?:for|in favou?r of) ${PICK}`,
  `from → ${LETS}(?:switch|move|migrate|change) (?:${TOPIC} )?(?:over )?from ${OLD} to ${PICK}`,
  `switch|bascule → ${LETS}(?:switch|bascule[rz]?) ${TOPIC} (?:over )?(?:to|sur|vers) ${PICK}`,
  `switch|back to|return|revert|mov|migrat → (?:let'?s |let us |we'll |we(?:'re| are) |we will )(?:just |now |rather )?(?:switch(?:ing)?(?: over)?|go(?:ing)? back|return(?:ing)?|revert(?:ing)?|migrat(?:e|ing)|mov(?:e|ing)(?: back)?) to ${PICK}`,
  `on revient|on repasse|on passe|on bascule|revenons|repassons|passons|basculons → (?:on (?:revient|repasse|passe|bascule)|revenons|repassons|passons|basculons) (?:à|sur|vers) ${PICK}`,
  `make it → make it (?<pick>[^,;:]{2,40}?) (?:instead of|rather than|not) ${OLD}${END}`,
  `rather use|rather go|rather have|plutôt → (?:(?:i'd|i would|we'd) rather (?:use|go with|have)|on utilise plutôt|utilise plutôt|prends plutôt|on prend plutôt)(?! que) ${PICK}`,
]);

const FUNCTION_WORDS = wordSet(
  "it that this these those i we you they he she there here is are was were be and or but so if when because as to of in on at by for with not no yes please thanks ok what which who why how can could would should will may might do does did have has had let let's i'll i'd i'm we'll we're you're it's that's " +
    "ça cela ce c'est je tu il elle on nous vous ils et ou mais si quand parce que qui quoi de du des à au pour avec pas plus ne est sont était j'ai",
);
/** "The test passes now" names nothing that was chosen. */
const STATE_VERBS = wordSet(
  "is are was were works worked passes passed fails failed runs breaks needs has est sont marche passe échoue",
);
const PLACES = wordSet(
  "branch main master develop trunk mode tab page step phase section directory folder commit window session chat model file line question task topic issue pr bed work beginning start top suite chose branche dossier fichier onglet étape début",
);
