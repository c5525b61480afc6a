import { proseIn, type Sentence, sentencesIn } from "../../text/prose/sentence.js";
import { narrowed, type Search, shortLine, wordings, wordSet, wordsIn } from "../../text/words/wording.js";

export type Relationship = "owner" | "contributor" | "maintainer" | "learner";

/** The role that a person claims: "backend developer", "étudiante en informatique". */
export function roleIn(text: string): string | undefined {
  const leads = narrowed(ROLE_LEADS, proseIn(text));
  if (leads.length === 0) return undefined;
  for (const sentence of sentencesIn(text)) {
    const { spoken, lower } = withoutQuotations(sentence);
    for (const { find, lengthOf } of leads) {
      const match = find(lower);
      if (match === undefined || isSupposed(lower.slice(0, match.index))) continue;
      const from = match.index + match[0].length;
      const length = lengthOf(lower.slice(from));
      if (length > 0) return shortLine(spoken.slice(from, from + length), 60);
    }
  }
  return undefined;
}

/** The relationship to the project that a person claims. "I built it" outweighs "my project". */
export function relationshipIn(text: string): Relationship | undefined {
  const searches = narrowed(RELATIONSHIPS, proseIn(text));
  if (searches.length === 0) return undefined;
  const sentences = sentencesIn(text).map((sentence) => withoutQuotations(sentence).lower);
  for (const { relationship, find } of searches)
    for (const lower of sentences) {
      const match = find(lower);
      if (match !== undefined && !isSupposed(lower.slice(0, match.index))) return relationship;
    }
  return undefined;
}

/** Whether something is only supposed or said for somebody else. */
function isSupposed(before: string): boolean {
  return wordsIn(before).some((word) => SUPPOSING.has(word));
}

function withoutQuotations({ text, lower }: Sentence): { spoken: string; lower: string } {
  const blank = (quoted: string) => " ".repeat(quoted.length);
  return { spoken: text.replace(QUOTED, blank), lower: lower.replace(QUOTED, blank) };
}

const QUOTED = /"[^"]{0,300}"|`[^`]{0,300}`|«[^»]{0,300}»|“[^”]{0,300}”/g;
const SUPPOSING = wordSet(
  "if imagine pretend suppose assume assuming act though say says like when not si supposons comme quand disons fais",
);

const WORK =
  "(?:project|app|application|library|lib|package|repo|repository|codebase|website|site|game|tool|cli|plugin|extension|framework|product|service|startup|blog)";
const TRAVAIL =
  "(?:projet|appli|app|application|bibliothèque|librairie|lib|paquet|dépôt|repo|site|jeu|outil|cli|plugin|extension|framework|produit|service|blog)";
const THIS_FR = "(?:ce |cet |cette |le |la |l')";
// "my project manager" is a person, "my app token" a thing.
const NOT_A_THING =
  "(?![/_-])(?! (?:managers?|leads?|owners?|folder name|id|key|token|secret|password|settings|version|path)(?!~))";

