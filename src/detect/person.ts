import { anyOf } from "./any-of.js";
import { late } from "./late.js";
import { sentencesIn } from "./sentence.js";
import { shortLine } from "./short-line.js";

export type Relationship = "owner" | "contributor" | "maintainer" | "learner";

/** What a person says they are: "backend developer", "étudiante en informatique". */
export function roleIn(text: string): string | undefined {
  if (!/(?<!\p{L})(?:I|je|mon|my)(?!\p{L})/iu.test(text)) return undefined;
  for (const { text: sentence } of sentencesIn(text)) {
    const spoken = withoutQuotations(sentence);
    for (const pattern of ROLES) {
      const match = pattern.exec(spoken);
      const role = match?.[1];
      if (role === undefined || SUPPOSED.test(spoken.slice(0, match?.index))) continue;
      return shortLine(role, 60);
    }
  }
  return undefined;
}

/** How a person says they stand to the project. What they made comes before what they only call theirs. */
export function relationshipIn(text: string): Relationship | undefined {
  const sentences = sentencesIn(text).map((sentence) => withoutQuotations(sentence.text));
  for (const [relationship, pattern] of RELATIONSHIPS)
    for (const sentence of sentences) {
      const match = pattern.exec(sentence);
      if (match !== null && !SUPPOSED.test(sentence.slice(0, match.index))) return relationship;
    }
  return undefined;
}

const TRADE_EN =
  "developers?|devs?|engineer|programmer|coder|designer|architect|scientist|analyst|student|researcher|teacher|professor|writer|manager|lead|tester|freelancer|consultant|contractor|hobbyist|founder|co-?founder|cto|ceo|sysadmin|administrator|admin|sre|dba|devops|intern|apprentice|maintainer|biologist|physicist|mathematician|musician|lawyer|doctor|marketer|entrepreneur";
// Words that make "a … developer" something else than a trade.
const QUALIFIER_EN =
  "(?!(?:of|a|an|the|not|no|for|to|with|that|who|as|and|bad|terrible|lazy|busy|happy|bit|better|worse|good|great|huge|lot|your|my|his|her|their|our|this)\\b)[\\p{L}\\d][\\p{L}\\d+#./-]{0,20}\\s+";
const ROLE_EN = `((?:${QUALIFIER_EN}){0,3}(?:${TRADE_EN})(?: (?:student|lead|manager|engineer|developer))?)(?![\\p{L}\\d_-])(?! (?:of|for) (?:this|the|that))(?!'s)(?! (?:account|role|token|user|mode|page|panel)s?(?!\\p{L}))`;

const TRADE_FR =
  "développeu(?:r|se)|dev|devops|ingénieure?|programmeu(?:r|se)|informaticien(?:ne)?|designer|graphiste|architecte|étudiante?|chercheu(?:r|se)|enseignante?|professeure?|prof|data scientist|data engineer|analyste|administrat(?:eur|rice)|admin|sysadmin|testeu(?:r|se)|chef(?:fe)? de projet|product owner|lead|tech lead|cto|fondat(?:eur|rice)|consultante?|stagiaire|alternante?|apprentie?|rédact(?:eur|rice)|journaliste|comptable|médecin|entrepreneu(?:r|se)|freelance|indépendante?|mainteneu(?:r|se)";
const QUALIFIER_FR =
  "back-?end|front-?end|full-?stack|web|mobile|senior|junior|confirmée?|logicielle?|systèmes?|réseaux?|cloud|sécurité|embarquée?|indépendante?|freelance|technique|produit|data|sre|devops|qa|ios|android|linux|python|java|javascript|typescript|php|rust|go|ruby|c\\+\\+|c#|react|vue|node|django|symfony|laravel|en (?:informatique|sécurité|data|alternance|master|licence|thèse|biologie|physique|mathématiques)|de données|d'applications|de jeux";

