import {
  type Narrowed,
  narrowed,
  openings,
  type Search,
  wordings,
  wordSet,
  wordsIn,
} from "../words/wording.js";
import { directiveIn } from "./directive.js";
import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
import { proseIn, sentencesIn } from "./sentence.js";

/** The lasting instructions of a prompt, not the tasks of the moment. */
export function conventionsIn(text: string): string[] {
  const prose = proseIn(text);
  const forms = narrowed([...ENGLISH, ...FRENCH], prose);
  if (forms.length === 0 && REMINDERS.within(prose) === undefined) return [];
  const found = new Set<string>();
  for (const sentence of sentencesIn(text)) {
    if (found.size === 6) break;
    const lead = LEAD.exec(sentence.lower)?.[0].length ?? 0;
    if (isConvention(sentence.lower.slice(lead), forms) || isReminder(sentence.lower))
      found.add(sentence.text.slice(0, 300));
  }
  return [...found];
}

interface Form {
  readonly find: Search;
  /** An order or a habit ("we name …") must follow. */
  readonly needs?: "directive" | "habit";
}

function isConvention(lower: string, forms: readonly Narrowed<Form>[]): boolean {
  const isSaid = forms.some(({ find, needs }) => {
    const match = find(lower);
    if (match === undefined || isHedged(lower.slice(0, match.index))) return false;
    if (needs === undefined) return true;
    const rest = lower
      .slice(match.index + match[0].length)
      .replace(/^[\s,:]+/, "")
      .replace(LEAD, "");
    return isHabit(rest) || (needs === "directive" && isDirective(rest));
  });
  if (!isSaid || isQuestion(lower) || ONCE.test(lower)) return false;
  return wordsIn(lower).length >= 3 && !lower.endsWith(":");
}

/** Whether a sentence asks to keep a fact in mind: "remember that the staging data is reset every night". */
function isReminder(lower: string): boolean {
  const match = REMINDERS(lower);
  if (match === undefined || isQuestion(lower) || ONCE.test(lower) || lower.endsWith(":")) return false;
  const words = wordsIn(lower.slice(match[0].length));
  return words.length >= MIN_FACT_WORDS && !POINTERS.has(words[0] ?? "");
}

function isDirective(said: string): boolean {
  const lower = said.replace(/^(?:always|never|only|toujours|ne jamais) /, "");
  const [first = ""] = wordsIn(lower);
  return (
    (MORE_DIRECTIVES.has(first) || directiveIn(lower) !== undefined) &&
    !/^don't (?:know|think|have|see)/.test(lower)
  );
}