const RELATIONSHIPS: readonly { readonly relationship: Relationship; readonly find: Search }[] = [
  {
    relationship: "owner",
    find: wordings([
      `i created|i built|i wrote|i started|i made|i founded|i own|i launched|i authored|i developed → i (?:created|built|wrote|started|made|founded|own|launched|authored|developed) (?:this|the|that) (?:whole |entire |little |small )?${WORK}`,
      "the author|the creator|the owner|the sole|the only|the original → i(?:'m| am) the (?:sole |only |original )?(?:author|creator|owner) of (?:this|the)",
      "the sole|the only → i(?:'m| am) the (?:sole|only) (?:developer|dev|author)",
      `j'ai → j'ai (?:créé|crée|écrit|développé|lancé|fondé|codé|construit|monté) ${THIS_FR}(?:petite? )?${TRAVAIL}`,
      "c'est moi → c'est moi qui ai (?:créé|écrit|développé|lancé|codé)",
      "auteur|autrice|créat|propriétaire → je suis (?:l'auteure?|l'autrice|le créateur|la créatrice|le propriétaire|la propriétaire) (?:de|du)",
    ]),
  },
  {
    relationship: "maintainer",
    find: wordings([
      "maintainer → i(?:'m| am) (?:(?:one of the|a|the)(?: core| lead| main| sole| current)? )maintainers?",
      "maintainer → as (?:the|a)(?: core)? maintainer,? i",
      "maintain → i (?:help )?(?:co-?)?maintain(?: and ~+)? (?:this|the|it)",
      `maintain → i maintain (?:an? )?(?:(?!that)~+ )?${WORK}`,
      "maintiens → je (?:co-?)?maintiens (?:ce|cet|cette|le|la|l'|un|une)",
      "mainteneu → je suis (?:(?:le|la|une?|l'une? des) )?mainteneu(?:rs?|ses?)",
      "maintenance → je m'occupe de la maintenance",
    ]),
  },
  {
    relationship: "contributor",
    find: wordings([
      "to contribute → i (?:want|would like|plan) to contribute",
      "to contribute → i'd like to contribute",
      "contribut → i(?:'m| am) (?:contributing (?:to|an? (?:~+ )?(?:pr|pull request|patch|fix|feature|change))|a contributor|an? (?:external|outside|new|first-time) contributor)",
      "i contribute → i contribute to",
      "my first → my first (?:contribution|pull request|pr)",
      "contribuer → (?:je (?:veux|voudrais|souhaite|compte)|j'aimerais) contribuer",
      "contribue → je contribue (?:à|au|aux)",
      "contribut → je suis (?:une? )?contribut(?:eur|rice)",
      "ma première → ma première (?:contribution|pr|pull request)",
    ]),
  },
  {
    relationship: "learner",
    find: wordings([
      `new to|new on|new in|new with → i(?:'m| am) (?:very |quite |totally |completely |still |fairly |pretty |brand )?new (?:to|on|in|with) (?:this|the|your|our) (?:~+ )?(?:${WORK}|code|team|company)`,
      "new here → i(?:'m| am) new here",
      `joined → i(?:'ve)? (?:just|recently) joined (?:this|the|your|our) (?:${WORK}|team|company)`,
      "learning → i(?:'m| am) (?:just |still |currently |only )?learning (?:how to|to (?:code|program)|programming|web development|python|rust|go|golang|java|javascript|typescript|react|vue|kotlin|swift|c\\+\\+|c#|ruby|php|elixir|haskell|docker|git|sql)",
      `my first → (?:this is )?my first (?:day|week|time) (?:on|with|in) (?:this|the) (?:${WORK}|team|code)`,
      "course|tutorial|bootcamp → i(?:'m| am) (?:following|doing) (?:a|an|this|the) (?:~+ )?(?:course|tutorial|bootcamp)",
      `découvre → je découvre ${THIS_FR}(?:${TRAVAIL}|code|base de code)`,
      "nouve → je suis (?:tout )?(?:nouveau|nouvelle|nouvel arrivant) (?:sur|dans|ici)",
      "débute|commence → je (?:débute|commence) (?:sur|avec|en|dans) (?:ce|cet|cette|le|la|python|rust|go|java|javascript|typescript|react|programmation)",
      "j'apprends → j'apprends (?:à (?:coder|programmer|développer)|la programmation|le développement|le |la |l'|python|rust|go|java|javascript|typescript|react)",
      "je viens → je viens (?:de rejoindre|d'arriver (?:sur|dans)|de débarquer (?:sur|dans)) (?:ce|cet|cette|le|la|l')",
    ]),
  },
  {
    relationship: "owner",
    find: wordings([
      `my project|my app|my lib|my pack|my repo|my codeb|my web|my site|my game|my tool|my cli|my plug|my ext|my fram|my prod|my serv|my start|my blog|my own|my side|my pers|my little|my open|my hobby|my new → my(?: own| side| personal| little| open source| hobby| new)* ${WORK}${NOT_A_THING}`,
      `mon projet|mon app|mon site|mon dépôt|mon repo|mon jeu|mon outil|mon service|mon blog|mon plugin|mon propre|mon petit|mon produit|mon paquet|mon framework|mon cli|ma bib|ma lib|ma propre|ma petite|ma cli|ma app → (?:mon|ma)(?: propre| petite?)? ${TRAVAIL}${NOT_A_THING}`,
    ]),
  },
];

/** Words that introduce a trade. */
interface RoleLead {
  readonly find: Search;
  /** The length of the trade at the start of a text in lower case; 0 for none. */
  readonly lengthOf: (lower: string) => number;
}

/** "backend developer": the trade ends its name. */
function englishTrade(lower: string): number {
  const words = [...lower.slice(0, MAX_TRADE_CHARS).matchAll(WORD)];
  for (const [index, { 0: word, index: at }] of words.entries()) {
    if (CLAUSE_END.test(lower.slice(0, at))) return 0;
    if (TRADES.has(word)) return isTrade(words[index + 1]?.[0], words[index + 2]?.[0]) ? at + word.length : 0;
    if (index === MAX_QUALIFIERS || UNQUALIFYING.has(word)) return 0;
  }
  return 0;
}

/** "admin account" and "the maintainer of this" are not trades. */
function isTrade(next = "", second = ""): boolean {
  return !ACCOUNTS.has(next) && !((next === "of" || next === "for") && POINTERS.has(second));
}