const ROLES = [
  late(
    `(?<![\\p{L}'])I(?:'m| am)\\s+(?:(?:currently|just|also|actually|mostly|primarily|only|mainly)\\s+)?(?:an?|the)\\s+${ROLE_EN}`,
    "iu",
  ),
  late(
    `(?<!\\p{L})I(?:'ve)? (?:work|worked|been working)(?: here| mostly| mainly)? as (?:an?|the)\\s+${ROLE_EN}`,
    "iu",
  ),
  late(`(?<!\\p{L})my (?:role|job|day job|background) is (?:an?\\s+|the\\s+)?${ROLE_EN}`, "iu"),
  late(
    `(?:^|speaking )as (?:an?|the) ${ROLE_EN}(?:,)? I(?:'m|'ve| am| prefer| usually| already| know| don't| work| have)(?!\\p{L})`,
    "iu",
  ),
  late(
    `(?<!\\p{L})je suis (?:(?:actuellement|aussi|plutôt|surtout|juste) )?(?:(?:une?|le|la) )?((?:${TRADE_FR})(?: (?:${QUALIFIER_FR})){0,3})(?![\\p{L}\\d_-])(?! d[ue] )`,
    "iu",
  ),
  late(
    `(?<!\\p{L})je (?:travaille|bosse) (?:comme|en tant que?) ((?:${TRADE_FR})(?: (?:${QUALIFIER_FR})){0,3})(?![\\p{L}\\d_-])`,
    "iu",
  ),
  late(
    `(?<!\\p{L})mon (?:métier|rôle|poste)(?: c')?(?: est|est|,| :)+ ((?:${TRADE_FR})(?: (?:${QUALIFIER_FR})){0,3})(?![\\p{L}\\d_-])`,
    "iu",
  ),
];

const WORK_EN =
  "(?:project|app|application|library|lib|package|repo|repository|codebase|website|site|game|tool|cli|plugin|extension|framework|product|service|startup|blog)";
const WORK_FR =
  "(?:projet|appli|app|application|bibliothèque|librairie|lib|paquet|dépôt|repo|site|jeu|outil|cli|plugin|extension|framework|produit|service|blog)";
// "my project manager", "my app's users": the first is somebody, the second still says whose the app is.
const NOT_A_THING =
  "(?! (?:managers?|leads?|owners?|folder name|id|key|token|secret|password|settings|version|path)(?!\\p{L}))";

