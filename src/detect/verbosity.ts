import { anyOf } from "./any-of.js";
import { sentencesIn } from "./sentence.js";

export type Verbosity = "concise" | "detailed";

/** How long a person wants the answers to be. The last wish of a text counts. */
export function verbosityWish(text: string): Verbosity | undefined {
  let wish: Verbosity | undefined;
  for (const { text: sentence } of sentencesIn(text)) {
    const spoken = sentence.replace(/"[^"]{0,300}"|`[^`]{0,300}`|«[^»]{0,300}»/g, '""');
    if (ARTEFACT.test(spoken) || ASKED.test(spoken)) continue;
    if (CONCISE.test(spoken)) wish = "concise";
    else if (DETAILED.test(spoken)) wish = "detailed";
  }
  return wish;
}

const ANSWER =
  "(?:your |the |all |more )*(?:answers?|repl(?:y|ies)|responses?|explanations?|messages to me|summar(?:y|ies))";
const REPONSE = "(?:tes |vos |les |des |ta |une |la )?(?:réponses?|explications?|résumés?)";

const CONCISE = anyOf([
  "(?:please )?(?:be|stay|keep it|keep this|keep things) (?:very |really |more |a bit more |as )?(?:brief|concise|short|succinct|terse|to the point)",
  `(?:keep|make) ${ANSWER} (?:very |more |really )?(?:brief|concise|short|shorter|succinct|terse|to the point)`,
  `(?:short|brief|concise|shorter|one[- ]line) ${ANSWER}`,
  "(?:answer|reply|respond|explain|summari[sz]e)(?: it| this| that| me)? (?:briefly|concisely|shortly|in (?:one|two|a few|1|2|3) (?:words?|sentences?|lines?))",
  "in (?:one|a single|two|1|2|3) (?:words?|sentences?|lines?)(?:,)? please",
  "(?:less|too|don't be so|not so|stop being(?: so)?|so) (?:verbose|wordy|chatty|long-winded)",
  "(?:no|without|skip the|don't need(?: any| the)?|spare me the|cut the) (?:long |lengthy |more )?(?:explanations?|fluff|preamble|chatter|small talk|waffle)",
  "(?:don't|do not|no need to) (?:explain|elaborate)(?: (?:it|everything|so much|too much|anything))?$",
  "(?:just|only) (?:give me |show me )?the (?:answer|code|result|command)s?(?:,)?(?: please| no explanation)?[.!]?$",
  "tl;?dr(?: please| version)?",
  "(?:sois|soyez|reste|restez) (?:plus |très |aussi )?(?:brefs?|brève|concise?s?|succincte?s?|courte?s?|synthétiques?)",
  "(?:fais|faites|réponds|répondez|explique|résume)[- ]?(?:moi )?(?:plus |très )?(?:court|brièvement|en bref|en (?:une|deux|quelques|1|2|3) (?:phrases?|lignes?|mots?))",
  `${REPONSE} (?:plus |très )?(?:courtes?|brèves?|concises?)`,
  "(?:trop|moins|si) (?:verbeu(?:x|se)|bavarde?)",
  "(?:sans|pas d'|pas besoin d'|évite les) ?(?:explications?|blabla|bavardages?|détours?)",
  "va à l'essentiel",
  "(?:juste|seulement|donne-moi juste) (?:la réponse|le code|le résultat|la commande)",
  "n'explique pas",
]);

const DETAILED = anyOf([
  "(?:explain|describe|answer|elaborate)(?: (?:it|this|that|everything|me|to me|how [^.?!]{1,60}?|why [^.?!]{1,60}?|the [^.?!]{1,40}?))? (?:in (?:more |great |full |as much )?(?:detail|depth)|thoroughly|at length|step by step)",
  "(?:be|go)(?: a bit| much)? (?:more )?(?:detailed|verbose|into (?:more )?(?:detail|depth))",
  `(?:more |very )?(?:detailed|thorough|longer|in-depth|long) ${ANSWER}`,
  "(?:give|tell|show) me (?:all the|more|the full|every) details?",
  "(?:I (?:want|need)|I'd like|with) (?:more|all the) details?",
  "walk me through (?:it|this|that|the|everything|each|how|why)",
  "(?:please )?elaborate(?: on (?:that|this|it|the|your))?",
  "(?:explique|expliquez|décris|décrivez|réponds|développe)(?:-moi|-nous)?(?: [^.?!]{1,60}?)? (?:en détail|dans le détail|en profondeur|pas à pas|étape par étape|longuement)",
  "(?:sois|soyez) (?:plus |très )?(?:détaillée?|précise? et détaillée?|exhaustive?)",
  `${REPONSE} (?:plus |très )?(?:détaillées?|longues?|complètes?|approfondies?)`,
  "(?:donne|donnez)[- ](?:moi|nous) (?:plus de|tous les|davantage de) détails",
  "(?:je veux|j'ai besoin de|avec|il me faut) (?:plus de|tous les|davantage de) détails",
  "détaille(?:z)?(?: (?:davantage|plus|ta réponse|chaque|les|ton))",
]);

// Said of something that is written for the project, not of the conversation.
const ARTEFACT = anyOf([
  "(?:commit|error|log|help|flash|warning|status)(?: |-)messages?",
  "commits?",
  "README(?:\\.md)?",
  "docs?",
  "documentation",
  "docstrings?",
  "comments?",
  "titles?",
  "descriptions?",
  "headings?",
  "names?",
  "labels?",
  "functions?",
  "methods?",
  "variables?",
  "tests?",
  "changelog",
  "release notes?",
  "PR",
  "pull request",
  "flags?",
  "logs?",
  "logging",
  "output of",
  "CLI",
  "the prompt",
  "system prompt",
  "users?",
  "button",
  "page",
  "message de commit",
  "messages? d'erreur",
  "commentaires?",
  "titres?",
  "fonctions?",
  "noms?",
  "journal",
  "utilisateurs?",
]);
// Somebody else's wish, or one not made.
const ASKED = anyOf([
  "(?:why|how come) (?:is|are|do|does)",
  "is it too",
  "pourquoi",
  "if (?:you|it|they)",
  "est-ce que c'est trop",
]);