/** Whether a clause begins with a habitual action. */
function isHabit(lower: string): boolean {
  const [first = "", second = ""] = wordsIn(lower);
  return HABITS.has((AROUND.has(first) ? second : first).replace(/^[nl]'/, "")) || PLAIN.test(lower);
}

const MIN_FACT_WORDS = 4;
const POINTERS = wordSet("this that it these those i you we he they ce cela ça tu je il on c'est");
const REMINDERS = openings([
  "remember|keep in mind|bear in mind|don't forget|be aware → (?:ok[,.]? |also,? |and |please,? |btw,? )*(?:remember|keep in mind|bear in mind|don't forget|be aware) that",
  "rappelle-toi|souviens-toi|n'oublie pas|garde en tête|sache|retiens → (?:aussi,? |et )?(?:rappelle-toi|souviens-toi|n'oublie pas|garde en tête|sache|retiens) (?:que|qu')",
]);

// The words before the instruction itself.
const LEAD =
  /^(?:(?:please|pls|ok|okay|also|and|so|btw|by the way|fyi|note|important|remember|reminder|remember that|note that|keep in mind that|just so you know|one more thing|in general|as a rule|make sure (?:to|you|that you)|be sure to|you (?:should|must)|i want you to|stp|svp|aussi|et|sinon|au passage|rappel|attention|important|note|pour info|en général|n'oublie pas que|pense à|il faut|tu dois|je veux que tu)\b[,:!]? +(?:- )?)+/;
// Instructions for this once, and remarks about the past.
const ONCE =
  /\b(?:for now|this time|just this once|for this (?:pr|task|commit|change|test|session|one)|until (?:then|tomorrow|i|we)|never ?mind|never again|pour l'instant|cette fois|pour ce(?:tte)? (?:pr|tâche|commit|fois|session)|jamais vu|on ne sait jamais)\b/;

// Keywords of places.
const PLACES = "repo|project|codebase|code base|team|company|workspace";
const LIEUX = "projet|dépôt|depot|repo|du code|le code|chez nous|équipe";
const EACH = "before every|before each|before any|after every|after each|after any";
const CHAQUE = "avant chaque|après chaque|à chaque";
const HERE =
  "(?:in|on|for|across|throughout|inside) (?:this|our|the) (?:whole |entire )?(?:repo|repository|project|codebase|code base|monorepo|team|company|workspace)";
const ICI =
  "(?:dans|pour|sur) (?:ce|le|notre|tout le) (?:projet|dépôt|depot|repo|monorepo|code)|chez nous|dans cette équipe";
const ACT = "(?:commit|push|merge|release|deploy|deployment|edit|change|pr|pull request|migration|refactor)";
const ACTE =
  "(?:commit|push|merge|livraison|déploiement|modification|changement|pr|migration|mise en production)";
const MESSAGES =
  "(?:commit messages?|commits|branch(?:es| names?)|pr (?:titles?|descriptions?)|test names?|changelog entries)";

const ENGLISH: readonly Form[] = [
  {
    needs: "directive",
    find: openings([
      "always → always",
      "never → never",
      "not ever|don't ever → (?:do not|don't) ever",
      "from now on|going forward|from here on → (?:from now on|going forward|from here on(?: out)?)",
      "in future|in the future|future reference → (?:in (?:the )?future|for future reference)",
      `${PLACES} → ${HERE}`,
      "always|never|don't|do not → when (?:you|we|working|editing|writing|adding|changing|touching) [^,]{3,80},(?= (?:please )?(?:always|never|don't|do not))",
      "every time|each time|whenever → (?:every time|each time|whenever) (?:you|we) [^,]{3,80},",
      `${EACH} → (?:before|after) (?:every|each|any) ${ACT}`,
    ]),
  },
  {
    needs: "habit",
    find: openings([
      `${PLACES} → ${HERE},? (?:we|you|i|people|everyone|everything)(?: should| must)?`,
      "from now on|going forward → (?:from now on|going forward),? (?:we|you|i)(?:'ll| will| should| must)?",
      "here we|here, we → (?:around )?here,? we",
      "always|never → (?:we|i) (?:always|never)",
      "by convention → by convention,? (?:we|all|every|the)?",
    ]),
  },
  {
    find: wordings([
      `we use|we write|we follow|we only|we don't|we do not|we keep → we (?:only |don't |do not )?(?:use|write|follow|keep|put|commit|deploy|mock) [^.?!]{2,80}? (?:here|everywhere|${HERE})(?=\\s*(?:$|[.,;!)]| not))`,
    ]),
  },
  {
    find: openings([
      "convention|house rule|team rule|ground rule|coding rule|project rule|important rule|golden rule → (?:our |the |one |house |team |ground |coding |project |naming )*(?:conventions?|(?:important|golden) rules?|house rules?|team rules?|ground rules?|coding rules?|project rules?)(?: here| in this (?:repo|project))?(?: is (?:that|to)| ?:)",
      "our convention → our (?:~+ )?conventions? (?:is|are)",
      "rule:|rules: → (?:new |general )?rules?:",
      "i always prefer|generally prefer|i usually prefer → i (?:always|generally|usually) prefer",
      "without asking|without my|unless i → (?:do not|don't|never) [^.?!]{3,80}? (?:without (?:asking|my (?:approval|permission|ok|consent|confirmation))|unless i (?:ask|say|tell|explicitly))",
      "touch|edit|modify|stash|delete|commit → (?:do not|don't) (?:touch|edit|modify|stash|delete|commit) (?:anything (?:in|under|inside)|any|anything|the generated|generated|(?:the )?`?[\\w./-]+/(?![\\w])`?|the `?[\\w./-]+`? (?:folder|directory))",
      "ask before|ask me|ask first → (?:always )?ask (?:me )?(?:first )?before (?:~+ing|any|every|you)",
      "every new|each new|all new|any new → (?:every|each|all|any) new [^.?!,]{3,40}? (?:must|should|needs?|has to|have to|gets?)",
      `commit message|commits |branches |branch name|pr title|pr desc|test name|changelog entries → (?:all |every |our |the )?${MESSAGES} (?:must|should|are always|always|never|have to|need to|follow)`,
      `${EACH} → (?:run|check|test|update|regenerate|format|lint|build) [^.?!]{2,80}? (?:before|after) (?:every|each|any) ${ACT}`,
    ]),
  },
];

const FRENCH: readonly Form[] = [
  {
    needs: "directive",
    find: openings([
      "toujours → toujours(?! (?:pas|rien|est-il))",
      "jamais → ne jamais",
      "désormais|dorénavant|partir de maintenant|à l'avenir → (?:désormais|dorénavant|à partir de maintenant|à l'avenir)(?:,? (?:il faut|tu dois|je veux que tu))?",
      `${LIEUX} → (?:${ICI})(?:,? (?:il faut|tu dois))?`,
      `${CHAQUE} → (?:avant|après|à) chaque ${ACTE}`,
      "chaque fois → (?:à )?chaque fois (?:que tu|qu'on|que l'on) [^,]{3,80},",
    ]),
  },
  {
    needs: "habit",
    find: openings([
      `${LIEUX} → (?:${ICI}),? (?:on|nous|tu|vous|tout le monde)(?: ne| n')?`,
      "ici on|ici, on → ici,? on(?: ne)?",
      "désormais|dorénavant|partir de maintenant|à l'avenir → (?:désormais|dorénavant|à partir de maintenant|à l'avenir),? (?:on|nous|tu|vous)(?: ne)?",
      "par convention → par convention,? (?:on|nous)(?: ne)?",
      "jamais → on ne(?= ~+ jamais)",
      "jamais → on n'(?=~+ jamais)",
    ]),
  },
  {
    find: wordings([
      `on utilise|on écrit|on garde|on commite|on n'utilise → on (?:n')?(?:utilise|écrit|garde|commite)(?: pas| toujours| que| jamais)? [^.?!]{2,80}? (?:ici|partout|${ICI})(?=\\s*(?:$|[.,;!)]))`,
      "on utilise toujours|on écrit toujours|on lance toujours|on passe toujours → on (?:écrit|lance|met) toujours",
    ]),
  },
  {
    find: openings([
      "convention|règle → (?:notre |la |une |nouvelle )?(?:conventions?|règles?)(?: importantes?| absolues?| d'or| d'équipe| du projet| de nommage| ici)?(?: est (?:de|d'|que)| ?:)",
      "jamais → (?:ne |n')(?:utilise|commite?|pousse|push|modifie|touche|édite|écris|mets|ajoute|supprime|fusionne|merge|déploie|laisse|mocke|lance|fais|réponds|crée|installe|change|importe)[sz]? jamais",
      "toujours|jamais → (?:quand|lorsque|si) (?:tu|vous|on|l'on) [^,]{3,80},(?= [^.?!]{0,60}(?:toujours|jamais))",
      "touche|modifie|édite|supprime → ne (?:touche|modifie|édite|supprime) (?:pas|rien) (?:(?:à|au|aux|dans|sous) )?(?:le |la |les |l')?(?:dossier|répertoire|fichiers? générés?|`?[\\w./-]+/(?![\\w])`?)",
      "jamais d → jamais (?:de |d')(?:commit|push|merge|mock|force|any|emoji|emojis|console|secret|secrets|code|dépendance|import|commentaire)",
      "toujours → (?:utilise|lance|écris|mets|garde|vérifie|exécute|demande|fais|préfère|ajoute|teste|nomme|réponds|relis|commence|documente|préfixe|formate|passe par)[sz]? toujours",
      "sans me|sans mon|sans ma → (?:ne |n')~+ (?:pas|jamais|rien) [^.?!]{0,80}?sans (?:me demander|mon accord|mon feu vert|ma validation|ma permission)",
      "demande avant|demande-moi|demande toujours|demande mon accord → demande(?:-moi)?(?: toujours)?(?: mon accord)? avant (?:de|d'|chaque|tout)",
      "les messages de commit|les commits|les branches|les noms de → (?:tous )?les (?:messages de commit|commits|branches|noms de (?:branche|test)s?) (?:doivent|sont toujours|commencent|s'écrivent)",
      "chaque nouve|toute nouve|tout nouve → (?:chaque|toute?) nouve(?:au|l|lle) [^.?!,]{3,40}? (?:doit|a besoin)",
      `${CHAQUE} → (?:lance|vérifie|teste|mets à jour|formate|exécute) [^.?!]{2,80}? (?:avant|après|à) chaque ${ACTE}`,
    ]),
  },
];

const AROUND = wordSet(
  "always never only don't not also do should must generally usually toujours jamais ne que",
);
// "no default exports", "tests live next to the code", "pas de default export".
const PLAIN = /^(?:no |only |all |every |everything |don't |do not |pas de |pas d'|aucune? |que )/;
const HABITS = wordSet(
  "use write follow keep put commit push deploy mock name prefer avoid format indent run test store log document squash rebase merge prefix separate sort group pin import export return throw validate branch tag release review install build lint type call catch handle wrap ask place " +
    "utilise utilisons utilises utilisez écrit écrivons écris garde gardons met mettons mets commite commitons pousse poussons déploie mocke nomme préfère évite formate indente lance teste stocke documente préfixe sépare trie modifie touche édite fusionne merge supprime importe laisse suit suivons travaille range place appelle valide mélange",
);
const MORE_DIRECTIVES = wordSet(
  "prefer ask answer respond reply touch assume rely leave let quote cite begin include speak squash tag trust hardcode mention amend " +
    "demander répondre toucher commiter commit pousser laisser préférer merger déployer relire réponds demande touche préfère parle parler",
);