const RELATIONSHIPS: readonly (readonly [Relationship, RegExp])[] = [
  [
    "owner",
    anyOf([
      `I (?:created|built|wrote|started|made|founded|own|launched|authored|developed) (?:this|the|that) (?:whole |entire |little |small )?${WORK_EN}`,
      `I(?:'m| am) the (?:sole |only |original )?(?:author|creator|owner) of (?:this|the)`,
      `I(?:'m| am) the (?:sole|only) (?:developer|dev|author)`,
      `j'ai (?:créé|crée|écrit|développé|lancé|fondé|codé|construit|monté) (?:ce|cet|cette|le|la|l') ?(?:petite? )?${WORK_FR}`,
      `c'est moi qui ai (?:créé|écrit|développé|lancé|codé)`,
      `je suis (?:l'auteure?|l'autrice|le créateur|la créatrice|le propriétaire|la propriétaire) (?:de|du)`,
    ]),
  ],
  [
    "maintainer",
    anyOf([
      "I(?:'m| am) (?:(?:one of the|a|the)(?: core| lead| main| sole| current)? )maintainers?",
      "I (?:help )?(?:co-?)?maintain(?: and \\w+)? (?:this|the|it)",
      "as (?:the|a)(?: core)? maintainer,? I",
      `I maintain (?:an? )?(?:[\\p{L}-]+ )?${WORK_EN}`,
      "je (?:co-?)?maintiens (?:ce|cet|cette|le|la|l'|un|une)",
      "je suis (?:(?:le|la|une?|l'une? des) )?(?:mainteneur|mainteneuse|mainteneurs|mainteneuses)",
      "je m'occupe de la maintenance",
    ]),
  ],
  [
    "contributor",
    anyOf([
      "I (?:want|would like|plan) to contribute",
      "I'd like to contribute",
      "I(?:'m| am) (?:contributing to|a contributor|an? (?:external|outside|new|first-time) contributor)",
      "I contribute to",
      "my first (?:contribution|pull request|PR)",
      "je (?:veux|voudrais|souhaite|compte) contribuer",
      "j'aimerais contribuer",
      "je contribue (?:à|au|aux)",
      "je suis (?:une? )?contribut(?:eur|rice)",
      "ma première (?:contribution|PR|pull request)",
    ]),
  ],
  [
    "learner",
    anyOf([
      `I(?:'m| am) (?:very |quite |totally |completely |still |fairly |pretty |brand )?new (?:to|on|in|with) (?:this|the|your|our) (?:\\p{L}+ )?(?:${WORK_EN}|code|team|company)`,
      "I(?:'m| am) new here",
      `I(?:'ve)? (?:just|recently) joined (?:this|the|your|our) (?:${WORK_EN}|team|company)`,
      "I(?:'m| am) (?:just |still |currently |only )?learning (?:how to|to (?:code|program)|programming|web development|python|rust|go|golang|java|javascript|typescript|react|vue|kotlin|swift|c\\+\\+|c#|ruby|php|elixir|haskell|docker|git|sql)",
      `(?:this is )?my first (?:day|week|time) (?:on|with|in) (?:this|the) (?:${WORK_EN}|team|code)`,
      "I(?:'m| am) (?:following|doing) (?:a|an|this|the) (?:\\p{L}+ )?(?:course|tutorial|bootcamp)",
      `je découvre (?:ce |cet |cette |le |la |l')(?:${WORK_FR}|code|base de code)`,
      `je suis (?:tout )?(?:nouveau|nouvelle|nouvel arrivant) (?:sur|dans|ici)`,
      "je (?:débute|commence) (?:sur|avec|en|dans) (?:ce|cet|cette|le|la|python|rust|go|java|javascript|typescript|react|programmation)",
      "j'apprends (?:à (?:coder|programmer|développer)|la programmation|le développement|le |la |l'|python|rust|go|java|javascript|typescript|react)",
      `je viens (?:de rejoindre|d'arriver (?:sur|dans)|de débarquer (?:sur|dans)) (?:ce|cet|cette|le|la|l'\\p{L}+)`,
    ]),
  ],
  [
    "owner",
    late(
      `(?<!\\p{L}|not |in |of )(?:my(?: own| side| personal| little| open source| hobby| new)* ${WORK_EN}|mon(?: propre| petit)? ${WORK_FR}|ma(?: propre| petite)? ${WORK_FR})(?![\\p{L}\\d_/-])${NOT_A_THING}|(?<!\\p{L}|not )(?:in|of|on|for|to|dans|de|sur|pour|à) (?:my(?: own| side| personal| little| open source| hobby| new)* ${WORK_EN}|(?:mon|ma)(?: propre| petite?)? ${WORK_FR})(?![\\p{L}\\d_/-])${NOT_A_THING}`,
      "iu",
    ),
  ],
];

// Spoken in somebody's place, or only supposed.
const SUPPOSED = anyOf([
  "if",
  "imagine",
  "pretend",
  "suppose",
  "assume",
  "assuming",
  "act as",
  "as though",
  "say",
  "says?",
  "like",
  "when",
  "not",
  "si",
  "imagine que",
  "supposons",
  "comme si",
  "fais comme",
  "quand",
  "disons",
]);

function withoutQuotations(sentence: string): string {
  return sentence.replace(/"[^"]{0,300}"|`[^`]{0,300}`|«[^»]{0,300}»|“[^”]{0,300}”/g, '""');
}