/** "développeuse backend": the trade begins its name. */
function frenchTrade(lower: string): number {
  const words = [...lower.slice(0, MAX_TRADE_CHARS).matchAll(WORD)];
  let index = wordsOfTrade(words.map((match) => match[0]));
  if (index === 0) return 0;
  while (index < words.length) {
    const [word, next] = [words[index]?.[0] ?? "", words[index + 1]?.[0] ?? ""];
    if (QUALIFIERS.has(word)) index++;
    else if (QUALIFIERS.has(`${word}-${next}`)) index += 2;
    else break;
  }
  const last = words[index - 1];
  return last === undefined ? 0 : last.index + last[0].length;
}

function wordsOfTrade([first = "", second = "", third = ""]: readonly string[]): number {
  if (METIERS.has(`${first}-${second}-${third}`)) return 3;
  if (METIERS.has(`${first}-${second}`)) return 2;
  return METIERS.has(first) ? 1 : 0;
}

const MAX_TRADE_CHARS = 80;
const MAX_QUALIFIERS = 3;
const WORD = /[a-z0-9à-öø-ÿœ](?:[a-z0-9à-öø-ÿœ+#/'-]*[a-z0-9à-öø-ÿœ+#])?/g;
const CLAUSE_END = /[,;:!?()]|\.\s/;
const TRADES = wordSet(
  "developer dev engineer programmer coder designer architect scientist analyst student researcher teacher professor writer manager lead tester freelancer consultant contractor hobbyist founder cofounder co-founder cto ceo sysadmin administrator admin sre dba devops intern apprentice maintainer biologist physicist mathematician musician lawyer doctor marketer entrepreneur",
);
// With one of these words, "a … developer" is not a trade.
const UNQUALIFYING = wordSet(
  "of a an the not no for to with that who as and bad terrible lazy busy happy bit better worse good great huge lot your my his her their our this",
);
const ACCOUNTS = wordSet("account accounts role roles token tokens user users mode page panel");
const POINTERS = wordSet("this the that");

const METIERS = wordSet(
  "développeur développeuse dev devops ingénieur ingénieure programmeur programmeuse informaticien informaticienne designer graphiste architecte étudiant étudiante chercheur chercheuse enseignant enseignante professeur professeure prof data-scientist data-engineer analyste administrateur administratrice admin sysadmin testeur testeuse chef-de-projet cheffe-de-projet product-owner lead tech-lead cto fondateur fondatrice consultant consultante stagiaire alternant alternante apprenti apprentie rédacteur rédactrice journaliste comptable médecin entrepreneur entrepreneuse freelance indépendant indépendante mainteneur mainteneuse",
);
const QUALIFIERS = wordSet(
  "backend back-end frontend front-end fullstack full-stack web mobile senior junior confirmé confirmée logiciel logicielle système systèmes réseau réseaux cloud sécurité embarqué embarquée indépendant indépendante freelance technique produit data sre devops qa ios android linux python java javascript typescript php rust go ruby c++ c# react vue node django symfony laravel en-informatique en-sécurité en-data en-alternance en-master en-licence en-thèse en-biologie en-physique en-mathématiques de-données d'applications de-jeux",
);

const ROLE_LEADS: readonly RoleLead[] = [
  {
    find: wordings([
      "i'm a|i'm the → i'm (?:an?|the)",
      "i'm |i am  → i(?:'m| am) (?:(?:currently|just|also|actually|mostly|primarily|only|mainly) )?(?:an?|the)",
      "as a|as the → i(?:'ve)? (?:work|worked|been working)(?: here| mostly| mainly)? as (?:an?|the)",
      "my  → my (?:role|job|day job|background) is(?: an?| the)?",
      "as a|as the → (?:^|speaking )as (?:an?|the)(?= (?:~+ ){1,4}i |[^.?!]{1,40}, i(?:'m|'ve| am| prefer| usually| already| know| don't| work| have))(?![^.?!]{1,40}, i (?:want|need|can|should))",
    ]),
    lengthOf: englishTrade,
  },
  {
    find: wordings([
      "je suis → je suis(?: (?:actuellement|aussi|plutôt|surtout|juste))?(?: (?:une?|le|la))?",
      "en tant → (?:^|ici )en tant qu(?:e|')(?=[^.?!]{1,40}, ?(?:je |j'|il me |mon |ma |mes ))(?![^.?!]{1,40}, ?je (?:veux|souhaite|dois|peux|voudrais))",
      "je travaille|je bosse → je (?:travaille|bosse) (?:comme|en tant que?)",
      "mon métier|mon rôle|mon poste → mon (?:métier|rôle|poste)(?: c')?(?: est|est|,| :)+",
    ]),
    lengthOf: frenchTrade,
  },
];
