import { proseIn, sentencesIn } from "../../text/prose/sentence.js";
import { wordings, wordSet, wordsIn } from "../../text/words/wording.js";

export type Verbosity = "concise" | "detailed";

/** The length of answers that a person asks for. The last wish in a text counts. */
export function verbosityWish(text: string): Verbosity | undefined {
  const prose = proseIn(text);
  const conciseIn = CONCISE.within(prose);
  const detailedIn = DETAILED.within(prose);
  if (conciseIn === undefined && detailedIn === undefined) return undefined;
  let wish: Verbosity | undefined;
  for (const { lower } of sentencesIn(text)) {
    const spoken = lower.replace(/"[^"]{0,300}"|`[^`]{0,300}`|«[^»]{0,300}»/g, '""');
    const found = conciseIn?.(spoken) === undefined ? detailedIn?.(spoken) && "detailed" : "concise";
    if (found !== undefined && !isOfArtefact(spoken) && askedIn(spoken) === undefined) wish = found;
  }
  return wish;
}

/** Whether a sentence is about something written for the project, not about the conversation. */
function isOfArtefact(lower: string): boolean {
  return lower.includes("output of") || wordsIn(lower).some((word) => ARTEFACTS.has(word));
}

const ANSWER = "(?:your |the |all |more )*(?:answers?|repl(?:y|ies)|responses?|explanations?|messages to me)";
const ANSWERS = "answer|reply|replies|response|explanation|messages to me";
const REPONSE = "(?:tes |vos |les |des |ta |une |la )?(?:réponses?|explications?)";
// "It has to be brief" is said of a thing.
const WISHED = "(?<!(?:to|should|must|will|can|would|could|may|might|not|it'll) )";
const SHORT = "brief|concise|short|succinct|terse|to the point";

const CONCISE = wordings([
  `brief|concise|succinct|terse|to the point|be short|it short|this short|things short|stay short|very short → ${WISHED}(?:be|stay|keep it|keep this|keep things) (?:very |really |more |a bit more |as )?(?:${SHORT})`,
  `${ANSWERS} → (?:keep|make) ${ANSWER} (?:very |more |really )?(?:${SHORT}|shorter)`,
  `${ANSWERS} → (?:short|brief|concise|shorter|one[- ]line) ${ANSWER}`,
  "briefly|concisely|shortly|in one|in two|in a few|in 1|in 2|in 3 → (?:answer|reply|respond|explain|summari[sz]e)(?: it| this| that| me)? (?:briefly|concisely|shortly|in (?:one|two|a few|1|2|3) (?:words?|sentences?|lines?))",
  "in one|in a single|in two|in 1|in 2|in 3 → in (?:one|a single|two|1|2|3) (?:words?|sentences?|lines?)(?:,)? please",
  "verbose|wordy|chatty|long-winded → (?:less|too|don't be so|not so|stop being(?: so)?|so) (?:verbose|wordy|chatty|long-winded)",
  "explanation|fluff|preamble|chatter|small talk|waffle → (?:no|without|skip the|don't need(?: any| the)?|spare me the|cut the) (?:long |lengthy |more )?(?:explanations?|fluff|preamble|chatter|small talk|waffle)",
  "don't explain|don't elaborate|do not e|no need to → (?:don't|do not|no need to) (?:explain|elaborate)(?: (?:it|everything|so much|too much|anything))?$",
  "just the|only the|just give|only give|just show|only show → (?:just|only) (?:give me |show me )?the (?:answer|code|result|command)s?(?:,)?(?: please| no explanation)?[.!]?$",
  "tl;dr|tldr → tl;?dr(?: please| version)?",
  "sois |soyez |reste |restez  → (?:sois|soyez|reste|restez) (?:plus |très |aussi )?(?:brefs?|brève|concise?s?|succincte?s?|courte?s?|synthétiques?)",
  "fais |faites |fais-|réponds|répondez|explique|résume → (?:fais|faites|réponds|répondez|explique|résume)[- ]?(?:moi )?(?:plus |très )?(?:court|brièvement|en bref|en (?:une|deux|quelques|1|2|3) (?:phrases?|lignes?|mots?))",
  `réponse|explication → ${REPONSE} (?:plus |très )?(?:courtes?|brèves?|concises?)`,
  "verbeu|bavard → (?:trop|moins|si) (?:verbeu(?:x|se)|bavarde?)",
  "explication|blabla|bavardage|détour → (?:sans|pas d'|pas besoin d'|évite les) ?(?:explications?|blabla|bavardages?|détours?)",
  "essentiel → va à l'essentiel",
  "juste la|juste le|seulement la|seulement le → (?:juste|seulement|donne-moi juste) (?:la réponse|le code|le résultat|la commande)",
  "n'explique → n'explique pas",
]);

const DETAILED = wordings([
  "in detail|in more|in great|in full|in depth|in as much|thoroughly|at length|step by step → (?:explain|describe|answer|elaborate)(?: (?:it|this|that|everything|me|to me|how [^.?!]{1,60}?|why [^.?!]{1,60}?|the [^.?!]{1,40}?))? (?:in (?:more |great |full |as much )?(?:detail|depth)|thoroughly|at length|step by step)",
  `detailed|verbose|into detail|into more|into depth → ${WISHED}(?:be|go)(?: a bit| much)? (?:more )?(?:detailed|verbose|into (?:more )?(?:detail|depth))`,
  `${ANSWERS} → (?:more |very )?(?:detailed|thorough|longer|in-depth|long) ${ANSWER}`,
  "detail → (?:give|tell|show) me (?:all the|more|the full|every) details?",
  "detail → (?:i (?:want|need)|i'd like|with) (?:more|all the) details?",
  "walk me → walk me through (?:it|this|that|the|everything|each|how|why)",
  "elaborate → (?:please )?elaborate(?: on (?:that|this|it|the|your))?",
  "détail|profondeur|pas à pas|étape|longuement → (?:explique|expliquez|décris|décrivez|réponds|développe)(?:-moi|-nous)?(?: [^.?!]{1,60}?)? (?:en détail|dans le détail|en profondeur|pas à pas|étape par étape|longuement)",
  "sois |soyez  → (?:sois|soyez) (?:plus |très )?(?:détaillée?|précise? et détaillée?|exhaustive?)",
  `réponse|explication → ${REPONSE} (?:plus |très )?(?:détaillées?|longues?|complètes?|approfondies?)`,
  "détails → donnez?[- ](?:moi|nous) (?:plus de|tous les|davantage de) détails",
  "détails → (?:je veux|j'ai besoin de|avec|il me faut) (?:plus de|tous les|davantage de) détails",
  "détaille → détaillez?(?: (?:davantage|plus|ta réponse|chaque|les|ton))",
]);

const ARTEFACTS = wordSet(
  "message messages commit commits readme doc docs documentation docstring docstrings comment comments title titles description descriptions heading headings name names label labels function functions method methods variable variables test tests changelog notes pr flag flags log logs logging cli prompt user users button page plan " +
    "commentaire commentaires titre titres fonction fonctions nom noms journal utilisateur utilisateurs",
);
// A question or a condition is not a wish.
const askedIn = wordings([
  "why|how come → (?:why|how come) (?:is|are|do|does)",
  "is it too → is it too",
  "pourquoi → pourquoi",
  "if  → if (?:you|it|they)",
  "est-ce que c'est → est-ce que c'est trop",
]);
